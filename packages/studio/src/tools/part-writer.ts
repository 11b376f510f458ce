import type { Chord } from "../theory/chords.ts";
import { classOf } from "../theory/scale.ts";
import type { BarAround, Surroundings } from "./surroundings.ts";
import { strengthOf, velocityOf } from "./transforms.ts";

/** How much a part plays. */
export const densities = ["sparse", "medium", "busy"] as const;
export type Density = (typeof densities)[number];

/** A note of a new part: ticks from the beginning of its bar. */
export interface PartNote {
  readonly at: number;
  readonly ticks: number;
  readonly pitch: number;
  readonly velocity: number;
}

/** What writes a part, bar by bar. */
export interface PartContext {
  readonly around: Surroundings;
  readonly density: Density;
  /** 0 to below 1, from the seed. */
  readonly chance: () => number;
}

/** A style of a part: what it plays in a bar. `before`: what it played in the last one. */
export type PartStyle = (bar: BarAround, context: PartContext, before: readonly PartNote[]) => readonly PartNote[];

/** Ticks of a bar. */
export function barTicks({ beats, beatTicks }: BarAround): number {
  return beats * beatTicks;
}

/** The chord that sounds at a place of a bar. */
export function chordAt({ beats, beatTicks, chords }: BarAround, at: number): Chord {
  return at < Math.ceil(beats / 2) * beatTicks ? chords[0] : chords[1];
}

/**
 * Beats that answer the first: 2 and 4 of four, the last of three, the fourth eighth of six. Counted from 0.
 */
export function backbeats({ beats, beatTicks }: BarAround): readonly number[] {
  const list = Array.from({ length: beats }, (_, beat) => beat);
  if (beatTicks <= 240 && beats % 3 === 0) return list.filter((beat) => beat % 6 === 3);
  if (beats % 2 === 0) return list.filter((beat) => beat % 2 === 1);
  return beats === 3 ? [2] : list.filter((beat) => beat % 2 === 1 && beat < beats - 1).concat(beats > 5 ? [beats - 1] : []);
}

/** Touch: heavier on strong places, a little different each time. */
export function touch(base: number, at: number, { beatTicks }: BarAround, chance: () => number): number {
  return velocityOf(base + strengthOf(at, beatTicks) * 5 + (chance() - 0.5) * 10);
}

/** The pitch of a class that lies nearest to another pitch. */
export function nearest(pitchClass: number, to: number): number {
  const up = classOf(pitchClass - to);
  return up > 6 ? to + up - 12 : to + up;
}

/** Every so many ticks of a bar. */
export function every(bar: BarAround, ticks: number): readonly number[] {
  return Array.from({ length: Math.ceil(barTicks(bar) / ticks) }, (_, step) => step * ticks);
}
