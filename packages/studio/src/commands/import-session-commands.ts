import { Fault } from "@jackfield/contract";
import { MidiFileError } from "../midi/midi-file-error.ts";
import { readMidi } from "../midi/read-midi.ts";
import { songOpsOfMidi } from "../midi/song-ops-of-midi.ts";
import { orderBetween } from "../song/order-key.ts";
import type { FieldSchema } from "../song/fields.ts";
import type { Op } from "../song/op-row.ts";
import type { Clip, Id, Song } from "../song/song.ts";
import { type Command, command } from "./command.ts";
import { pathField } from "./command-fields.ts";
import { copyOfClip } from "./copy-clip.ts";
import type { Desk } from "./desk.ts";
import { tracksInOrder } from "./lookup.ts";
import { positionField, tickOf } from "./positions.ts";
import { keepSamples, missingOf } from "./session-commands.ts";
import { opsOfTrack, sampleOps } from "./ops-of-track.ts";

const parts = ["tracks", "markers", "sections", "tempo", "meter"] as const;
const partsField: FieldSchema = {
  type: "array",
  maxItems: parts.length,
  items: { type: "string", maxLength: 8, enum: parts },
  description: "Default: tracks",
};
const namesField: FieldSchema = {
  type: "array",
  maxItems: 200,
  items: { type: "string", minLength: 1, maxLength: 64 },
  description: "Only those tracks of it, by name or id",
};

/** What comes in from other sessions, and from other programs. */
export const importSessionCommands: readonly Command[] = [
  command<{ path: string; as_song?: boolean }>({
    id: "file.import_midi",
    title: "Import MIDI",
    menu: "File",
    blurb:
      "Tracks from a Standard MIDI File, each with a device that is like its instrument; into an empty song with tempo, meter, key and markers.",
    kind: "file",
    undoable: true,
    reads: ["path"],
    fields: {
      path: pathField,
      as_song: { type: "boolean", description: "Take tempo, meter, key and markers too. Default: where the song has no tracks" },
    },
    required: ["path"],
    async run(desk, { path, as_song: asSong }) {
      const bytes = await desk.studio.ports.files.read(path, desk.call.signal);
      const midi = parse(bytes);
      const all = tracksInOrder(desk.song);
      const last = all.at(-1)?.[1].order;
      const newId = (prefix: string): Id => desk.newId(prefix);
      const ops = songOpsOfMidi(midi, { newId, orderAfter: orderBetween(last, undefined), asSong: asSong ?? all.length === 0 });
      const tracks = ops.filter(({ op }) => op === "track.add").map((op) => String(op["id"]));
      // A file of tempo alone is one; of one that is broken before its first note nothing is taken.
      if (tracks.length === 0 && (midi.warnings.length > 0 || ops.length === 0))
        throw new Fault("file_unusable", `There is not one note in the file${midi.warnings.map((each) => `; ${each}`).join("")}`);
      return desk.edit("Import MIDI", ops, {
        tracks,
        notes: midi.tracks.reduce((sum, { notes }) => sum + notes.length, 0),
        ...(midi.warnings.length === 0 ? {} : { warnings: midi.warnings }),
      });
    },
  }),
  command<{ path: string; parts?: readonly string[]; tracks?: readonly string[] }>({
    id: "file.import_session_data",
    title: "Import session data",
    menu: "File",
    blurb:
      "Tracks of another session, with clips, mixer, automation and recordings; markers, sections, tempo and meter as well where they are asked for.",
    kind: "file",
    undoable: true,
    reads: ["path"],
    fields: { path: pathField, parts: partsField, tracks: namesField },
    required: ["path"],
    async run(desk, { path, parts: wanted = ["tracks"], tracks: named }) {
      const stored = await desk.studio.ports.sessions.open(path, desk.call.signal);
      keepSamples(desk.studio, stored);
      const chosen = wanted.includes("tracks") ? chosenTracks(stored.song, named) : [];
      const made = chosen.map((id) => ({ from: id, id: desk.newId("t") }));
      let order = tracksInOrder(desk.song).at(-1)?.[1].order;
      const ops = [
        ...sampleOps(stored.song, chosen),
        ...made.flatMap(({ from, id }) => opsOfTrack(desk, stored.song, from, { id, order: (order = orderBetween(order, undefined)) })),
        ...timeline(desk, stored.song, wanted),
      ];
      return desk.edit("Import session data", ops, { tracks: made.map(({ id }) => id), missing: missingOf(stored) });
    },
  }),
  command<{ path: string; at?: unknown }>({
    id: "file.import_clip_groups",
    title: "Import clip group",
    menu: "File",
    blurb:
      "Clips that were exported as a group: at the playhead or a position, on the tracks of the same names, or new ones like those they came from.",
    kind: "file",
    undoable: true,
    reads: ["path"],
    fields: { path: pathField, at: positionField },
    required: ["path"],
    async run(desk, { path, at }) {
      const stored = await desk.studio.ports.sessions.open(path, desk.call.signal);
      keepSamples(desk.studio, stored);
      const tick = at === undefined ? desk.selection.playhead : tickOf(desk.song, at);
      return placeGroup(desk, stored.song, tick, missingOf(stored));
    },
  }),
];

