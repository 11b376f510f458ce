import { useRef } from "preact/hooks";
import type { Signal } from "@preact/signals";
import { useDesk } from "../desk/use-desk.ts";
import { useFrame } from "../parts/on-frame.ts";
import type { Scrolled } from "../parts/sheet.tsx";

export interface PlayheadProps {
  readonly scroll: Scrolled;
  readonly scale: Signal<number>;
  /** The tick that stands at the left end of what is scrolled. */
  readonly origin?: number;
  /** The view goes along when it plays past the edge. */
  readonly follow?: boolean;
}

/** Where it plays, and where it would begin. Both lines are moved, and nothing is drawn. */
export function Playhead({ scroll, scale, origin = 0, follow = false }: PlayheadProps) {
  const { sound, view } = useDesk();
  const line = useRef<HTMLElement>(null);
  const cursor = useRef<HTMLElement>(null);
  const was = useRef({ line: Number.NaN, cursor: Number.NaN });
  useFrame(() => {
    const playing = sound.playing.peek();
    const x = (tick: number): number => Math.round(((tick - origin) * scale.peek() - scroll.left.peek()) * 2) / 2;
    const head = playing ? x(sound.now()) : -9;
    const start = x(view.cursor.peek());
    const width = scroll.width.peek();
    if (head !== was.current.line) place(line.current, head, width);
    if (start !== was.current.cursor) place(cursor.current, start, width);
    was.current = { line: head, cursor: start };
    if (!follow || !playing || width === 0) return;
    if (head > width - 24 || head < -24) scroll.left.value = Math.max(0, scroll.left.peek() + head - width * 0.15);
  });
  return (
    <>
      <i ref={cursor} class="st-cursor" />
      <i ref={line} class="st-playhead" />
    </>
  );
}

function place(line: HTMLElement | null, x: number, width: number): void {
  if (line === null) return;
  line.style.transform = `translateX(${x}px)`;
  line.hidden = x < 0 || x > width;
}
