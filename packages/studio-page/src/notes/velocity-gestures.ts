import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Id } from "@jackfield/studio";
import { setNotes } from "../actions/notes.ts";
import type { Desk } from "../desk/desk.ts";
import type { StageGestures } from "../parts/use-stage.ts";
import { noteTable, notesBetween } from "../song/note-table.ts";
import { velocityAt } from "./draw-notes.ts";
import { type NotesGeometry, type NotesPreview, tickAtX } from "./geometry.ts";
import type { Shown } from "./note-gestures.ts";

/** Pixels about a stem that take hold of it. */
const reach = 6;

/** Dragging over the stems below the notes sets how hard they are struck: those that are selected, or all that it passes. */
export function velocityGestures(
  desk: Desk,
  shown: ReadonlySignal<Shown | undefined>,
  geometry: NotesGeometry,
  preview: Signal<NotesPreview | undefined>,
  height: number,
): StageGestures {
  let last: { readonly x: number; readonly y: number } | undefined;

  function pass(x: number, y: number): void {
    const clip = shown.peek()?.clip;
    if (clip === undefined || last === undefined) return;
    const before = preview.peek();
    const of = new Map<Id, number>(before?.is === "velocity" ? before.of : []);
    const held = desk.view.notes.peek();
    const [left, right] = [Math.min(x, last.x), Math.max(x, last.x)];
    const table = noteTable(clip.notes);
    const scale = geometry.scale.peek();
    const [first, end] = notesBetween(table, tickAtX(geometry, left - reach) - 1, tickAtX(geometry, right + reach));
    for (let at = first; at < end; at++) {
      const id = table.ids[at] ?? "";
      const stem = (table.ticks[at] ?? 0) * scale - geometry.scroll.left.peek();
      if (stem < left - reach || stem > right + reach || (held.size > 0 && !held.has(id))) continue;
      // Between two places of a quick pointer the height goes along.
      const share = right === left ? 1 : Math.min(1, Math.max(0, (stem - last.x) / (x - last.x)));
      of.set(id, velocityAt(last.y + (y - last.y) * share, height));
    }
    last = { x, y };
    preview.value = { is: "velocity", of };
  }

  const api: StageGestures = {
    down(event, x, y) {
      if (event.button !== 0) return;
      last = { x, y };
      pass(x, y);
    },
    move(_event, x, y) {
      if (last !== undefined) pass(x, y);
    },
    up() {
      const [seen, now] = [preview.peek(), shown.peek()];
      api.cancel();
      if (seen?.is !== "velocity" || now === undefined || seen.of.size === 0) return;
      const notes = [...seen.of].flatMap(([id, velocity]) => {
        const note = now.clip.notes[id];
        return note === undefined ? [] : [{ id, ...note, velocity }];
      });
      setNotes(desk, now.ref, notes.length === 1 ? "Velocity of note" : `Velocity of ${notes.length} notes`, notes);
    },
    cancel() {
      last = undefined;
      preview.value = undefined;
    },
    double: () => undefined,
    cursor: () => "ns-resize",
    claims: () => true,
  };
  return api;
}
