import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Clip, Id, Note } from "@jackfield/studio";
import { moveNotes, paintNotes, removeNotes, resizeNotes, setNotes, addNote, notesInHand, movedNote } from "../actions/notes.ts";
import type { Desk } from "../desk/desk.ts";
import type { ClipRef } from "../desk/view.ts";
import type { StageGestures } from "../parts/use-stage.ts";
import { newId } from "../song/new-id.ts";
import { noteTable, notesBetween } from "../song/note-table.ts";
import { type NoteHit, type NotesGeometry, type NotesPreview, noteAt, pitchAtY, tickAtX } from "./geometry.ts";

export interface Shown {
  readonly ref: ClipRef;
  readonly clip: Clip;
}

/** How hard a new note is struck. */
const newVelocity = 100;
const slack = 3;

/** What a pointer does among notes: draws, moves, resizes and selects them; on a kit it paints steps. Done when it is let go. */
export function noteGestures(
  desk: Desk,
  shown: ReadonlySignal<Shown | undefined>,
  geometry: NotesGeometry,
  preview: Signal<NotesPreview | undefined>,
  cell: Signal<{ readonly tick: number; readonly pitch: number }>,
): StageGestures {
  const { view } = desk;
  type Drag =
    | {
        readonly is: "note";
        readonly hit: NoteHit;
        readonly x: number;
        readonly y: number;
        readonly copy: boolean;
        readonly adds: boolean;
        readonly was: boolean;
        moved: boolean;
        pitch: number;
      }
    | { readonly is: "new"; readonly note: Note; readonly x: number }
    | { readonly is: "paint"; readonly adds: boolean; readonly seen: Set<string> }
    | { readonly is: "marquee"; readonly x: number; readonly y: number; readonly adds: boolean; moved: boolean };
  let drag: Drag | undefined;

  const cellTicks = (): number => (view.grid.peek() > 1 ? view.grid.peek() : 120);
  const gridOf = (event: PointerEvent): number => (event.ctrlKey || event.metaKey ? 1 : Math.max(1, view.grid.peek()));
  const at = (x: number, y: number): NoteHit | undefined => {
    const clip = shown.peek()?.clip;
    return clip === undefined ? undefined : noteAt(geometry, clip, x, y, cellTicks());
  };
  const isKit = (): boolean => geometry.lanes.peek().isKit;

  function hear(pitch: number, velocity = newVelocity): void {
    const ref = shown.peek()?.ref;
    if (ref !== undefined) desk.sound.press(ref.track, pitch, velocity);
  }

  function paint(x: number, y: number): void {
    if (drag?.is !== "paint") return;
    const clip = shown.peek()?.clip;
    const pitch = pitchAtY(geometry, y);
    const before = preview.peek();
    if (clip === undefined || pitch === undefined || before?.is !== "paint") return;
    const tick = Math.floor(tickAtX(geometry, x) / cellTicks()) * cellTicks();
    const key = `${tick} ${pitch}`;
    if (tick < 0 || tick >= clip.ticks || drag.seen.has(key)) return;
    drag.seen.add(key);
    const there = at(x, y);
    if (drag.adds && there === undefined) {
      preview.value = { ...before, added: [...before.added, { tick, ticks: cellTicks() / 2, pitch, velocity: newVelocity }] };
      if (before.added.length === 0) hear(pitch);
    } else if (!drag.adds && there !== undefined) preview.value = { ...before, removed: new Set(before.removed).add(there.id) };
  }

  function inBox(box: NotesPreview & { is: "marquee" }): readonly Id[] {
    const clip = shown.peek()?.clip;
    if (clip === undefined) return [];
    const table = noteTable(clip.notes);
    const [from, to] = [tickAtX(geometry, Math.min(box.x, box.toX)), tickAtX(geometry, Math.max(box.x, box.toX))];
    const { lanes, rowHeight, scroll } = geometry;
    const [high, low] = [Math.min(box.y, box.toY), Math.max(box.y, box.toY)].map((y) => (y + scroll.top.peek()) / rowHeight.peek()) as [
      number,
      number,
    ];
    const [first, end] = notesBetween(table, from, to);
    const ids: Id[] = [];
    for (let index = first; index < end; index++) {
      const row = lanes.peek().at.get(table.pitches[index] ?? -1);
      const ends = (table.ticks[index] ?? 0) + (table.lengths[index] ?? 0);
      if (row !== undefined && row + 1 > high && row < low && ends > from) ids.push(table.ids[index] ?? "");
    }
    return ids;
  }

  const api: StageGestures = {
    down(event, x, y) {
      const now = shown.peek();
      if (now === undefined || event.button !== 0) return;
      const hit = at(x, y);
      const pitch = pitchAtY(geometry, y);
      const tick = tickAtX(geometry, x);
      const grid = gridOf(event);
      if (pitch !== undefined) cell.value = { tick: Math.floor(tick / cellTicks()) * cellTicks(), pitch };
      if (event.shiftKey && hit === undefined) drag = { is: "marquee", x, y, adds: true, moved: false };
      else if (isKit() && view.tool.peek() === "draw" && !event.shiftKey && event.pointerType !== "touch") {
        drag = { is: "paint", adds: hit === undefined, seen: new Set() };
        preview.value = { is: "paint", added: [], removed: new Set() };
        paint(x, y);
      } else if (hit !== undefined) {
        const was = view.notes.peek().has(hit.id);
        if (!was) view.notes.value = new Set(event.shiftKey ? [...view.notes.peek(), hit.id] : [hit.id]);
        drag = { is: "note", hit, x, y, copy: event.altKey, adds: event.shiftKey, was, moved: false, pitch: hit.note.pitch };
        hear(hit.note.pitch, hit.note.velocity);
      } else if (view.tool.peek() === "select" || event.pointerType === "touch") drag = { is: "marquee", x, y, adds: false, moved: false };
      else if (pitch !== undefined && tick < now.clip.ticks) {
        const start = grid === 1 ? Math.round(tick) : Math.floor(tick / grid) * grid;
        const note = { tick: Math.max(0, start), ticks: grid === 1 ? 120 : grid, pitch, velocity: newVelocity };
        drag = { is: "new", note, x };
        preview.value = { is: "new", note };
        view.notes.value = new Set();
        hear(pitch);
      }
    },
    move(event, x, y) {
      const grid = gridOf(event);
      switch (drag?.is) {
        case "paint":
          return paint(x, y);
        case "new": {
          const ends = Math.max(drag.note.tick + grid, Math.ceil(tickAtX(geometry, x) / grid) * grid);
          preview.value = {
            is: "new",
            note: { ...drag.note, ticks: Math.abs(x - drag.x) < slack ? drag.note.ticks : Math.max(15, ends - drag.note.tick) },
          };
          return;
        }
        case "note": {
          if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < slack) return;
          drag.moved = true;
          const by = Math.round((x - drag.x) / geometry.scale.peek() / grid) * grid;
          if (drag.hit.end) {
            preview.value = { is: "resize", by };
            return;
          }
          const { lanes, rowHeight } = geometry;
          const list = lanes.peek().list;
          const from = lanes.peek().at.get(drag.hit.note.pitch) ?? 0;
          const row = Math.min(list.length - 1, Math.max(0, from + Math.round((y - drag.y) / rowHeight.peek())));
          const pitch = list[row]?.pitch ?? drag.hit.note.pitch;
          preview.value = { is: "move", byTicks: by, byPitch: pitch - drag.hit.note.pitch, copy: drag.copy };
          if (pitch !== drag.pitch) hear(pitch, drag.hit.note.velocity);
          drag.pitch = pitch;
          return;
        }
        case "marquee":
          if (event.pointerType === "touch" && view.tool.peek() !== "select") return;
          drag.moved ||= Math.hypot(x - drag.x, y - drag.y) >= slack;
          if (drag.moved) preview.value = { is: "marquee", x: drag.x, y: drag.y, toX: x, toY: y };
          return;
        case undefined:
      }
    },
    up(event, x, y) {
      const [was, seen, now] = [drag, preview.peek(), shown.peek()];
      api.cancel();
      if (now === undefined || was === undefined) return;
      if (was.is === "paint" && seen?.is === "paint") return paintNotes(desk, now.ref, seen.added, [...seen.removed]);
      if (was.is === "new" && seen?.is === "new") {
        const id = addNote(desk, now.ref, seen.note);
        if (id !== undefined) view.notes.value = new Set([id]);
        return;
      }
      if (was.is === "note") {
        if (seen?.is === "resize") return resizeNotes(desk, seen.by);
        if (seen?.is === "move") return seen.copy ? copy(now, seen.byTicks, seen.byPitch) : moveNotes(desk, seen.byTicks, seen.byPitch);
        if (isKit()) return removeNotes(desk, [was.hit.id]);
        if (was.was && was.adds) view.notes.value = new Set([...view.notes.peek()].filter((id) => id !== was.hit.id));
        else if (!was.adds) view.notes.value = new Set([was.hit.id]);
        return;
      }
      if (was.is !== "marquee") return;
      if (seen?.is === "marquee") view.notes.value = new Set([...(was.adds ? view.notes.peek() : []), ...inBox(seen)]);
      else if (event.pointerType === "touch" && view.tool.peek() === "draw") tap(now, x, y);
      else if (!was.adds) view.notes.value = new Set();
    },
    cancel() {
      drag = undefined;
      preview.value = undefined;
    },
    double(x, y) {
      const [hit, now] = [at(x, y), shown.peek()];
      // On a kit a quick second press is one more: a step on and off again.
      if (hit !== undefined) removeNotes(desk, [hit.id]);
      else if (isKit() && now !== undefined) tap(now, x, y);
    },
    menu(event, x, y) {
      event.preventDefault();
      const hit = at(x, y);
      if (hit !== undefined) removeNotes(desk, view.notes.peek().has(hit.id) ? view.notes.peek() : [hit.id]);
    },
    cursor(x, y) {
      if (isKit()) return "pointer";
      const hit = at(x, y);
      return hit === undefined ? (view.tool.peek() === "draw" ? "crosshair" : "default") : hit.end ? "ew-resize" : "grab";
    },
    claims(x, y) {
      if (view.tool.peek() === "select") return true;
      return !isKit() && at(x, y) !== undefined;
    },
  };

  /** A finger writes by tapping: dragging scrolls. */
  function tap(now: Shown, x: number, y: number): void {
    const pitch = pitchAtY(geometry, y);
    const ticks = cellTicks();
    const tick = Math.floor(tickAtX(geometry, x) / ticks) * ticks;
    if (pitch === undefined || tick < 0 || tick >= now.clip.ticks) return;
    if (isKit()) return hearAndPaint(now, tick, pitch);
    hear(pitch);
    const id = addNote(desk, now.ref, { tick, ticks, pitch, velocity: newVelocity });
    if (id !== undefined) view.notes.value = new Set([id]);
  }

  function hearAndPaint(now: Shown, tick: number, pitch: number): void {
    hear(pitch);
    paintNotes(desk, now.ref, [{ tick, ticks: cellTicks() / 2, pitch, velocity: newVelocity }], []);
  }

  function copy(now: Shown, byTicks: number, byPitch: number): void {
    const made = notesInHand(desk).map((note) => ({ ...movedNote(note, now.clip, byTicks, byPitch), id: newId("n") }));
    if (setNotes(desk, now.ref, "Copy notes", made)) view.notes.value = new Set(made.map(({ id }) => id));
  }

  return api;
}
