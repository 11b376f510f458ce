import type { ReadonlySignal } from "@preact/signals";
import { useDesk } from "../desk/use-desk.ts";
import { Canvas, type Drawing } from "../parts/canvas.tsx";
import type { Scrolled } from "../parts/sheet.tsx";
import type { Row } from "./rows.ts";

/** What agents point at, and what a proposal would change: outlined on the timeline, above all else, in the agents' colour. */
export function MarksLayer({ rows, scroll }: { readonly rows: ReadonlySignal<readonly Row[]>; readonly scroll: Scrolled }) {
  const { marks, view, turn } = useDesk();
  const isPulsing = marks.pulsing.value.size > 0;
  return (
    <div class="sp-marks" data-pulsing={isPulsing}>
      <Canvas
        watch={() => {
          void [rows.value, scroll.left.value, scroll.top.value, view.scale.value, turn.value, marks.pulsing.value, marks.outlined.value];
        }}
        draw={(drawing) => {
          const marked = new Set([...marks.pulsing.peek(), ...marks.outlined.peek()]);
          if (marked.size > 0) drawMarks(drawing, rows.peek(), marked, scroll, view.scale.peek());
        }}
      />
    </div>
  );
}

function drawMarks(
  { context, width, colors }: Drawing,
  rows: readonly Row[],
  marked: ReadonlySet<string>,
  scroll: Scrolled,
  scale: number,
): void {
  const [left, top] = [scroll.left.peek(), scroll.top.peek()];
  context.strokeStyle = colors.cool;
  context.lineWidth = 2.5;
  const outline = (x: number, y: number, across: number, down: number): void => {
    context.beginPath();
    context.roundRect(x, y, across, down, 4);
    context.stroke();
  };
  for (const row of rows) {
    const y = row.top - top;
    if (marked.has(row.id)) outline(1.5, y + 1.5, width - 3, row.height - 4);
    for (const [id, clip] of Object.entries(row.track.clips)) {
      const has = marked.has(id) || Object.keys(clip.notes).some((note) => marked.has(note));
      if (has) outline(clip.tick * scale - left + 0.5, y + 2.5, Math.max(6, clip.ticks * scale), row.height - 6);
    }
  }
}
