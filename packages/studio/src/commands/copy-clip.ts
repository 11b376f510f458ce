import type { Op } from "../song/op-row.ts";
import type { Clip, Id, Note } from "../song/song.ts";
import type { Desk } from "./desk.ts";
import type { ClipAt } from "./lookup.ts";

/** Notes that one op takes. */
const notesAtOnce = 2_000;

/** The ops that make a clip once more. Its notes get ids of their own. */
export function copyOfClip(desk: Desk, clip: Clip, track: Id, tick: number): { readonly id: Id; readonly ops: readonly Op[] } {
  const notes = Object.values(clip.notes)
    .toSorted((a, b) => a.tick - b.tick || a.pitch - b.pitch)
    .map((note) => ({ id: desk.newId("n"), ...note }));
  const id = desk.newId("c");
  const made = { op: "clip.add", track, id, name: clip.name, tick, ticks: clip.ticks };
  if (clip.audio !== undefined) return { id, ops: [{ ...made, audio: { ...clip.audio } }] };
  return { id, ops: [{ ...made, notes: notes.slice(0, notesAtOnce) }, ...setNotes({ track, clip: id }, notes.slice(notesAtOnce))] };
}

/** The ops that set notes of a clip: as many as it takes. */
export function setNotes({ track, clip }: ClipAt, notes: readonly ({ readonly id: Id } & Note)[]): readonly Op[] {
  return inPieces(notes).map((piece) => ({ op: "note.set", track, clip, notes: piece }));
}

/** The ops that remove notes of a clip. */
export function removeNotes({ track, clip }: ClipAt, notes: readonly Id[]): readonly Op[] {
  return inPieces(notes).map((piece) => ({ op: "note.remove", track, clip, notes: piece }));
}

function inPieces<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / notesAtOnce) }, (_, at) => list.slice(at * notesAtOnce, (at + 1) * notesAtOnce));
}
