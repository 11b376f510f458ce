import { render } from "@jackfield/studio";
import { testPlan } from "../../../../packages/studio/src/kernel/test-plan.ts";
import { Random } from "../../../../packages/studio/src/kernel/random.ts";

/** A signal whose measures are known, or are to be what ffmpeg says. */
export interface Signal {
  readonly name: string;
  readonly rate: number;
  readonly make: () => readonly Float32Array[];
  /** What the recipe says, and within what: LUFS, LU or dBTP. */
  readonly wanted: readonly Wanted[];
}

export type Measured = "integrated" | "range" | "momentaryMost" | "shortTermMost" | "truePeak";

export interface Wanted {
  readonly measure: Measured;
  readonly value: number;
  readonly above: number;
  readonly below: number;
}

type Stretch = readonly [decibels: number, seconds: number];
const silence = Number.NEGATIVE_INFINITY;

/** A tone of stretches that follow each other without a jump in phase. */
function tone(rate: number, hertz: number, ...stretches: readonly Stretch[]): Float32Array {
  const ends: number[] = [];
  for (const [, seconds] of stretches) ends.push((ends.at(-1) ?? 0) + Math.round(seconds * rate));
  const whole = new Float32Array(ends.at(-1) ?? 0);
  let stretch = 0;
  let gain = 10 ** ((stretches[0]?.[0] ?? silence) / 20);
  for (let n = 0; n < whole.length; n++) {
    while (n >= (ends[stretch] ?? 0)) {
      stretch++;
      gain = 10 ** ((stretches[stretch]?.[0] ?? silence) / 20);
    }
    whole[n] = gain * Math.sin((2 * Math.PI * hertz * n) / rate);
  }
  return whole;
}

function both(channel: Float32Array): readonly Float32Array[] {
  return [channel, channel];
}

function within(measure: Measured, value: number, tolerance = 0.1): Wanted {
  return { measure, value, above: tolerance, below: tolerance };
}

const integrated = (value: number): Wanted => within("integrated", value);
const peak = (value: number): Wanted => ({ measure: "truePeak", value, above: 0.2, below: 0.4 });
const times = <T>(count: number, each: (index: number) => readonly T[]): readonly T[] =>
  Array.from({ length: count }, (_, index) => each(index)).flat();

/** Recipes of EBU Tech 3341 (v4): 1,000 Hz on both sides. Cases 6 to 8 are of five channels and of recordings, and have no place here. */
function recipes3341(rate: number): readonly Signal[] {
  const both1k = (name: string, stretches: readonly Stretch[], ...wanted: readonly Wanted[]): Signal => ({
    name: `3341-${name}`,
    rate,
    make: () => both(tone(rate, 1_000, ...stretches)),
    wanted,
  });
  return [
    both1k("1", [[-23, 20]], integrated(-23), within("momentaryMost", -23), within("shortTermMost", -23)),
    both1k("2", [[-33, 20]], integrated(-33), within("momentaryMost", -33), within("shortTermMost", -33)),
    both1k(
      "3",
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
      integrated(-23),
    ),
    both1k(
      "4",
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
      integrated(-23),
    ),
    both1k(
      "5",
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
      integrated(-23),
    ),
    both1k(
      "9",
      times(5, () => [
        [-20, 1.34],
        [-30, 1.66],
      ]),
      within("shortTermMost", -23),
    ),
    ...[1, 7, 13, 20].map((n) =>
      both1k(
        `10-${n}`,
        [
          [silence, n * 0.15],
          [-23, 3],
          [silence, 1],
        ],
        within("shortTermMost", -23),
      ),
    ),
    both1k(
      "11",
      times(20, (n) => [
        [silence, n * 0.15],
        [-38 + n, 3],
        [silence, 3 - n * 0.15],
      ]),
      within("shortTermMost", -19),
    ),
    both1k(
      "12",
      times(25, () => [
        [-20, 0.18],
        [-30, 0.22],
      ]),
      within("momentaryMost", -23),
    ),
    ...[1, 2, 7, 13, 20].map((n) =>
      both1k(
        `13-${n}`,
        [
          [silence, n * 0.02],
          [-23, 0.4],
          [silence, 1],
        ],
        within("momentaryMost", -23),
      ),
    ),
    both1k(
      "14",
      times(20, (n) => [
        [silence, n * 0.02],
        [-38 + n, 0.4],
        [silence, 0.4 - n * 0.02],
      ]),
      within("momentaryMost", -19),
    ),
  ];
}

