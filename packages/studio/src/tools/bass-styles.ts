import { classOf, degreeOf, pitchOf } from "../theory/scale.ts";
import { type PartContext, type PartNote, type PartStyle, barTicks, chordAt, every, nearest, touch } from "./part-writer.ts";
import type { BarAround } from "./surroundings.ts";

/** The middle of where a bass plays: low enough to carry, high enough to be heard. */
const home = 36;

/** Ways to play a bass. Strong places have a tone of the chord; what moves between them stays in the key. */
export const bassStyles: Readonly<Record<string, PartStyle>> = {
  roots: (bar, context) => played(bar, context, steps(bar, context), (at) => root(bar, at)),
  locked: (bar, context) => {
    // Without drums to lock to, the first beat and what leads to the middle.
    const kicks = bar.kicks.length > 0 ? bar.kicks : [0, bar.beatTicks * 1.5, Math.ceil(bar.beats / 2) * bar.beatTicks];
    return played(
      bar,
      context,
      [...new Set([0, ...kicks])].filter((at) => at < barTicks(bar)).toSorted((a, b) => a - b),
      (at) => root(bar, at),
    );
  },
  octaves: (bar, context) => {
    const places = every(bar, context.density === "busy" ? bar.beatTicks / 4 : bar.beatTicks / 2);
    return played(bar, context, places, (at, index) => root(bar, at) + (index % 2 === 0 ? 0 : 12));
  },
  walking: (bar, context) => {
    const places = every(bar, bar.beatTicks);
    const next = context.around.bars.find((each) => each.bar === bar.bar + 1) ?? bar;
    const goal = nearest(next.chords[0].root, root(bar, 0));
    return played(bar, context, places, (at, index) => {
      if (index === 0) return root(bar, at);
      // A step from where the next bar begins: what makes it walk.
      if (index === places.length - 1) return approach(context, goal, root(bar, 0));
      const { root: of, steps: tones } = chordAt(bar, at);
      return nearest(of + (tones[index % tones.length] ?? 0), root(bar, 0) + 2);
    });
  },
};

function steps(bar: BarAround, { density }: PartContext): readonly number[] {
  if (density === "busy") return every(bar, bar.beatTicks / 2);
  if (density === "medium") return every(bar, bar.beatTicks);
  return [...new Set([0, Math.ceil(bar.beats / 2) * bar.beatTicks])].filter((at) => at < barTicks(bar));
}

function played(
  bar: BarAround,
  { chance }: PartContext,
  places: readonly number[],
  pitch: (at: number, index: number) => number,
): readonly PartNote[] {
  return places.map((at, index) => {
    const length = (places[index + 1] ?? barTicks(bar)) - at;
    return { at, ticks: Math.max(30, Math.round(length * 0.88)), pitch: pitch(at, index), velocity: touch(88, at, bar, chance) };
  });
}

function root(bar: BarAround, at: number): number {
  return nearest(chordAt(bar, at).root, home);
}

/** The step of the key next to a goal, from the side that one comes from. */
function approach({ around: { scale } }: PartContext, goal: number, from: number): number {
  const { degree } = degreeOf(scale, goal);
  const below = pitchOf(scale, classOf(goal) === classOf(from) || from < goal ? degree - 1 : degree + 1);
  return below;
}
