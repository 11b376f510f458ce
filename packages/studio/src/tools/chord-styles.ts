import type { Chord } from "../theory/chords.ts";
import { type PartContext, type PartNote, type PartStyle, barTicks, chordAt, every, nearest, touch } from "./part-writer.ts";
import type { BarAround } from "./surroundings.ts";

/** Ways to hold chords: voices move as little as they can. */
export const padStyles: Readonly<Record<string, PartStyle>> = {
  held: (bar, context, before) => {
    const [one, other] = bar.chords;
    const half = Math.ceil(bar.beats / 2) * bar.beatTicks;
    if (sameChord(one, other)) return held(bar, context, before, one, 0, barTicks(bar));
    const first = held(bar, context, before, one, 0, half);
    return [...first, ...held(bar, context, first, other, half, barTicks(bar))];
  },
  pulsing: (bar, context, before) => {
    const step = context.density === "busy" ? bar.beatTicks / 2 : bar.beatTicks;
    let last = before;
    return every(bar, step).flatMap((at) => {
      last = held(bar, context, last, chordAt(bar, at), at, at + step * 0.8);
      return last;
    });
  },
  offbeat: (bar, context, before) => {
    let last = before;
    return every(bar, bar.beatTicks).flatMap((at) => {
      const off = at + bar.beatTicks / 2;
      last = held(bar, context, last, chordAt(bar, off), off, off + bar.beatTicks * 0.4);
      return last;
    });
  },
};

/** Ways to break chords. */
export const arpStyles: Readonly<Record<string, PartStyle>> = {
  up: (bar, context) => broken(bar, context, (step, tones) => step % tones),
  up_down: (bar, context) => broken(bar, context, (step, tones) => upDown(step, tones)),
  rolling: (bar, context) => broken(bar, context, (step, tones) => [0, 2, 1, 3, 2, 4][step % 6] ?? step % tones),
};

/** The voicing of a chord that is nearest to the voices before it. */
function held(
  bar: BarAround,
  { around, chance }: PartContext,
  before: readonly PartNote[],
  chord: Chord,
  from: number,
  to: number,
): readonly PartNote[] {
  const center = voices(before) ?? homeOf(around.middle);
  const pitches = chord.steps.map((step) => nearest(chord.root + step, center)).toSorted((a, b) => a - b);
  return pitches.map((pitch) => ({ at: from, ticks: Math.max(30, Math.round(to - from)), pitch, velocity: touch(64, from, bar, chance) }));
}

function voices(before: readonly PartNote[]): number | undefined {
  const last = before.filter(({ at }) => at === before.at(-1)?.at);
  return last.length === 0 ? undefined : Math.round(last.reduce((sum, { pitch }) => sum + pitch, 0) / last.length);
}

function broken(
  bar: BarAround,
  { around, density, chance }: PartContext,
  order: (step: number, tones: number) => number,
): readonly PartNote[] {
  const step = density === "busy" ? bar.beatTicks / 4 : density === "medium" ? bar.beatTicks / 2 : bar.beatTicks;
  const base = homeOf(around.middle) + 5;
  return every(bar, step).map((at, index) => {
    const { root, steps } = chordAt(bar, at);
    const low = nearest(root, base);
    const tones = [...steps, ...steps.map((each) => each + 12)];
    const tone = tones[order(index, tones.length) % tones.length] ?? 0;
    return { at, ticks: Math.max(30, Math.round(step * 0.9)), pitch: low + tone, velocity: touch(70, at, bar, chance) };
  });
}

/** Out of the way of what plays in the middle already. */
function homeOf(middle: number | undefined): number {
  if (middle === undefined) return 62;
  return middle < 62 ? 67 : 57;
}

function upDown(step: number, tones: number): number {
  const turn = step % (2 * tones - 2);
  return turn < tones ? turn : 2 * tones - 2 - turn;
}

function sameChord(one: Chord, other: Chord): boolean {
  return one.root === other.root && one.kind === other.kind;
}
