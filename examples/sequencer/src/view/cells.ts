import { element, mark, say } from "@jackfield/web/dom";
import type { App } from "../app.ts";
import { type AuthorId, authorKind } from "../model/author.ts";
import { type Level, type PatternId, STEPS, stepAt } from "../model/song.ts";
import { type TrackId, isTrackId, trackOf } from "../model/tracks.ts";
import type { Pen } from "./pen.ts";
import { stepNote, stepWords } from "./step-words.ts";

/** One track's sixteen steps. */
export interface Cells {
  readonly all: readonly HTMLButtonElement[];
  readonly root: HTMLElement;
  draw(): void;
}

/** The step buttons of a track. Only the one the cursor is on is a tab stop; arrows move between them. */
export function cells(app: App, pen: Pen, track: TrackId): Cells {
  const notes = Array.from({ length: STEPS }, () => element("span", { class: "sx-cell-note" }));
  const all = notes.map((note, step) =>
    element("button", { type: "button", class: "sx-cell", "data-track": track, "data-step": step }, [note], {
      focus: () => app.look({ track, step }),
    }),
  );
  const seen: ({ readonly pattern: PatternId; readonly by: AuthorId; readonly level: Level } | undefined)[] = [];
  const groups = [0, 4, 8, 12].map((from) =>
    element(
      "div",
      { class: "sx-beat", role: "presentation" },
      all.slice(from, from + 4).map((cell) => element("div", { role: "gridcell", class: "sx-slot" }, [cell])),
    ),
  );
  return {
    all,
    root: element("div", { class: "sx-cells", role: "presentation" }, groups),
    draw() {
      const song = app.song.get();
      const { pattern, ...cursor } = app.view.get();
      for (const [step, cell] of all.entries()) {
        const { level, degree, by } = stepAt(song, pattern, track, step);
        const before = seen[step];
        if (
          before !== undefined &&
          before.pattern === pattern &&
          authorKind(by) === "agent" &&
          (before.by !== by || before.level !== level)
        )
          glow(cell);
        seen[step] = { pattern, by, level };
        mark(cell, {
          "data-level": level,
          "data-by": authorKind(by),
          "aria-pressed": level > 0 ? "true" : "false",
          "aria-label": stepWords(song, pattern, track, step),
          tabindex: cursor.track === track && cursor.step === step ? 0 : -1,
        });
        const note = notes[step];
        if (note !== undefined) say(note, level > 0 && trackOf(track).tonal ? stepNote(song, track, degree) : "");
      }
    },
  };
}

/** Draws the eye to what an agent just did, where the person has not asked for less motion. */
function glow(cell: HTMLElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  cell.animate([{ boxShadow: "0 0 0 4px var(--jf-cool)" }, { boxShadow: "0 0 0 10px transparent" }], { duration: 900, easing: "ease-out" });
}

/** Presses and brushes over cells: the first cell decides whether the brush sets or clears, and it stays on its track. */
export function brushOver(app: App, pen: Pen, area: HTMLElement): void {
  let brush: { readonly track: TrackId; readonly level: Level; readonly gesture: string; last: number } | undefined;
  let strokes = 0;

  area.addEventListener("pointerdown", (event) => {
    const at = cellAt(event.target);
    if (at === undefined || event.button !== 0) return;
    const gesture = `brush ${++strokes}`;
    if (event.shiftKey) cycle(at.track, at.step);
    else brush = { track: at.track, level: pen.toggle(at.track, at.step, gesture), gesture, last: at.step };
    if (event.target instanceof HTMLElement && event.pointerType !== "mouse") event.target.releasePointerCapture(event.pointerId);
  });
  area.addEventListener("pointermove", (event) => {
    if (brush === undefined) return;
    const at = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (at === undefined || at.track !== brush.track || at.step === brush.last) return;
    brush.last = at.step;
    pen.level(at.track, at.step, brush.level, brush.gesture);
  });
  for (const end of ["pointerup", "pointercancel"] as const) addEventListener(end, () => (brush = undefined));
  // A press by keyboard or assistive technology comes as a click without a pointer.
  area.addEventListener("click", (event) => {
    const at = event.detail === 0 ? cellAt(event.target) : undefined;
    if (at !== undefined) pen.toggle(at.track, at.step);
  });

  function cycle(track: TrackId, step: number): void {
    const { level } = stepAt(app.song.get(), app.view.get().pattern, track, step);
    pen.level(track, step, level === 3 ? 1 : level === 2 ? 3 : 2);
  }

  function cellAt(target: EventTarget | null): { readonly track: TrackId; readonly step: number } | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>(".sx-cell") : null;
    const track = cell?.dataset["track"];
    return cell === null || !isTrackId(track) ? undefined : { track, step: Number(cell.dataset["step"]) };
  }
}
