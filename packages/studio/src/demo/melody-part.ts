import type { PartName } from "./form.ts";
import { type DemoNote, type Melody, sung } from "./phrase.ts";

// The motif: a long tone, up a third, up a step, and back down. All else is made of it.
const motif: Melody = [
  [0, 1.5, 69],
  [1.5, 0.5, 72],
  [2, 1, 74],
  [3, 0.5, 72],
  [3.5, 0.5, 69],
];
const answer: Melody = [
  [0, 2, 65],
  [2.5, 0.5, 67],
  [3, 1, 69],
];

/** Verse: motif and answer, a step higher the second time, then broken up. */
const verse: readonly Melody[] = [
  motif,
  answer,
  [
    [0, 1.5, 69],
    [1.5, 0.5, 72],
    [2, 1, 76],
    [3, 0.5, 74],
    [3.5, 0.5, 72],
  ],
  [
    [0, 2, 67],
    [2.5, 0.5, 69],
    [3, 1, 67],
  ],
  [
    [0, 1, 69],
    [1, 0.5, 70],
    [1.5, 0.5, 72],
    [2, 1, 74],
    [3, 0.5, 77],
    [3.5, 0.5, 74],
  ],
  [
    [0, 1.5, 72],
    [1.5, 0.5, 70],
    [2, 1, 69],
    [3, 1, 65],
  ],
  [
    [0, 1, 67],
    [1, 0.5, 69],
    [1.5, 0.5, 70],
    [2, 1.5, 74],
    [3.5, 0.5, 72],
  ],
  [
    [0, 2, 74],
    [2, 1, 76],
    [3, 1, 79],
  ],
];

/** Lift: the motif's end, again and again, a step higher each bar. */
const rising = (from: number, step: number, top: number): Melody => [
  [0, 0.5, from],
  [0.5, 0.5, from],
  [1.5, 0.5, step],
  [2, 1, top],
  [3, 0.5, step],
  [3.5, 0.5, from],
];
const lift: readonly Melody[] = [
  rising(70, 72, 74),
  rising(72, 74, 76),
  rising(74, 76, 77),
  [
    [0, 0.5, 76],
    [0.5, 0.5, 76],
    [1.5, 0.5, 77],
    [2, 2, 79],
  ],
];

/** Chorus: the motif upside down and an octave up; the second half goes higher before it comes to rest. */
const chorus: readonly Melody[] = [
  [
    [0, 1.5, 81],
    [1.5, 0.5, 79],
    [2, 1, 77],
    [3, 0.5, 72],
    [3.5, 0.5, 77],
  ],
  [
    [0, 2, 79],
    [2.5, 0.5, 77],
    [3, 1, 76],
  ],
  [
    [0, 1.5, 77],
    [1.5, 0.5, 76],
    [2, 1, 74],
    [3, 0.5, 69],
    [3.5, 0.5, 74],
  ],
  [
    [0, 1, 74],
    [1, 0.5, 72],
    [1.5, 0.5, 74],
    [2, 2, 77],
  ],
  [
    [0, 1.5, 81],
    [1.5, 0.5, 82],
    [2, 1, 84],
    [3, 0.5, 81],
    [3.5, 0.5, 77],
  ],
  [
    [0, 2, 79],
    [2.5, 0.5, 81],
    [3, 1, 79],
  ],
  [
    [0, 1, 77],
    [1, 0.5, 79],
    [1.5, 0.5, 81],
    [2, 1.5, 82],
    [3.5, 0.5, 81],
  ],
  [
    [0, 3, 79],
    [3, 1, 76],
  ],
];

/** Outro: the motif as it was, and a long tone. */
const outro: readonly Melody[] = [
  motif,
  answer,
  [
    [0, 1.5, 69],
    [1.5, 0.5, 72],
    [2, 2, 69],
  ],
  [[0, 4, 65]],
];

export const melodies: Readonly<Partial<Record<PartName, readonly DemoNote[]>>> = {
  verse: sung(verse, 84),
  lift: sung(lift, 90),
  chorus: sung(chorus, 104),
  outro: sung(outro, 74),
};
