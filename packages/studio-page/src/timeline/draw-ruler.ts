import type { Song } from "@jackfield/studio";
import { type Drawing, face } from "../parts/canvas.tsx";
import { gridLines } from "../song/snap.ts";

export interface RulerPicture {
  readonly song: Song;
  readonly left: number;
  readonly scale: number;
  readonly loop: { readonly on: boolean; readonly from: number; readonly to: number };
  /** Height of the strip of bars; sections stand below. 0 for none. */
  readonly barsHeight: number;
  /** The tick that stands at 0. */
  readonly origin: number;
}

/** Bars by number, the loop, and below them sections and markers. */
export function drawRuler(
  { context, width, height, colors }: Drawing,
  { song, left, scale, loop, barsHeight, origin }: RulerPicture,
): void {
  const x = (tick: number): number => (tick - origin) * scale - left;
  const [from, to] = [origin + left / scale, origin + (left + width) / scale];
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, width, height);
  const [loopX, loopW] = [x(loop.from), (loop.to - loop.from) * scale];
  context.fillStyle = loop.on ? colors.warm : colors.line;
  context.globalAlpha = loop.on ? 0.9 : 0.6;
  context.beginPath();
  context.roundRect(loopX, 2, loopW, 5, 2.5);
  context.fill();
  context.globalAlpha = 1;
  context.textBaseline = "alphabetic";
  let after = Number.NEGATIVE_INFINITY;
  for (const { tick, kind, bar } of gridLines(song, from, to, scale, 1, 10)) {
    const at = Math.round(x(tick));
    context.fillStyle = kind === "bar" ? colors.edge : colors.line;
    context.fillRect(at, kind === "bar" ? 10 : barsHeight - 6, 1, kind === "bar" ? barsHeight - 10 : 6);
    if (kind !== "bar" || at < after) continue;
    context.font = `600 11px ${face}`;
    context.fillStyle = colors.soft;
    context.fillText(String(bar), at + 4, barsHeight - 7);
    after = at + 30;
  }
  context.fillStyle = colors.line;
  context.fillRect(0, barsHeight - 1, width, 1);
  if (height <= barsHeight) return;
  context.font = `600 11px ${face}`;
  context.textBaseline = "middle";
  // A section's name begins behind the names of the markers at its beginning.
  const marks = Object.values(song.markers)
    .toSorted((a, b) => a.tick - b.tick)
    .map(({ name, tick }) => [x(tick) - 4, x(tick) + 16 + context.measureText(name).width] as const);
  for (const { name, tick, ticks } of Object.values(song.sections)) {
    const [at, wide] = [x(tick), ticks * scale];
    if (at > width || at + wide < 0) continue;
    context.fillStyle = colors.key;
    context.beginPath();
    context.roundRect(at + 0.5, barsHeight + 2, wide - 1.5, height - barsHeight - 5, 3);
    context.fill();
    context.fillStyle = colors.ink;
    const start = marks.reduce((place, [head, right]) => (head <= place && right > place ? right : place), Math.max(4, at + 7));
    context.fillText(name, start, (barsHeight + height - 1) / 2, Math.max(1, at + wide - start - 4));
  }
  for (const { name, tick } of Object.values(song.markers)) {
    const at = x(tick);
    if (at > width || at < -120) continue;
    context.fillStyle = colors.ink;
    context.beginPath();
    context.moveTo(at, barsHeight - 1);
    context.lineTo(at + 5, barsHeight + 4);
    context.lineTo(at, barsHeight + 9);
    context.fill();
    context.fillText(name, at + 8, barsHeight + 5);
  }
  context.fillStyle = colors.line;
  context.fillRect(0, height - 1, width, 1);
}
