import type { Clip, Id, Note, Op } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import type { ClipRef } from "../desk/view.ts";
import { newId } from "../song/new-id.ts";
import { clipAt } from "./clips.ts";

export type NoteWithId = Note & { readonly id: Id };

/** Notes that one op takes. */
const mostInOp = 2_000;

export function shownClip({ view, song }: Desk): { readonly ref: ClipRef; readonly it: Clip } | undefined {
  const ref = view.clip.peek();
  const it = ref === undefined ? undefined : clipAt(song.peek(), ref);
  return ref === undefined || it === undefined ? undefined : { ref, it };
}

/** The selected notes of the clip that is shown, or all of them where none is selected. */
export function notesInHand(desk: Desk): readonly NoteWithId[] {
  const shown = shownClip(desk);
  const held = desk.view.notes.peek();
  return Object.entries(shown?.it.notes ?? {})
    .filter(([id]) => held.size === 0 || held.has(id))
    .map(([id, note]) => ({ id, ...note }));
}

export function setNotes(desk: Desk, ref: ClipRef, label: string, notes: readonly NoteWithId[]): boolean {
  const ops: Op[] = [];
  for (let from = 0; from < notes.length; from += mostInOp)
    ops.push({ op: "note.set", track: ref.track, clip: ref.clip, notes: notes.slice(from, from + mostInOp) });
  return desk.act(label, ops) !== undefined;
}

export function addNote(desk: Desk, ref: ClipRef, note: Note): Id | undefined {
  const id = newId("n");
  return setNotes(desk, ref, "Add note", [{ id, ...note }]) ? id : undefined;
}

export function removeNotes(desk: Desk, ids: Iterable<Id>): void {
  const shown = shownClip(desk);
  const list = [...ids];
  if (shown === undefined || list.length === 0) return;
  const ops: Op[] = [];
  for (let from = 0; from < list.length; from += mostInOp)
    ops.push({ op: "note.remove", track: shown.ref.track, clip: shown.ref.clip, notes: list.slice(from, from + mostInOp) });
  desk.act(list.length === 1 ? "Remove note" : `Remove ${list.length} notes`, ops);
}

/** Notes and removals of one stroke over a kit's steps. */
export function paintNotes(desk: Desk, ref: ClipRef, added: readonly Note[], removed: readonly Id[]): void {
  const ops: Op[] = [];
  if (removed.length > 0) ops.push({ op: "note.remove", track: ref.track, clip: ref.clip, notes: removed });
  if (added.length > 0)
    ops.push({ op: "note.set", track: ref.track, clip: ref.clip, notes: added.map((note) => ({ id: newId("n"), ...note })) });
  const steps = added.length + removed.length;
  desk.act(`${added.length > 0 ? "Set" : "Clear"} ${steps === 1 ? "step" : `${steps} steps`}`, ops);
}

/** Moves the selected notes, within the clip and the pitches there are. */
export function moveNotes(desk: Desk, byTicks: number, byPitch: number, label = "Move"): void {
  const shown = shownClip(desk);
  const held = desk.view.notes.peek();
  if (shown === undefined || held.size === 0) return;
  const moved = notesInHand(desk).map((note) => movedNote(note, shown.it, byTicks, byPitch));
  setNotes(desk, shown.ref, `${label} ${count(moved.length)}`, moved);
}

export function movedNote(note: NoteWithId, { ticks }: Clip, byTicks: number, byPitch: number): NoteWithId {
  return {
    ...note,
    tick: Math.min(Math.max(0, note.tick + byTicks), Math.max(0, ticks - 1)),
    pitch: Math.min(127, Math.max(0, note.pitch + byPitch)),
  };
}

export function resizeNotes(desk: Desk, by: number): void {
  const shown = shownClip(desk);
  if (shown === undefined || desk.view.notes.peek().size === 0) return;
  const resized = notesInHand(desk).map((note) => ({ ...note, ticks: Math.max(15, note.ticks + by) }));
  setNotes(desk, shown.ref, `Resize ${count(resized.length)}`, resized);
}

export function changeVelocity(desk: Desk, by: number): void {
  const shown = shownClip(desk);
  if (shown === undefined) return;
  const changed = notesInHand(desk).map((note) => ({ ...note, velocity: Math.min(127, Math.max(1, note.velocity + by)) }));
  setNotes(desk, shown.ref, `Velocity of ${count(changed.length)}`, changed);
}

/** Brings the beginnings of notes to the grid: the selected ones, or all. */
export function quantize(desk: Desk): void {
  const shown = shownClip(desk);
  const grid = desk.view.grid.peek();
  if (shown === undefined) return;
  if (grid <= 1) return desk.tell("Choose a grid to quantize to");
  const moved = notesInHand(desk).flatMap((note): NoteWithId[] => {
    const tick = Math.round(note.tick / grid) * grid;
    const within = tick >= shown.it.ticks ? tick - grid : tick;
    return within === note.tick ? [] : [{ ...note, tick: Math.max(0, within) }];
  });
  if (moved.length === 0) return desk.tell("All of them are on the grid");
  setNotes(desk, shown.ref, `Quantize ${count(moved.length)}`, moved);
}

/** The selected notes once more, behind themselves. */
export function duplicateNotes(desk: Desk): void {
  const shown = shownClip(desk);
  const grid = Math.max(1, desk.view.grid.peek());
  const notes = desk.view.notes.peek().size === 0 ? [] : notesInHand(desk);
  if (shown === undefined || notes.length === 0) return;
  const from = Math.min(...notes.map(({ tick }) => tick));
  const to = Math.max(...notes.map(({ tick, ticks }) => tick + ticks));
  const by = Math.ceil((to - from) / grid) * grid;
  const copies = notes.map((note) => ({ ...note, id: newId("n"), tick: note.tick + by })).filter(({ tick }) => tick < shown.it.ticks);
  if (copies.length === 0) return desk.tell("There is no room behind them: make the clip longer");
  if (setNotes(desk, shown.ref, `Duplicate ${count(copies.length)}`, copies)) desk.view.notes.value = new Set(copies.map(({ id }) => id));
}

function count(notes: number): string {
  return notes === 1 ? "note" : `${notes} notes`;
}
