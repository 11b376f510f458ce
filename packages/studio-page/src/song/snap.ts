import { type Song, ticksPerQuarter } from "@jackfield/studio";
import { barAround, metersOf } from "./positions.ts";

/** The nearest place that a snap allows: 0 for bars, 1 for any. */
export function snapTick(song: Song, tick: number, snap: number): number {
  if (snap === 1) return Math.max(0, Math.round(tick));
  const { from, to } = barAround(song, Math.max(0, tick));
  if (snap === 0) return tick - from < to - tick ? from : to;
  return Math.max(0, from + Math.round((tick - from) / snap) * snap);
}

/** The place at or before, likewise. */
export function snapDown(song: Song, tick: number, snap: number): number {
  if (snap === 1) return Math.max(0, Math.round(tick));
  const { from } = barAround(song, Math.max(0, tick));
  return snap === 0 ? from : from + Math.floor((tick - from) / snap) * snap;
}

/** How far a key moves something. */
export function snapStep(song: Song, tick: number, snap: number): number {
  if (snap > 0) return snap === 1 ? 30 : snap;
  const { from, to } = barAround(song, tick);
  return to - from;
}

export const snaps: readonly { readonly ticks: number; readonly text: string }[] = [
  { ticks: 0, text: "Bar" },
  { ticks: ticksPerQuarter * 2, text: "1/2" },
  { ticks: ticksPerQuarter, text: "1/4" },
  { ticks: ticksPerQuarter / 2, text: "1/8" },
  { ticks: ticksPerQuarter / 4, text: "1/16" },
  { ticks: ticksPerQuarter / 8, text: "1/32" },
  { ticks: ticksPerQuarter / 3, text: "1/8 triplet" },
  { ticks: ticksPerQuarter / 6, text: "1/16 triplet" },
  { ticks: 1, text: "Off" },
];

export interface GridLine {
  readonly tick: number;
  readonly kind: "bar" | "beat" | "step";
  /** Of a bar. */
  readonly bar: number;
}

/** Lines of bars, beats and steps between two ticks, no nearer to each other than some pixels. */
export function gridLines(song: Song, from: number, to: number, scale: number, step: number, nearest = 7): readonly GridLine[] {
  const map = metersOf(song);
  const lines: GridLine[] = [];
  let { bar } = map.positionAt(Math.max(0, from));
  while (lines.length < mostLines) {
    const start = map.tickOf(bar);
    if (start >= to) break;
    const next = map.tickOf(bar + 1);
    // Bars that would crowd are left out, in powers of two.
    let every = 1;
    while ((next - start) * scale * every < nearest * 2) every *= 2;
    if ((bar - 1) % every === 0) lines.push({ tick: start, kind: "bar", bar });
    const beat = map.tickOf(bar, 2) - start;
    if (every === 1 && beat * scale >= nearest) {
      const fine = step > 1 && step < beat && step * scale >= nearest ? step : beat;
      for (let at = fine; at < next - start; at += fine) lines.push({ tick: start + at, kind: at % beat === 0 ? "beat" : "step", bar });
    }
    bar += 1;
  }
  return lines;
}

/** As many as a wide screen can show apart. */
const mostLines = 4_000;
