import { Refusal } from "../open-song/refusal.ts";
import type { FieldSchema } from "../song/fields.ts";
import type { Clip, Id, Note, Song, SongTrack } from "../song/song.ts";

/** A track as agents name it. */
export const trackField: FieldSchema = { type: "string", minLength: 1, maxLength: 64, description: "A track's id, or its name" };

/** A track with its id. */
export interface IdTrack {
  readonly id: Id;
  readonly track: SongTrack;
}

/** Tracks as they stand on the page. */
export function tracksInOrder(song: Song): readonly IdTrack[] {
  return Object.entries(song.tracks)
    .toSorted(([a, one], [b, other]) => compare(one.order, other.order) || compare(a, b))
    .map(([id, track]) => ({ id, track }));
}

/** By id, or by a name that one track alone has. Throws `missing`. */
export function trackOf(song: Song, named: string): IdTrack {
  const own = Object.hasOwn(song.tracks, named) ? song.tracks[named] : undefined;
  if (own !== undefined) return { id: named, track: own };
  const same = tracksInOrder(song).filter(({ track }) => track.name.toLowerCase() === named.toLowerCase());
  const [only] = same;
  if (only !== undefined && same.length === 1) return only;
  throw new Refusal(
    "missing",
    same.length > 1 ? "Several tracks have that name" : "There is no such track",
    `Name it by id: ${Object.keys(song.tracks).slice(0, 24).join(", ") || "the song has no tracks"}`,
  );
}

/** A clip with where it is. */
export interface IdClip {
  readonly track: Id;
  readonly id: Id;
  readonly clip: Clip;
}

/** By place, then id. */
export function clipsInOrder(track: Id, { clips }: SongTrack): readonly IdClip[] {
  return Object.entries(clips)
    .toSorted(([a, one], [b, other]) => one.tick - other.tick || compare(a, b))
    .map(([id, clip]) => ({ track, id, clip }));
}

/** A note with its id and clip; `at` is its place in the song. */
export interface IdNote extends Note {
  readonly id: Id;
  readonly clip: Id;
  readonly at: number;
}

/** The notes of a clip that sound, by place, then pitch. */
export function notesInOrder(clip: Id, { tick, ticks, notes }: Clip): readonly IdNote[] {
  return Object.entries(notes)
    .filter(([, note]) => note.tick < ticks)
    .map(([id, note]) => ({ id, clip, at: tick + note.tick, ...note }))
    .toSorted((a, b) => a.at - b.at || a.pitch - b.pitch || compare(a.id, b.id));
}

/** All notes of a track that sound within a stretch. */
export function notesOfTrack(id: Id, track: SongTrack, from = 0, to = Number.POSITIVE_INFINITY): readonly IdNote[] {
  return clipsInOrder(id, track)
    .flatMap((each) => notesInOrder(each.id, each.clip))
    .filter(({ at }) => at >= from && at < to)
    .toSorted((a, b) => a.at - b.at || a.pitch - b.pitch);
}

/** By code unit: an order that depends on nobody's language. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
