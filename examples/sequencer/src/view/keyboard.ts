import type { App } from "../app.ts";
import { PERSON } from "../model/author.ts";
import { type Level, STEPS, patternIds } from "../model/song.ts";
import { trackIds } from "../model/tracks.ts";
import type { Grid } from "./grid.ts";
import type { Pen } from "./pen.ts";

/** The page's keys. Space plays wherever it has no meaning of its own; the rest are the grid's. */
export function keyboard(app: App, pen: Pen, grid: Grid): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) return command(event);
    if (event.altKey || takesKeys(event.target)) return;
    const inGrid = isCell(event.target);
    if (event.key === " " && (inGrid || !isControl(event.target))) {
      event.preventDefault();
      if (!event.repeat) app.toggle();
      return;
    }
    const pattern = patternIds.find((id) => id === event.key.toUpperCase());
    if (pattern !== undefined && !event.shiftKey) return app.look({ pattern });
    if ((inGrid || event.target === document.body) && step(event.key)) event.preventDefault();
  });
  // Firefox presses a button when space comes up again.
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && isCell(event.target)) event.preventDefault();
  });

  function command(event: KeyboardEvent): void {
    if (takesKeys(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) app.undo(PERSON);
    else if (key === "z" || key === "y") app.redo(PERSON);
    else return;
    event.preventDefault();
  }

  function step(key: string): boolean {
    const view = app.view.get();
    const go = (track: number, to: number): true => {
      app.look({ track: trackIds[(track + trackIds.length) % trackIds.length] ?? view.track, step: (to + STEPS) % STEPS });
      grid.focus();
      return true;
    };
    const down = trackIds.indexOf(view.track);
    switch (key) {
      case "ArrowLeft":
        return go(down, view.step - 1);
      case "ArrowRight":
        return go(down, view.step + 1);
      case "ArrowUp":
        return go(down - 1, view.step);
      case "ArrowDown":
        return go(down + 1, view.step);
      case "Home":
        return go(down, 0);
      case "End":
        return go(down, STEPS - 1);
      case "1":
      case "2":
      case "3":
        pen.level(view.track, view.step, levels[key]);
        return true;
      case "0":
      case "Delete":
      case "Backspace":
        pen.level(view.track, view.step, 0);
        return true;
      case "]":
      case "[":
        pen.nudge(view.track, view.step, key === "]" ? 1 : -1);
        return true;
      case "m": {
        app.act("set_switch", { track: view.track, mute: !app.song.get().sounds[view.track].mute });
        return true;
      }
      case "s": {
        app.act("set_switch", { track: view.track, solo: !app.song.get().sounds[view.track].solo });
        return true;
      }
      default:
        return false;
    }
  }
}

const levels: { readonly [K in "1" | "2" | "3"]: Level } = { "1": 1, "2": 2, "3": 3 };

function isCell(target: EventTarget | null): boolean {
  return target instanceof Element && target.classList.contains("sx-cell");
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, summary, [role=tab], jackfield-connect") !== null;
}

/** Whether keys mean text or a value there. */
function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input:not([type=range]), select, textarea, jackfield-connect, [contenteditable]") !== null
  );
}
