import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** What a pointer does on a stage; places are pixels from its top left corner. */
export interface StageGestures {
  down(event: PointerEvent, x: number, y: number): void;
  move(event: PointerEvent, x: number, y: number): void;
  up(event: PointerEvent, x: number, y: number): void;
  cancel(): void;
  double(x: number, y: number): void;
  menu?(event: MouseEvent, x: number, y: number): void;
  leave?(): void;
  cursor(x: number, y: number): string;
  claims(x: number, y: number): boolean;
}

/** A second tap within this, and within a finger's breadth, is a double one: touch screens say no `dblclick`. */
const doubleMs = 320;
const finger = 24;

/** Brings a stage's pointer to its gestures, also where it leaves the stage, and by finger: what no gesture claims is scrolled. */
export function useStage(stage: RefObject<HTMLElement | null>, gestures: StageGestures): void {
  useEffect(() => {
    const target = stage.current;
    if (target === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const at = (event: { readonly clientX: number; readonly clientY: number }): readonly [number, number] => {
      const box = target.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    let pressed = false;
    target.addEventListener(
      "pointerdown",
      (event) => {
        const [x, y] = at(event);
        target.querySelector<HTMLElement>("[role=listbox]")?.focus({ preventScroll: true });
        // The browser would give the focus to the body afterwards.
        if (event.pointerType === "mouse") event.preventDefault();
        const isDouble = event.timeStamp - last.at < doubleMs && Math.hypot(x - last.x, y - last.y) < finger && event.button === 0;
        last = isDouble ? { at: Number.NEGATIVE_INFINITY, x, y } : { at: event.timeStamp, x, y };
        if (isDouble) return gestures.double(x, y);
        pressed = true;
        // A finger that scrolls takes its pointer away; a captured one would keep it.
        if (event.pointerType !== "touch" || gestures.claims(x, y)) target.setPointerCapture(event.pointerId);
        gestures.down(event, x, y);
      },
      { signal },
    );
    target.addEventListener(
      "pointermove",
      (event) => {
        const [x, y] = at(event);
        gestures.move(event, x, y);
        if (!pressed && event.pointerType === "mouse") target.style.cursor = gestures.cursor(x, y);
      },
      { signal },
    );
    target.addEventListener(
      "pointerup",
      (event) => {
        if (!pressed) return;
        pressed = false;
        gestures.up(event, ...at(event));
      },
      { signal },
    );
    target.addEventListener(
      "pointercancel",
      () => {
        pressed = false;
        gestures.cancel();
      },
      { signal },
    );
    target.addEventListener("pointerleave", () => gestures.leave?.(), { signal });
    target.addEventListener("contextmenu", (event) => gestures.menu?.(event, ...at(event)), { signal });
    target.addEventListener(
      "touchstart",
      (event) => {
        const [touch] = event.touches;
        if (touch !== undefined && event.touches.length === 1 && gestures.claims(...at(touch))) event.preventDefault();
      },
      { signal, passive: false },
    );
    return () => stop.abort();
  }, []);
}
