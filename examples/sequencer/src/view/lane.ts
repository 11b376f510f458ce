import { element, mark, say } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { authorKind } from "../model/author.ts";
import { DEGREES } from "../model/scale.ts";
import { type Level, STEPS, stepAt } from "../model/song.ts";
import { type Track, trackOf } from "../model/tracks.ts";
import { drawn } from "../state/store.ts";
import type { Pen } from "./pen.ts";
import { stepNote } from "./step-words.ts";

const LEVELS = 3;

/**
 * The selected track's steps drawn high and low: notes of a tonal track, force of a drum. For pointers only; keys and screen readers
 * have the same in the steps themselves and in the step panel.
 */
export function lane(app: App, pen: Pen): HTMLElement {
  const root = element("div", { class: "sx-lane", "aria-hidden": "true" });
  let [shape, boxes, names]: [number, HTMLElement[], HTMLElement[]] = [0, [], []];
  let stroke: { readonly gesture: string; readonly step: number; readonly track: Track } | undefined;
  let strokes = 0;

  function build(rows: number): void {
    shape = rows;
    boxes = [];
    names = [];
    const lines = Array.from({ length: rows }, (_, index) => {
      const name = element("span", { class: "sx-lane-name" });
      names.push(name);
      const line = Array.from({ length: STEPS }, (__, step) =>
        element("span", { class: "sx-lane-box", "data-step": step, "data-row": rows - 1 - index }),
      );
      boxes.push(...line);
      const beats = [0, 4, 8, 12].map((from) => element("div", { class: "sx-beat" }, line.slice(from, from + 4)));
      return element("div", { class: "sx-lane-line" }, [name, element("div", { class: "sx-cells" }, beats)]);
    });
    mark(root, { "data-rows": rows });
    root.replaceChildren(...lines);
  }

  function put(track: Track, step: number, row: number, gesture: string): void {
    if (track.tonal) pen.note(track.id, step, row, gesture);
    else pen.level(track.id, step, levelOf(row), gesture);
  }

  root.addEventListener("pointerdown", (event) => {
    const box = boxAt(event.target);
    if (box === undefined || event.button !== 0) return;
    const track = trackOf(app.view.get().track);
    const now = stepAt(app.song.get(), app.view.get().pattern, track.id, box.step);
    const same = now.level > 0 && (track.tonal ? now.degree === box.row : now.level === box.row + 1);
    const gesture = `lane ${++strokes}`;
    if (same) return pen.level(track.id, box.step, 0, gesture);
    stroke = { gesture, step: box.step, track };
    put(track, box.step, box.row, gesture);
    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    const box = stroke === undefined ? undefined : boxAt(document.elementFromPoint(event.clientX, event.clientY));
    if (stroke !== undefined && box !== undefined && box.step === stroke.step) put(stroke.track, box.step, box.row, stroke.gesture);
  });
  for (const end of ["pointerup", "pointercancel"] as const) addEventListener(end, () => (stroke = undefined));

  drawn([app.song, app.view], () => {
    const song = app.song.get();
    const { pattern, track } = app.view.get();
    const { tonal } = trackOf(track);
    if (shape !== (tonal ? DEGREES : LEVELS)) build(tonal ? DEGREES : LEVELS);
    for (const [index, name] of names.entries())
      say(name, tonal ? stepNote(song, track, shape - 1 - index) : (["Accent", "Normal", "Soft"][index] ?? ""));
    for (const box of boxes) {
      const { level, degree, by } = stepAt(song, pattern, track, Number(box.dataset["step"]));
      const row = Number(box.dataset["row"]);
      const on = level > 0 && (tonal ? degree === row : level > row);
      mark(box, {
        "data-on": on,
        "data-by": on ? authorKind(by) : undefined,
        "data-root": tonal && stepNote(song, track, row).startsWith(stepNote(song, track, 0).replace(/-?\d+$/, "")),
      });
    }
  });
  return root;
}

function levelOf(row: number): Level {
  return row === 0 ? 1 : row === 1 ? 2 : 3;
}

function boxAt(target: EventTarget | null): { readonly step: number; readonly row: number } | undefined {
  const box = target instanceof Element ? target.closest<HTMLElement>(".sx-lane-box") : null;
  return box === null ? undefined : { step: Number(box.dataset["step"]), row: Number(box.dataset["row"]) };
}
