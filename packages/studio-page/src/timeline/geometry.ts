import type { Signal } from "@preact/signals";
import type { Id, Song } from "@jackfield/studio";
import type { ClipRef } from "../desk/view.ts";
import type { Scrolled } from "../parts/sheet.tsx";
import type { Row } from "./rows.ts";
import { rowAt } from "./rows.ts";

/** Where the timeline is scrolled to, and how wide a tick is. */
export interface Geometry {
  readonly scroll: Scrolled;
  readonly scale: Signal<number>;
}

/** What is shown while something is dragged: nothing of it has been done yet. */
export type Preview =
  | { readonly is: "move"; readonly by: number; readonly rows: number; readonly copy: boolean }
  | { readonly is: "resize"; readonly by: number }
  | { readonly is: "marquee"; readonly x: number; readonly y: number; readonly toX: number; readonly toY: number }
  | { readonly is: "point"; readonly track: Id; readonly id: Id | undefined; readonly tick: number; readonly value: number }
  | { readonly is: "hover"; readonly track: Id; readonly tick: number; readonly ticks: number };

/** What lies under the pointer. */
export type Hit =
  | { readonly is: "clip"; readonly ref: ClipRef; readonly end: boolean }
  | { readonly is: "point"; readonly row: Row; readonly id: Id }
  | { readonly is: "lane"; readonly row: Row }
  | { readonly is: "row"; readonly row: Row }
  | { readonly is: "nothing" };

/** Pixels of a tick, from a whole song on a phone to single ticks. */
export const songZoom = [1.2 / 480, 400 / 480] as const;

/** A clip narrower than this has no end to drag. */
const endPixels = 9;

export function tickAt({ scroll, scale }: Geometry, x: number): number {
  return Math.max(0, (x + scroll.left.peek()) / scale.peek());
}

/** What stands at a place of the stage, in pixels. */
export function hit(
  song: Song,
  rows: readonly Row[],
  geometry: Geometry,
  place: (row: Row, value: number) => number,
  x: number,
  y: number,
): Hit {
  const down = y + geometry.scroll.top.peek();
  const row = rowAt(rows, down);
  if (row === undefined) return { is: "nothing" };
  const scale = geometry.scale.peek();
  const left = geometry.scroll.left.peek();
  if (row.lane !== undefined && down >= row.top + row.height) {
    const points = Object.entries(row.track.automation[row.lane] ?? {});
    const near = points.find(([, point]) => Math.abs(point.tick * scale - left - x) < 9 && Math.abs(place(row, point.value) - down) < 11);
    return near === undefined ? { is: "lane", row } : { is: "point", row, id: near[0] };
  }
  for (const [clip, { tick, ticks }] of Object.entries(song.tracks[row.id]?.clips ?? {}).toReversed()) {
    const [from, to] = [tick * scale - left, (tick + ticks) * scale - left];
    if (x < from || x >= to + 2) continue;
    return { is: "clip", ref: { track: row.id, clip }, end: to - from > endPixels * 3 && x > to - endPixels };
  }
  return { is: "row", row };
}
