import { Fault, type Json } from "@jackfield/contract";
import { encodePieces } from "../audio-files/audio-encoder.ts";
import { encodeAudio } from "../audio-files/encode-audio.ts";
import { writeMidi } from "../midi/write-midi.ts";
import type { FieldSchema } from "../song/fields.ts";
import type { Clip, Id, Song } from "../song/song.ts";
import { type Command, command } from "./command.ts";
import { clipField, pathField, replaceField } from "./command-fields.ts";
import { fileName } from "./bounce-commands.ts";
import type { Desk } from "./desk.ts";
import { type ClipAt, clipAt, targetClips, targetTracks, trackOf } from "./lookup.ts";
import { songWith } from "./parts-of-song.ts";
import { samplesOf } from "./session-commands.ts";
import { sessionText } from "./session-text.ts";

const tracksField: FieldSchema = {
  type: "array",
  maxItems: 200,
  items: { type: "string", minLength: 1, maxLength: 64 },
  description: "Names or ids. Default: those selected, or all",
};
const clipsField: FieldSchema = { type: "array", maxItems: 200, items: clipField, description: "Ids. Default: those selected" };
const folderField: FieldSchema = { ...pathField, description: "The folder; it is made where it is missing" };

/** Parts of the song as files that other programs, or other sessions, take. */
export const exportCommands: readonly Command[] = [
  command<{ path: string; tracks?: readonly string[]; replace?: boolean }>({
    id: "file.export_midi",
    title: "Export MIDI",
    menu: "File",
    blurb: "Tracks of notes as a Standard MIDI File, with tempo, meter and markers.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { path: pathField, tracks: tracksField, replace: replaceField },
    required: ["path"],
    async run(desk, { path, tracks, replace = false }) {
      const song = songWith(desk.song, tracksIn(desk, tracks));
      const notes = Object.values(song.tracks).filter(({ kind }) => kind === "notes").length;
      if (notes === 0) throw new Fault("arguments_invalid", "None of these tracks has notes", { hint: "Name tracks of notes" });
      return { ...(await desk.write(path, [writeMidi(song)], replace)), path, tracks: notes };
    },
  }),
  command<{ path: string; clips?: readonly string[]; replace?: boolean }>({
    id: "file.export_clips",
    title: "Export clips",
    menu: "File",
    blurb: "Each clip as a file of its own in a folder: a recording as WAV, as it was imported, and notes as MIDI.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { path: folderField, clips: clipsField, replace: replaceField },
    required: ["path"],
    async run(desk, { path, clips, replace = false }) {
      const files: Json[] = [];
      for (const [index, at] of clipsIn(desk, clips).entries()) {
        const clip = clipAt(desk.song, at);
        if (clip === undefined) continue;
        const name = `${path}/${String(index + 1).padStart(3, "0")} ${fileName(clip.name)}`;
        files.push({
          clip: at.clip,
          ...(await (clip.audio === undefined ? notesFile(desk, at, clip, name, replace) : audioFile(desk, clip, name, replace))),
        });
        desk.call.progress({ progress: index + 1 });
      }
      return { folder: path, files };
    },
  }),
  command<{ path: string; clips?: readonly string[]; replace?: boolean }>({
    id: "file.export_clip_groups",
    title: "Export clip group",
    menu: "File",
    blurb: "Clips with their tracks and recordings, to be put into other sessions with file.import_clip_groups.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { path: { ...pathField, description: "The group: a folder that ends in .studio" }, clips: clipsField, replace: replaceField },
    required: ["path"],
    async run(desk, { path, clips, replace = false }) {
      const list = clipsIn(desk, clips);
      const song = songWith(desk.song, [...new Set(list.map(({ track }) => track))], new Set(list.map(({ clip }) => clip)));
      return { path: await saveSong(desk, path, song, replace), clips: list.length, tracks: Object.keys(song.tracks).length };
    },
  }),
  command<{ path: string; tracks?: readonly string[]; replace?: boolean }>({
    id: "file.export_selected_tracks_as_session",
    title: "Export tracks as a session",
    menu: "File",
    blurb: "Some of the tracks, with tempo, meter, markers and their recordings, as a session of their own without history.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { path: { ...pathField, description: "A session: a folder that ends in .studio" }, tracks: tracksField, replace: replaceField },
    required: ["path"],
    async run(desk, { path, tracks, replace = false }) {
      const song = songWith(desk.song, tracks === undefined ? targetTracks(desk, undefined) : tracksIn(desk, tracks));
      return { path: await saveSong(desk, path, song, replace), tracks: Object.keys(song.tracks).length };
    },
  }),
  command<{ path: string; replace?: boolean }>({
    id: "file.export_session_text",
    title: "Export session as text",
    menu: "File",
    blurb: "What is in the session as plain text: timeline, tracks, clips, mixer and recordings.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { path: pathField, replace: replaceField },
    required: ["path"],
    async run(desk, { path, replace = false }) {
      const text = sessionText(desk.song);
      return { ...(await desk.write(path, [new TextEncoder().encode(text)], replace)), path, lines: text.split("\n").length - 1 };
    },
  }),
];

function tracksIn(desk: Desk, named: readonly string[] | undefined): readonly Id[] {
  if (named !== undefined) return named.map((each) => trackOf(desk.song, each));
  const { tracks } = desk.selection;
  return tracks.length > 0 ? targetTracks(desk, undefined) : Object.keys(desk.song.tracks);
}

function clipsIn(desk: Desk, named: readonly string[] | undefined): readonly ClipAt[] {
  return named === undefined ? targetClips(desk, undefined) : named.flatMap((each) => targetClips(desk, each));
}

async function saveSong(desk: Desk, path: string, song: Song, replace: boolean): Promise<string> {
  const session = { song, changes: [], samples: samplesOf(desk.studio, song) };
  const done = await desk.studio.ports.sessions.save(path, session, { replace, signal: desk.call.signal });
  desk.wrote(done.path);
  return done.path;
}

/** Its notes from the beginning of the file on, at the tempo and in the meter of where the clip lies. */
async function notesFile(
  desk: Desk,
  { track, clip: id }: ClipAt,
  clip: Clip,
  name: string,
  replace: boolean,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const path = `${name}.mid`;
  const song = songWith(desk.song, [track], new Set([id]), clip.tick);
  return { path, ...(await desk.write(path, [writeMidi(song)], replace, { folders: true })) };
}

async function audioFile(
  desk: Desk,
  { audio, name: called }: Clip,
  name: string,
  replace: boolean,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const data = audio === undefined ? undefined : desk.studio.ports.samples.get(audio.sample);
  if (data === undefined)
    throw new Fault("file_missing", `The recording of the clip "${fileName(called)}" is not loaded`, {
      hint: "inspect_session with section sources says which are",
    });
  const isMono = data.left === data.right;
  const channels = isMono ? [data.left] : [data.left, data.right];
  const encoder = encodeAudio("wav", { rate: data.rate, channels: isMono ? 1 : 2, sample: "f32", dither: undefined });
  const path = `${name}.wav`;
  return { path, ...(await desk.write(path, encodePieces(encoder, data.left.length, [channels]), replace, { folders: true })) };
}
