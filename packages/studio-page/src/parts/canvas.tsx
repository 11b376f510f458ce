import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Colors, colors } from "./colors.ts";

/** What a drawing is given: a context in CSS pixels, its size, and the page's colours. */
export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colors: Colors;
}

export interface CanvasProps {
  readonly class?: string;
  /** Reads every signal that the drawing shows. It is drawn in the next frame after one of them has changed, and never otherwise. */
  readonly watch: () => void;
  readonly draw: (drawing: Drawing) => void;
}

/** The typeface of drawings. */
export const face = '"Instrument Sans", system-ui, sans-serif';

/** A canvas that fills its parent. It is hidden from assistive tools: whoever draws says the same in the document. */
export function Canvas({ class: name = "", watch, draw }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const asked = useRef(0);
  const latest = useRef(draw);
  latest.current = draw;

  function ask(): void {
    if (asked.current === 0) asked.current = requestAnimationFrame(paint);
  }

  function paint(): void {
    asked.current = 0;
    const target = canvas.current;
    const context = target?.getContext("2d");
    if (target === null || context === null || context === undefined) return;
    const { clientWidth: width, clientHeight: height } = target;
    const ratio = devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (target.width !== across || target.height !== down) Object.assign(target, { width: across, height: down });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (width > 0 && height > 0) latest.current({ context, width, height, colors: colors.peek() });
  }

  useSignalEffect(() => {
    void colors.value;
    watch();
    ask();
  });
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const sizes = new ResizeObserver(ask);
    sizes.observe(target);
    // Text that was drawn before its typeface came has the wrong widths.
    void document.fonts.ready.then(ask);
    return () => {
      sizes.disconnect();
      cancelAnimationFrame(asked.current);
    };
  }, []);
  useEffect(ask);
  return <canvas ref={canvas} class={`st-canvas ${name}`} aria-hidden="true" />;
}
