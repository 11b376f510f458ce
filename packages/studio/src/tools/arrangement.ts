import type { Stretch } from "./bars.ts";

/** A piece of the song's time as it is to be: a stretch of the time that it has, or so many ticks of nothing. */
export type Segment = Stretch | { readonly empty: number };

/** A piece of something that lies on the timeline: where it comes from, and where it is to be. */
export interface Piece {
  readonly from: number;
  readonly ticks: number;
  readonly to: number;
}

/** The end of time: no song is longer. */
const forever = 10_000_000;

/** What a song is rearranged to: its time, in pieces. */
export const arrangements = {
  insert: ({ to }: Places): readonly Segment[] => [{ from: 0, to: to.from }, { empty: to.to - to.from }, { from: to.from, to: forever }],
  remove: ({ bars }: Places): readonly Segment[] => [
    { from: 0, to: bars.from },
    { from: bars.to, to: forever },
  ],
  repeat: ({ bars, times }: Places): readonly Segment[] => [
    { from: 0, to: bars.to },
    ...Array.from({ length: times }, () => bars),
    { from: bars.to, to: forever },
  ],
  move: ({ bars, to }: Places): readonly Segment[] =>
    to.from <= bars.from
      ? [{ from: 0, to: to.from }, bars, { from: to.from, to: bars.from }, { from: bars.to, to: forever }]
      : [{ from: 0, to: bars.from }, { from: bars.to, to: to.from }, bars, { from: to.from, to: forever }],
} as const;

export type ArrangementName = keyof typeof arrangements;
export const arrangementNames = ["insert", "move", "repeat", "remove"] as const satisfies readonly ArrangementName[];

export interface Places {
  /** What is moved, repeated or removed. */
  readonly bars: Stretch;
  /** Where to: of an insertion, the empty bars as they will lie. */
  readonly to: Stretch;
  readonly times: number;
}

/** Segments with where they begin in the new time; those of no length are left out. */
export function placed(segments: readonly Segment[]): readonly { readonly segment: Segment; readonly at: number }[] {
  const list: { segment: Segment; at: number }[] = [];
  let at = 0;
  for (const segment of segments) {
    const length = "empty" in segment ? segment.empty : segment.to - segment.from;
    if (length > 0) list.push({ segment, at });
    at += length;
  }
  return list;
}

/**
 * Where the parts of a thing from `tick` on come to lie. Parts that stay side by side are one piece. `across`: empty time between two parts
 * that were side by side does not part them: so a section grows, where a clip is cut.
 */
export function piecesOf(
  segments: readonly Segment[],
  tick: number,
  ticks: number,
  across = false,
): readonly (Piece & { readonly length: number })[] {
  const pieces: { from: number; ticks: number; to: number; length: number }[] = [];
  let gap = false;
  for (const { segment, at } of placed(segments)) {
    if ("empty" in segment) {
      gap = true;
      continue;
    }
    const from = Math.max(tick, segment.from);
    const to = Math.min(tick + ticks, segment.to);
    if (to <= from) continue;
    const place = at + from - segment.from;
    const last = pieces.at(-1);
    const isNext = last !== undefined && last.from + last.ticks === from && (last.to + last.length === place || (across && gap));
    if (isNext) {
      last.ticks += to - from;
      last.length = place + to - from - last.to;
    } else pieces.push({ from, ticks: to - from, to: place, length: to - from });
    gap = false;
  }
  return pieces;
}

/** Everywhere that a place comes to lie. */
export function placesOf(segments: readonly Segment[], tick: number): readonly number[] {
  return placed(segments).flatMap(({ segment, at }) =>
    "empty" in segment || tick < segment.from || tick >= segment.to ? [] : [at + tick - segment.from],
  );
}
