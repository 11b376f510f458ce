import { orderBetween } from "../song/order-key.ts";
import type { Op } from "../song/op-row.ts";
import { nameField } from "../song/op-row.ts";
import { songRate } from "../song/song-rate.ts";
import { TempoMap } from "../song/tempo-map.ts";
import { type Command, command } from "./command.ts";
import { newIdField, pathField, trackField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { targetTracks, trackOf, tracksInOrder } from "./lookup.ts";
import { positionField, tickOf } from "./positions.ts";
import { takeRecording } from "./take-recording.ts";

/** What comes in from files of sound. */
export const importCommands: readonly Command[] = [
  command<{ path: string; track?: string; at?: unknown; name?: string; clip?: string; as?: string }>({
    id: "file.import_audio",
    title: "Import audio",
    menu: "File",
    shortcut: "Alt+I",
    blurb:
      "A recording from a file, as a clip on a track of audio: the named one, or a new one. WAV, AIFF, CAF, FLAC, MP3, Ogg Vorbis, Opus; AAC and ALAC where something here reads them.",
    kind: "file",
    undoable: true,
    reads: ["path"],
    fields: {
      path: pathField,
      track: { ...trackField, description: "A track of audio, by name or id. Default: a new one" },
      at: positionField,
      name: nameField,
      clip: { ...newIdField, description: "The clip's id. Default: one that follows from the song" },
      as: { ...newIdField, description: "The id of a new track. Default: one that follows from the song" },
    },
    required: ["path"],
    async run(desk, { path, track, at, name, clip, as }) {
      const known = track === undefined ? undefined : trackOf(desk.song, track);
      const recording = await takeRecording(desk, path, name);
      const tick = at === undefined ? desk.selection.playhead : tickOf(desk.song, at);
      const on = known ?? as ?? desk.newId("t");
      const added: readonly Op[] = known === undefined ? [newTrack(desk, on, recording.name)] : [];
      const id = clip ?? desk.newId("c");
      const ticks = ticksOfFrames(desk, recording.frames, tick);
      const audio = { sample: recording.sha, from: 0, gainDb: 0, fadeInMs: 0, fadeOutMs: 0 };
      const place: Op = { op: "clip.add", track: on, id, name: recording.name, tick, ticks, audio };
      return desk.edit("Import audio", [recording.op, ...added, place], {
        track: on,
        clip: id,
        sample: recording.sha,
        name: recording.name,
        frames: recording.frames,
        rate: songRate,
        seconds: recording.frames / songRate,
        channels: recording.channels,
        file: { ...recording.file },
        ...(recording.notes.length === 0 ? {} : { notes: recording.notes }),
      });
    },
  }),
  command<{ path: string; track?: string; name?: string }>({
    id: "mix.sampler_load",
    title: "Load into the sampler",
    menu: "Mix",
    blurb: "A recording from a file, played by a track's sampler: at C4 as it is.",
    kind: "file",
    undoable: true,
    reads: ["path"],
    fields: { path: pathField, track: trackField, name: nameField },
    required: ["path"],
    async run(desk, { path, track, name }) {
      const tracks = targetTracks(desk, track);
      const recording = await takeRecording(desk, path, name);
      const sets = tracks.map((id) => ({ op: "device.set", track: id, device: "sampler", sample: recording.sha }));
      return desk.edit("Load into the sampler", [recording.op, ...sets], {
        tracks,
        sample: recording.sha,
        seconds: recording.frames / songRate,
        ...(recording.notes.length === 0 ? {} : { notes: recording.notes }),
      });
    },
  }),
];

function newTrack({ song }: Desk, id: string, name: string): Op {
  const all = tracksInOrder(song);
  return {
    op: "track.add",
    id,
    name,
    kind: "audio",
    device: "",
    hue: (all.length * 47 + 20) % 360,
    order: orderBetween(all.at(-1)?.[1].order, undefined),
  };
}

/** As long as the recording sounds, at the tempo that is there: to the tick behind its end. */
function ticksOfFrames({ song }: Desk, frames: number, from: number): number {
  const tempo = new TempoMap(song.tempo);
  const ends = tempo.secondsAt(from) + frames / songRate;
  const near = tempo.tickAt(ends);
  const to = tempo.frameAt(near, songRate) - tempo.frameAt(from, songRate) < frames ? near + 1 : near;
  return Math.max(1, to - from);
}
