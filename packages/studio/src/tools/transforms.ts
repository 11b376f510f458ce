import { chanceOf } from "../theory/chance.ts";
import { type Scale, degreeOf, movedInScale, pitchOf } from "../theory/scale.ts";
import type { IdNote } from "./song-parts.ts";

/** What a transform is told; what it does not need it does not read. */
export interface TransformOptions {
  readonly semitones: number;
  readonly steps: number;
  readonly scale: Scale | undefined;
  /** Ticks. */
  readonly grid: number;
  /** 0 to 1. */
  readonly strength: number;
  readonly amount: number;
  readonly seed: number;
  readonly fromVelocity: number;
  readonly toVelocity: number;
  /** Ticks of a beat: what falls on one is strong. */
  readonly beat: number;
}

/** What a transform makes of notes: the same notes changed, some of them gone, others beside them. Ids are those of the notes they come from. */
export interface Transformed {
  readonly kept: readonly IdNote[];
  readonly added: readonly IdNote[];
}

interface TransformRow {
  readonly blurb: string;
  /** It moves pitches: nothing for a kit, whose pitches are its pieces. */
  readonly pitches: boolean;
  run(notes: readonly IdNote[], options: TransformOptions): Transformed;
}

/** Every transform. Notes come in order of place, of one clip at a time but for what looks at all of them. */
export const transforms = {
  transpose: {
    blurb: "by semitones, or by steps of the key",
    pitches: true,
    run: (notes, { semitones, steps, scale }) =>
      same(notes, (note) => ({
        pitch: steps !== 0 && scale !== undefined ? movedInScale(scale, note.pitch, steps) : note.pitch + semitones,
      })),
  },
  invert: {
    blurb: "high for low around the middle of the notes, by semitones or, with steps 1, within the key",
    pitches: true,
    run: (notes, { scale, steps }) => same(notes, mirror(notes, steps === 0 ? undefined : scale)),
  },
  retrograde: {
    blurb: "from the end to the beginning",
    pitches: false,
    run(notes) {
      const from = notes.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
      const to = notes.reduce((most, { at, ticks }) => Math.max(most, at + ticks), 0);
      return same(notes, ({ at, ticks }) => ({ at: from + to - at - ticks }));
    },
  },
  quantize: {
    blurb: "towards a grid, as far as strength says",
    pitches: false,
    run: (notes, { grid, strength }) => same(notes, ({ at }) => ({ at: at + Math.round((Math.round(at / grid) * grid - at) * strength) })),
  },
  swing: {
    blurb: "every other step of the grid later: amount 0 is straight, 1 a triplet",
    pitches: false,
    run: (notes, { grid, amount }) =>
      same(notes, ({ at }) => {
        const step = Math.round(at / grid);
        return step % 2 === 0 ? {} : { at: step * grid + Math.round((amount * grid) / 3) };
      }),
  },
  humanize: {
    blurb: "a little off in time and touch, the same for the same seed",
    pitches: false,
    run: (notes, { amount, seed }) =>
      same(notes, ({ id, at, velocity }) => {
        const chance = chanceOf(`${seed}:${id}`);
        const off = (most: number): number => Math.round((chance() + chance() - 1) * most * amount);
        return { at: Math.max(0, at + off(24)), velocity: velocityOf(velocity + off(20)) };
      }),
  },
  thin: {
    blurb: "fewer notes: the weak ones go first, as many as amount says",
    pitches: false,
    run(notes, { amount, seed, beat }) {
      const chance = chanceOf(seed);
      const weights = new Map(notes.map((note) => [note, strengthOf(note.at, beat) * 1_000 + note.velocity + chance()]));
      const weak = notes.toSorted((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0)).slice(0, Math.round(notes.length * amount));
      return { kept: notes.filter((note) => !weak.includes(note)), added: [] };
    },
  },
  double: {
    blurb: "each note once more, semitones away, a little softer",
    pitches: true,
    run(notes, { semitones }) {
      const by = semitones === 0 ? 12 : semitones;
      const there = new Set(notes.map(({ at, pitch }) => `${at}:${pitch}`));
      const added = notes
        .map((note) => ({ ...note, pitch: note.pitch + by, velocity: velocityOf(note.velocity * 0.8) }))
        .filter(({ at, pitch }) => !there.has(`${at}:${pitch}`));
      return { kept: notes, added };
    },
  },
  velocity: {
    blurb: "touch along a line from one velocity to another, as far as strength says",
    pitches: false,
    run(notes, { fromVelocity, toVelocity, strength }) {
      const from = notes[0]?.at ?? 0;
      const length = Math.max(1, (notes.at(-1)?.at ?? 0) - from);
      return same(notes, ({ at, velocity }) => {
        const wanted = fromVelocity + ((toVelocity - fromVelocity) * (at - from)) / length;
        return { velocity: velocityOf(velocity + (wanted - velocity) * strength) };
      });
    },
  },
  legato: {
    blurb: "each note until the next one begins",
    pitches: false,
    run: (notes) =>
      same(notes, ({ at }) => {
        const next = notes.find((other) => other.at > at);
        return next === undefined ? {} : { ticks: next.at - at };
      }),
  },
} as const satisfies Readonly<Record<string, TransformRow>>;

export type TransformName = keyof typeof transforms;
export const transformNames = Object.keys(transforms) as readonly TransformName[];

function same(
  notes: readonly IdNote[],
  change: (note: IdNote) => Partial<Pick<IdNote, "at" | "ticks" | "pitch" | "velocity">>,
): Transformed {
  return { kept: notes.map((note) => ({ ...note, ...change(note) })), added: [] };
}

/** Around the middle of the lowest and the highest: they change places, so that a second time brings all back. */
function mirror(notes: readonly IdNote[], scale: Scale | undefined): (note: IdNote) => { readonly pitch: number } {
  const pitches = notes.map(({ pitch }) => pitch);
  const low = pitches.reduce((least, pitch) => Math.min(least, pitch), 127);
  const high = pitches.reduce((most, pitch) => Math.max(most, pitch), 0);
  if (scale === undefined) return ({ pitch }) => ({ pitch: low + high - pitch });
  const sum = degreeOf(scale, low).degree + degreeOf(scale, high).degree;
  return ({ pitch }) => {
    const { degree, raised } = degreeOf(scale, pitch);
    return { pitch: pitchOf(scale, sum - degree, raised) };
  };
}

/** How strong a place is: 3 on a half bar of four, 2 on a beat, 1 on half of one, 0 between. */
export function strengthOf(at: number, beat: number): number {
  if (at % (beat * 2) === 0) return 3;
  if (at % beat === 0) return 2;
  return at % (beat / 2) === 0 ? 1 : 0;
}

export function velocityOf(value: number): number {
  return Math.min(127, Math.max(1, Math.round(value)));
}
