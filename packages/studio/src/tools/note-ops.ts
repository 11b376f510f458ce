import type { NewIds } from "../open-song/new-ids.ts";
import type { Op } from "../song/op-row.ts";
import type { Song } from "../song/song.ts";
import type { IdNote } from "./song-parts.ts";

/** Notes that one op may carry (`note.set`). */
const notesPerOp = 2_000;

/** A note as ops have it: its place counted from the clip's. */
export interface OpNote {
  readonly id: string;
  readonly tick: number;
  readonly ticks: number;
  readonly pitch: number;
  readonly velocity: number;
}

/** Ops that make `after` of `before`, notes of one track: what changed is set, what is gone removed. What is the same makes none. */
export function noteOps(
  song: Song,
  track: string,
  before: readonly IdNote[],
  after: readonly IdNote[],
  added: readonly IdNote[],
  newIds: NewIds,
): readonly Op[] {
  const clips = song.tracks[track]?.clips ?? {};
  const old = new Map(before.map((note) => [`${note.clip}/${note.id}`, note]));
  const sets = new Map<string, OpNote[]>();
  const put = (note: IdNote, id: string): void => {
    const clip = clips[note.clip];
    if (clip === undefined) return;
    // What would leave its clip stays at its edge: nothing of it is lost.
    const tick = Math.min(clip.ticks - 1, Math.max(0, note.at - clip.tick));
    const list = sets.get(note.clip) ?? [];
    list.push({ id, tick, ticks: Math.max(1, Math.round(note.ticks)), pitch: note.pitch, velocity: note.velocity });
    sets.set(note.clip, list);
  };
  for (const note of after) {
    const was = old.get(`${note.clip}/${note.id}`);
    old.delete(`${note.clip}/${note.id}`);
    if (was === undefined || was.at !== note.at || was.ticks !== note.ticks || was.pitch !== note.pitch || was.velocity !== note.velocity)
      put(note, note.id);
  }
  for (const note of added) put(note, newIds("n"));
  const removed = new Map<string, string[]>();
  for (const { clip, id } of old.values()) removed.set(clip, [...(removed.get(clip) ?? []), id]);
  return [
    ...[...removed].flatMap(([clip, ids]) => pieces(ids).map((notes): Op => ({ op: "note.remove", track, clip, notes }))),
    ...[...sets].flatMap(([clip, list]) => pieces(list).map((notes): Op => ({ op: "note.set", track, clip, notes }))),
  ];
}

/** A new clip with however many notes. */
export function clipOps(
  clip: { readonly track: string; readonly id: string; readonly name: string; readonly tick: number; readonly ticks: number },
  notes: readonly OpNote[],
): readonly Op[] {
  const [first = [], ...more] = pieces(notes);
  return [
    { op: "clip.add", ...clip, notes: first },
    ...more.map((rest): Op => ({ op: "note.set", track: clip.track, clip: clip.id, notes: rest })),
  ];
}

function pieces<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / notesPerOp) }, (_, index) =>
    list.slice(index * notesPerOp, (index + 1) * notesPerOp),
  );
}
