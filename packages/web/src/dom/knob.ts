import { drawing, element, mark, say } from "./element.ts";

export interface KnobOptions {
  readonly name: string;
  /** Read aloud with the name: whose knob it is. */
  readonly of?: string;
  readonly least: number;
  readonly most: number;
  /** Where a double press or Delete puts it. */
  readonly home: number;
  /** The value as people read it. */
  readonly show: (value: number) => string;
  /** `gesture` is the same for all changes of one drag. */
  readonly onTurn: (value: number, gesture: string) => void;
}

export interface KnobState {
  readonly value: number;
  readonly by?: "nobody" | "person" | "agent";
}

export interface Knob {
  readonly root: HTMLElement;
  set(state: KnobState): void;
}

/** Pixels of a drag from end to end. */
const TRAVEL = 160;
/** The dial is open at the bottom: 270 degrees. */
const SWEEP = 270;
const RADIUS = 20;
const WHOLE = (2 * Math.PI * RADIUS * SWEEP) / 360;
let gestures = 0;

/** A dial for whole numbers: drag up and down, wheel, arrow keys, Page keys, Home and End, double press for home. */
export function knob(options: KnobOptions): Knob {
  const { least, most, home } = options;
  let value = home;
  const hand = drawing("line", { class: "jf-knob-hand", x1: 24, y1: 14, x2: 24, y2: 19 });
  const arc = drawing("path", { class: "jf-knob-arc", d: arcPath });
  const shown = element("span", { class: "jf-knob-value", "aria-hidden": "true" });
  const root = element(
    "div",
    {
      class: "jf-knob",
      role: "slider",
      tabindex: 0,
      "aria-label": options.of === undefined ? options.name : `${options.of} ${options.name.toLowerCase()}`,
      "aria-valuemin": least,
      "aria-valuemax": most,
      "aria-orientation": "vertical",
    },
    [
      drawing("svg", { class: "jf-knob-dial", viewBox: "0 0 48 48", "aria-hidden": "true" }, [
        drawing("path", { class: "jf-knob-track", d: arcPath }),
        arc,
        drawing("circle", { class: "jf-knob-cap", cx: 24, cy: 24, r: 14.5 }),
        hand,
      ]),
      shown,
      element("span", { class: "jf-knob-name", "aria-hidden": "true" }, [options.name]),
    ],
  );

  function turn(to: number, gesture: string): void {
    const next = Math.round(Math.min(most, Math.max(least, to)));
    if (next !== value) options.onTurn(next, gesture);
  }

  let drag: { readonly from: number; readonly y: number; readonly gesture: string } | undefined;
  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    drag = { from: value, y: event.clientY, gesture: `knob ${++gestures}` };
  });
  root.addEventListener("pointermove", (event) => {
    if (drag === undefined) return;
    const fine = event.shiftKey ? 0.2 : 1;
    turn(drag.from + ((drag.y - event.clientY) / TRAVEL) * (most - least) * fine, drag.gesture);
  });
  for (const end of ["pointerup", "pointercancel"] as const) root.addEventListener(end, () => (drag = undefined));
  root.addEventListener("dblclick", () => turn(home, `knob ${++gestures}`));
  let wheeled = { at: 0, gesture: "" };
  root.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      if (event.timeStamp - wheeled.at > 600) wheeled = { at: 0, gesture: `knob ${++gestures}` };
      wheeled = { ...wheeled, at: event.timeStamp };
      turn(value - Math.sign(event.deltaY) * step(event.shiftKey), wheeled.gesture);
    },
    { passive: false },
  );
  let pressed = { at: -Infinity, gesture: "" };
  root.addEventListener("keydown", (event) => {
    const to = target(event.key, event.shiftKey);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = { at: event.timeStamp, gesture: event.timeStamp - pressed.at > 600 ? `knob ${++gestures}` : pressed.gesture };
    turn(to, pressed.gesture);
  });

  function step(fine: boolean): number {
    return fine ? 1 : Math.max(1, Math.round((most - least) / 50));
  }

  function target(key: string, fine: boolean): number | undefined {
    switch (key) {
      case "ArrowUp":
      case "ArrowRight":
        return value + step(fine);
      case "ArrowDown":
      case "ArrowLeft":
        return value - step(fine);
      case "PageUp":
        return value + (most - least) / 5;
      case "PageDown":
        return value - (most - least) / 5;
      case "Home":
        return least;
      case "End":
        return most;
      case "Delete":
      case "Backspace":
        return home;
      default:
        return undefined;
    }
  }

  const knobbed: Knob = {
    root,
    set(state) {
      value = state.value;
      const share = (value - least) / (most - least);
      const middle = least < 0 ? -least / (most - least) : 0;
      root.style.setProperty("--turn", `${(share - 0.5) * SWEEP}deg`);
      arc.style.setProperty("--length", String(Math.abs(share - middle) * WHOLE));
      arc.style.setProperty("--from", String(-Math.min(share, middle) * WHOLE));
      say(shown, options.show(value));
      mark(root, { "aria-valuenow": value, "aria-valuetext": options.show(value), "data-by": state.by ?? "nobody" });
    },
  };
  knobbed.set({ value: home });
  return knobbed;
}

const arcPath = (() => {
  const [x, y] = [Math.sin((SWEEP / 2) * (Math.PI / 180)) * RADIUS, -Math.cos((SWEEP / 2) * (Math.PI / 180)) * RADIUS];
  return `M${24 - x} ${24 + y}A${RADIUS} ${RADIUS} 0 1 1 ${24 + x} ${24 + y}`;
})();