function parse(bytes: Uint8Array) {
  try {
    return readMidi(bytes);
  } catch (error) {
    if (!(error instanceof MidiFileError)) throw error;
    throw new Fault("file_unusable", error.message, { cause: error });
  }
}

function chosenTracks(song: Song, named: readonly string[] | undefined): readonly Id[] {
  const all = tracksInOrder(song);
  if (named === undefined) return all.map(([id]) => id);
  return named.map((name) => {
    const found = all.find(([id, track]) => id === name || track.name === name);
    if (found === undefined)
      throw new Fault("arguments_invalid", "The other session has no such track", {
        hint: `It has ${all.length} tracks; leave tracks out to take them all`,
      });
    return found[0];
  });
}

function timeline(desk: Desk, from: Song, wanted: readonly string[]): readonly Op[] {
  const ops: Op[] = [];
  if (wanted.includes("markers"))
    for (const marker of Object.values(from.markers)) ops.push({ op: "marker.set", id: desk.newId("k"), ...marker });
  if (wanted.includes("sections"))
    for (const section of Object.values(from.sections)) ops.push({ op: "section.set", id: desk.newId("s"), ...section });
  if (wanted.includes("tempo"))
    for (const point of Object.values(from.tempo))
      ops.push({ op: "tempo.set", id: point.tick === 0 ? "p_first" : desk.newId("p"), ...point });
  if (wanted.includes("meter"))
    for (const point of Object.values(from.meter))
      ops.push({ op: "meter.set", id: point.tick === 0 ? "m_first" : desk.newId("m"), ...point });
  return ops;
}

function placeGroup(desk: Desk, group: Song, tick: number, missing: ReturnType<typeof missingOf>) {
  const tracks = tracksInOrder(group);
  const first = Math.min(...tracks.flatMap(([, { clips }]) => Object.values(clips).map((clip) => clip.tick)));
  const all = tracksInOrder(desk.song);
  let order = all.at(-1)?.[1].order;
  const ops: Op[] = [...sampleOps(group, Object.keys(group.tracks))];
  const made: Id[] = [];
  for (const [id, track] of tracks) {
    const same = all.find(([, { name, kind }]) => name === track.name && kind === track.kind);
    const on = same?.[0] ?? desk.newId("t");
    if (same === undefined)
      ops.push(
        ...opsOfTrack(desk, { ...group, tracks: { [id]: { ...track, clips: {} } } }, id, {
          id: on,
          order: (order = orderBetween(order, undefined)),
        }),
      );
    for (const clip of inTime(track.clips)) {
      const copy = copyOfClip(desk, clip, on, tick + clip.tick - first);
      ops.push(...copy.ops);
      made.push(copy.id);
    }
  }
  return desk.edit("Import clip group", ops, { clips: made, missing });
}

function inTime(clips: Readonly<Record<Id, Clip>>): readonly Clip[] {
  return Object.values(clips).toSorted((a, b) => a.tick - b.tick);
}
