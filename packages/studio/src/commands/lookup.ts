import { safeText } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import type { Clip, Id, Note, Song, SongTrack } from "../song/song.ts";
import type { Desk } from "./desk.ts";

export interface ClipAt {
  readonly track: Id;
  readonly clip: Id;
}

/** Tracks in the order that people see them in. */
export function tracksInOrder(song: Song): readonly (readonly [Id, SongTrack])[] {
  return Object.entries(song.tracks).toSorted(([a, one], [b, other]) => compare(one.order, other.order) || compare(a, b));
}

/** A track by its id or its name, whatever its case. Throws `missing`, which lists those that there are. */
export function trackOf(song: Song, named: string): Id {
  if (Object.hasOwn(song.tracks, named)) return named;
  const all = tracksInOrder(song);
  const found = all.filter(([, { name }]) => name === named);
  const near = found.length > 0 ? found : all.filter(([, { name }]) => name.toLowerCase() === named.toLowerCase());
  if (near.length === 1 && near[0] !== undefined) return near[0][0];
  if (near.length > 1)
    throw new Refusal("missing", `${near.length} tracks are called ${quoted(named)}`, `Name one by its id: ${ids(near.map(([id]) => id))}`);
  throw new Refusal(
    "missing",
    `There is no track ${quoted(named)}`,
    all.length === 0 ? "Add one with track.add" : `The tracks are ${names(all)}`,
  );
}

/** The tracks that a command is about: the named one, or those selected. */
export function targetTracks(desk: Desk, named: string | undefined): readonly Id[] {
  if (named !== undefined) return [trackOf(desk.song, named)];
  const selected = desk.selection.tracks.filter((id) => Object.hasOwn(desk.song.tracks, id));
  if (selected.length > 0) return selected;
  throw new Refusal(
    "missing",
    "No track is named, and none is selected",
    `Name one: ${names(tracksInOrder(desk.song)) || "there is none yet"}`,
  );
}

/** A clip by its id, or by a name that only one clip has. */
export function clipOf(song: Song, named: string, on: Id | undefined): ClipAt {
  const clips = tracksInOrder(song).flatMap(([track, { clips: all }]) =>
    on !== undefined && on !== track ? [] : Object.entries(all).map(([clip, { name }]) => ({ track, clip, name })),
  );
  const byId = clips.find(({ clip }) => clip === named);
  if (byId !== undefined) return { track: byId.track, clip: byId.clip };
  const [first, ...others] = clips.filter(({ name }) => name === named);
  if (first === undefined)
    throw new Refusal("missing", `There is no clip ${quoted(named)}`, "See inspect_session for the clips, and name one by its id");
  if (others.length > 0)
    throw new Refusal(
      "missing",
      `${others.length + 1} clips are called ${quoted(named)}`,
      `Name one by its id: ${ids([first, ...others].map(({ clip }) => clip))}`,
    );
  return { track: first.track, clip: first.clip };
}

/** The clips that a command is about: the named one, or those selected. */
export function targetClips(desk: Desk, named: string | undefined, track?: string): readonly ClipAt[] {
  const on = track === undefined ? undefined : trackOf(desk.song, track);
  if (named !== undefined) return [clipOf(desk.song, named, on)];
  const selected = desk.selection.clips.filter((each) => clipAt(desk.song, each) !== undefined && (on === undefined || each.track === on));
  if (selected.length > 0) return selected;
  throw new Refusal("missing", "No clip is named, and none is selected", "Name one by its id: inspect_session lists them");
}

export function clipAt(song: Song, { track, clip }: ClipAt): Clip | undefined {
  const clips = song.tracks[track]?.clips;
  return clips !== undefined && Object.hasOwn(clips, clip) ? clips[clip] : undefined;
}

/** The notes of clips that a command is about: those selected, or all where none of them is. In the order of time. */
export function targetNotes(desk: Desk, at: ClipAt, named?: readonly Id[]): readonly (readonly [Id, Note])[] {
  const all = Object.entries(clipAt(desk.song, at)?.notes ?? {}).toSorted(
    ([a, one], [b, other]) => one.tick - other.tick || one.pitch - other.pitch || compare(a, b),
  );
  const wanted = new Set(named ?? desk.selection.notes);
  const some = all.filter(([id]) => wanted.has(id));
  return named !== undefined || some.length > 0 ? some : all;
}

/** A recording of the song's, by its hash or its name. */
export function sampleOf(song: Song, named: string): string {
  if (Object.hasOwn(song.samples, named)) return named;
  const found = Object.entries(song.samples).filter(([, { name }]) => name === named);
  if (found.length === 1 && found[0] !== undefined) return found[0][0];
  const all = Object.values(song.samples).map(({ name }) => quoted(name));
  throw new Refusal(
    "missing",
    found.length > 1 ? `${found.length} recordings are called ${quoted(named)}` : `The song has no recording ${quoted(named)}`,
    found.length > 1
      ? "Name one by its hash"
      : all.length === 0
        ? "Import one with file.import_audio"
        : `It has ${all.slice(0, 20).join(", ")}`,
  );
}

/** By code unit: an order that depends on nobody's language. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A foreign name as it may stand in a message. */
export function quoted(name: string): string {
  return JSON.stringify(safeText(name, 40));
}

function names(tracks: readonly (readonly [Id, SongTrack])[]): string {
  return tracks
    .slice(0, 20)
    .map(([, { name }]) => quoted(name))
    .join(", ");
}

function ids(list: readonly Id[]): string {
  return list.slice(0, 20).join(", ");
}
