import { useRef, useState } from "preact/hooks";
import { onSet } from "./on-set.ts";
import { faderDecibels, faderPlace } from "./scale.ts";
import { decibels } from "./units.ts";

export interface FaderProps {
  readonly label: string;
  readonly value: number;
  readonly lying?: boolean;
  readonly most?: number;
  readonly onMove: (value: number) => void;
}

/** A level: drag, wheel, arrow keys by half a decibel, double press for 0. A drag is one change, made at its end. */
export function Fader({ label, value, lying = false, most = 12, onMove }: FaderProps) {
  const [held, hold] = useState<number | undefined>(undefined);
  const drag = useRef<{ readonly from: number; readonly at: number; readonly length: number } | undefined>(undefined);
  const wheel = useRef(0);
  const shown = held ?? value;

  function done(next: number): void {
    hold(undefined);
    const within = Math.min(most, next);
    if (within !== value) onMove(within);
  }

  function keyed(event: KeyboardEvent): number | undefined {
    const step = event.shiftKey ? 3 : 0.5;
    const from = Math.max(-60, value);
    switch (event.key) {
      case "ArrowUp":
      case "ArrowRight":
        return Math.min(most, from + step);
      case "ArrowDown":
      case "ArrowLeft":
        return from - step <= -60 ? -150 : from - step;
      case "PageUp":
        return Math.min(most, from + 6);
      case "PageDown":
        return from - 6 <= -60 ? -150 : from - 6;
      case "Home":
        return -150;
      case "End":
        return most;
      case "Delete":
      case "Backspace":
        return 0;
      default:
        return undefined;
    }
  }

  return (
    <div
      {...onSet(done)}
      class="st-fader"
      data-lying={lying ? "" : undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={-150}
      aria-valuemax={most}
      aria-valuenow={shown}
      aria-valuetext={decibels(shown)}
      aria-orientation={lying ? "horizontal" : "vertical"}
      title={`${label}  ${decibels(shown)}`}
      style={{ "--place": faderPlace(shown).toFixed(4) }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus({ preventScroll: true });
        const box = event.currentTarget.getBoundingClientRect();
        drag.current = { from: faderPlace(value), at: lying ? -event.clientX : event.clientY, length: lying ? box.width : box.height - 28 };
      }}
      onPointerMove={(event) => {
        if (drag.current === undefined) return;
        const { from, at, length } = drag.current;
        const moved = (at - (lying ? -event.clientX : event.clientY)) / Math.max(20, length);
        hold(Math.min(most, faderDecibels(Math.min(1, Math.max(0, from + moved * (event.shiftKey ? 0.2 : 1))))));
      }}
      onPointerUp={() => {
        drag.current = undefined;
        if (held !== undefined) done(held);
      }}
      onPointerCancel={() => {
        drag.current = undefined;
        hold(undefined);
      }}
      onDblClick={() => done(0)}
      onWheel={(event) => {
        event.preventDefault();
        const next = Math.min(most, Math.max(-60, (held ?? value) - Math.sign(event.deltaY) * 0.5));
        hold(next);
        clearTimeout(wheel.current);
        wheel.current = setTimeout(() => done(next), 350);
      }}
      onKeyDown={(event) => {
        const next = keyed(event);
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        done(next);
      }}
    >
      <i class="st-fader-line" />
      <i class="st-fader-cap" />
    </div>
  );
}