/** Cases 15 to 19: tones whose highest point lies between the samples. Faded, as they are there: an edge would overshoot. */
function recipesOfPeaks(rate: number): readonly Signal[] {
  const faded = (name: string, part: number, degrees: number, gain: number, value: number): Signal => ({
    name: `3341-${name}`,
    rate,
    make: () => {
      const frames = rate;
      return both(
        Float32Array.from({ length: frames }, (_, n) => {
          const fade = Math.min(1, n / 2_000, (frames - 1 - n) / 2_000);
          return gain * fade * Math.sin((2 * Math.PI * n) / part + (degrees * Math.PI) / 180);
        }),
      );
    },
    wanted: [peak(value)],
  });
  return [
    faded("15", 4, 0, 0.5, -6),
    faded("16", 4, 45, 0.5, -6),
    faded("17", 6, 60, 0.5, -6),
    faded("18", 8, 67.5, 0.5, -6),
    faded("19", 4, 45, 1.41, 3),
  ];
}

/** In the place of cases 20 to 23: a pulse without anything above a quarter of the rate, whose top of 0 dBTP lies so far behind a sample. */
function pulses(rate: number): readonly Signal[] {
  return [0, 0.25, 0.5, 0.75].map((offset) => ({
    name: `pulse at ${offset}`,
    rate,
    make: () => {
      const frames = rate / 4;
      const parts = Math.floor(frames / 4);
      const top = frames / 2 + offset;
      // So many cosines that meet at the top, added up by their closed form (Dirichlet's kernel, without its constant).
      return both(
        Float32Array.from({ length: frames }, (_, n) => {
          const half = (Math.PI * (n - top)) / frames;
          return half === 0 ? 1 : (Math.sin((2 * parts + 1) * half) / Math.sin(half) - 1) / (2 * parts);
        }),
      );
    },
    wanted: [peak(0)],
  }));
}

/** EBU Tech 3342: 1,000 Hz; the range lies within 1 LU there, and is to be within 0.1 here. */
function recipes3342(rate: number): readonly Signal[] {
  const rows: readonly (readonly [range: number, ...stretches: readonly Stretch[]])[] = [
    [10, [-20, 20], [-30, 20]],
    [5, [-20, 20], [-15, 20]],
    [20, [-40, 20], [-20, 20]],
    [15, [-50, 20], [-35, 20], [-20, 20], [-35, 20], [-50, 20]],
  ];
  return rows.map(([range, ...stretches], index) => ({
    name: `3342-${index + 1}`,
    rate,
    make: () => both(tone(rate, 1_000, ...stretches)),
    wanted: [within("range", range)],
  }));
}

/** BS.1770-4: a tone of 997 Hz at full scale on one side reads −3.01; the filter is the standard's where ffmpeg's is. */
function levels(rate: number): readonly Signal[] {
  return [
    {
      name: "997 Hz, one side, 0 dBFS",
      rate,
      make: () => [tone(rate, 997, [0, 5]), new Float32Array(rate * 5)],
      wanted: [integrated(-3.01)],
    },
    { name: "997 Hz, both sides, −23 dBFS", rate, make: () => both(tone(rate, 997, [-23, 5])), wanted: [integrated(-23)] },
    ...[25, 100, 500, 2_000, 5_000, 12_000].map((hertz) => ({
      name: `${hertz} Hz, both sides, −20 dBFS`,
      rate,
      make: () => both(tone(rate, hertz, [-20, 5])),
      wanted: [],
    })),
  ];
}

function noise(rate: number, seed: number, brown: number): Signal {
  return {
    name: `noise${brown > 0 ? ", dark" : ""}, ${rate} Hz`,
    rate,
    make: () => {
      const random = new Random(seed);
      return [0, 1].map(() => {
        let last = 0;
        return Float32Array.from({ length: rate * 10 }, (_, n) => {
          last = last * brown + random.signed() * (1 - brown) * (0.2 + 0.3 * Math.sin(n / rate));
          return last;
        });
      });
    },
    wanted: [],
  };
}

/** Music of the studio's own devices, through its mixer and master. */
function music(name: string, tracks: number, seconds: number): Signal {
  const plan = testPlan({ tracks, seconds });
  return {
    name: `music, ${name}`,
    rate: plan.rate,
    make: () => {
      const [left, right] = [new Float32Array(plan.frames), new Float32Array(plan.frames)];
      for (const piece of render(plan, new Map())) {
        left.set(piece.left, piece.at);
        right.set(piece.right, piece.at);
      }
      return [left, right];
    },
    wanted: [],
  };
}

/** Everything that is measured: recipes at two rates, and what has none. */
export const signals: readonly Signal[] = [
  ...recipes3341(48_000),
  ...recipes3341(44_100).filter(({ name }) => ["3341-1", "3341-5", "3341-9", "3341-12", "3341-13-7"].includes(name)),
  ...recipesOfPeaks(48_000),
  ...recipesOfPeaks(44_100),
  ...pulses(48_000),
  ...recipes3342(48_000),
  ...levels(48_000),
  ...levels(96_000).slice(1, 2),
  noise(44_100, 3, 0),
  noise(48_000, 4, 0.95),
  music("one instrument", 1, 12),
  music("three tracks", 3, 20),
  music("eight tracks", 8, 30),
];
