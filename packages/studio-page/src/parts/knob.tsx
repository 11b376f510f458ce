import { useRef, useState } from "preact/hooks";
import { onSet } from "./on-set.ts";

export interface KnobProps {
  readonly name: string;
  /** Read aloud before the name: whose knob it is. */
  readonly of?: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Where a double press or Delete puts it. */
  readonly home: number;
  /** The value as people read it. */
  readonly show: (value: number) => string;
  /** Along the dial equal turns are equal ratios: for hertz and seconds. */
  readonly ratio?: boolean;
  readonly size?: "small" | "large";
  /** While it is turned; nothing is changed yet. */
  readonly onPreview?: (value: number) => void;
  /** When it is let go of. */
  readonly onTurn: (value: number) => void;
}

/** Pixels of a drag from end to end. */
const travel = 170;
/** The dial is open at the bottom: 270 degrees. */
const sweep = 270;
const radius = 20;
const whole = (2 * Math.PI * radius * sweep) / 360;

/** A dial: drag up and down, wheel, arrow keys, Page keys, Home and End, double press for home. A drag is one change, made at its end. */
export function Knob({ name, of, value, least, most, home, show, ratio = false, size = "small", onPreview, onTurn }: KnobProps) {
  const [held, hold] = useState<number | undefined>(undefined);
  const drag = useRef<{ readonly from: number; readonly y: number } | undefined>(undefined);
  const wheel = useRef(0);
  const isRatio = ratio && least > 0;
  const toPlace = (at: number): number =>
    isRatio ? Math.log(Math.max(at, least) / least) / Math.log(most / least) : (at - least) / (most - least);
  const toValue = (place: number): number => {
    const within = Math.min(1, Math.max(0, place));
    return rounded(isRatio ? least * (most / least) ** within : least + (most - least) * within);
  };
  const shown = held ?? value;
  const place = Math.min(1, Math.max(0, toPlace(shown)));
  const zero = !isRatio && least < 0 && most > 0 ? -least / (most - least) : 0;

  function preview(next: number): void {
    hold(next);
    onPreview?.(next);
  }

  function done(next: number): void {
    hold(undefined);
    if (next !== value) onTurn(next);
  }

  return (
    <div
      {...onSet(done)}
      class="jf-knob st-knob"
      data-size={size}
      role="slider"
      tabIndex={0}
      aria-label={of === undefined ? name : `${of} ${name.toLowerCase()}`}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={shown}
      aria-valuetext={show(shown)}
      aria-orientation="vertical"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        drag.current = { from: toPlace(shown), y: event.clientY };
      }}
      onPointerMove={(event) => {
        if (drag.current === undefined) return;
        const fine = event.shiftKey ? 0.2 : 1;
        preview(toValue(drag.current.from + ((drag.current.y - event.clientY) / travel) * fine));
      }}
      onPointerUp={() => {
        drag.current = undefined;
        if (held !== undefined) done(held);
      }}
      onPointerCancel={() => {
        drag.current = undefined;
        hold(undefined);
        onPreview?.(value);
      }}
      onDblClick={() => done(home)}
      onWheel={(event) => {
        event.preventDefault();
        const next = toValue(toPlace(held ?? value) - Math.sign(event.deltaY) * (event.shiftKey ? 0.005 : 0.02));
        preview(next);
        clearTimeout(wheel.current);
        wheel.current = setTimeout(() => done(next), 350);
      }}
      onKeyDown={(event) => {
        const next = keyed(event, place, isRatio ? undefined : most - least);
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        done(next === "home" ? home : toValue(next));
      }}
    >
      <svg class="jf-knob-dial" viewBox="0 0 48 48" aria-hidden="true">
        <path class="jf-knob-track" d={arcPath} />
        <path
          class="jf-knob-arc"
          d={arcPath}
          style={{ "--length": String(Math.abs(place - zero) * whole), "--from": String(-Math.min(place, zero) * whole) }}
        />
        <circle class="jf-knob-cap" cx="24" cy="24" r="14.5" />
        <line class="jf-knob-hand" x1="24" y1="14" x2="24" y2="19" style={{ "--turn": `${place * sweep - sweep / 2}deg` }} />
      </svg>
      <span class="jf-knob-value" aria-hidden="true">
        {show(shown)}
      </span>
      <span class="jf-knob-name" aria-hidden="true">
        {name}
      </span>
    </div>
  );
}

/** Where on the dial a key takes it. */
function keyed(event: KeyboardEvent, place: number, range: number | undefined): number | "home" | undefined {
  // Whole numbers of a short range go by one.
  const step = event.shiftKey ? 0.1 : range !== undefined && range <= 24 && range >= 6 ? 1 / range / 2 : 0.01;
  switch (event.key) {
    case "ArrowUp":
    case "ArrowRight":
      return place + step;
    case "ArrowDown":
    case "ArrowLeft":
      return place - step;
    case "PageUp":
      return place + 0.1;
    case "PageDown":
      return place - 0.1;
    case "Home":
      return 0;
    case "End":
      return 1;
    case "Delete":
    case "Backspace":
      return "home";
    default:
      return undefined;
  }
}

/** Three figures are as many as anybody hears. */
function rounded(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(3));
}

const arcPath = (() => {
  const point = (degrees: number): string => {
    const angle = ((degrees + 90) * Math.PI) / 180;
    return `${(24 + radius * Math.cos(angle)).toFixed(2)} ${(24 + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${point(45)}A${radius} ${radius} 0 1 1 ${point(315)}`;
})();
