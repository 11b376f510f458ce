import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Clip, Id, Note } from "@jackfield/studio";
import type { Scrolled } from "../parts/sheet.tsx";
import { noteTable, notesBetween } from "../song/note-table.ts";
import type { Lanes } from "./lanes.ts";

/** Pixels of a tick, from whole clips to single ticks. */
export const notesZoom = [8 / 480, 900 / 480] as const;

export interface NotesGeometry {
  readonly scroll: Scrolled;
  readonly scale: Signal<number>;
  readonly rowHeight: ReadonlySignal<number>;
  readonly lanes: ReadonlySignal<Lanes>;
}

/** What is shown while something is dragged. */
export type NotesPreview =
  | { readonly is: "new"; readonly note: Note }
  | { readonly is: "move"; readonly byTicks: number; readonly byPitch: number; readonly copy: boolean }
  | { readonly is: "resize"; readonly by: number }
  | { readonly is: "paint"; readonly added: readonly Note[]; readonly removed: ReadonlySet<Id> }
  | { readonly is: "velocity"; readonly of: ReadonlyMap<Id, number> }
  | { readonly is: "marquee"; readonly x: number; readonly y: number; readonly toX: number; readonly toY: number };

export interface NoteHit {
  readonly id: Id;
  readonly note: Note;
  /** At the edge by which it is made longer. */
  readonly end: boolean;
}

export function tickAtX({ scroll, scale }: NotesGeometry, x: number): number {
  return (x + scroll.left.peek()) / scale.peek();
}

export function pitchAtY({ scroll, rowHeight, lanes }: NotesGeometry, y: number): number | undefined {
  return lanes.peek().list[Math.floor((y + scroll.top.peek()) / rowHeight.peek())]?.pitch;
}

/** The note at a place. A kit's steps are hit over the whole width of the grid's cell. */
export function noteAt(geometry: NotesGeometry, clip: Clip, x: number, y: number, cell: number): NoteHit | undefined {
  const pitch = pitchAtY(geometry, y);
  const tick = tickAtX(geometry, x);
  const table = noteTable(clip.notes);
  const scale = geometry.scale.peek();
  const { isKit } = geometry.lanes.peek();
  const [first, end] = notesBetween(table, tick - cell, tick + 1);
  for (let at = end - 1; at >= first; at--) {
    if (table.pitches[at] !== pitch) continue;
    const from = table.ticks[at] ?? 0;
    const length = isKit ? cell : Math.max(table.lengths[at] ?? 0, 5 / scale);
    if (tick < from || tick >= from + length) continue;
    const id = table.ids[at] ?? "";
    const note = clip.notes[id];
    if (note === undefined) continue;
    const edge = Math.min(8, (length * scale) / 3);
    return { id, note, end: !isKit && (from + length - tick) * scale < edge };
  }
  return undefined;
}
