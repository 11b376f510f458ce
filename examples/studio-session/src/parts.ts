/** A note as `clip.add` takes it. */
export interface PartNote {
  readonly tick: number;
  readonly ticks: number;
  readonly pitch: number;
  readonly velocity: number;
}

export const beat = 480;
export const bar = 4 * beat;

/** Am F C G, twice in a verse: the roots, and the chords above them. */
export const chords = [
  { root: 33, notes: [57, 60, 64, 67] },
  { root: 29, notes: [53, 57, 60, 64] },
  { root: 36, notes: [55, 60, 64, 67] },
  { root: 31, notes: [55, 59, 62, 66] },
] as const;

function chordOf(index: number): (typeof chords)[number] {
  return chords[index % chords.length] ?? chords[0];
}

function note(tick: number, ticks: number, pitch: number, velocity: number): PartNote {
  return { tick, ticks, pitch, velocity };
}

/** Sixteenths of a bar where something is struck, as text: `x` hard, `o` soft. */
function struck(line: string, at: number, pitch: number): readonly PartNote[] {
  return Array.from(line).flatMap((mark, step) => (mark === "." ? [] : [note(at + step * 120, 60, pitch, mark === "x" ? 112 : 74)]));
}

/** Drums: kick and snare below, hats and a shaker above; a fill in every last bar, a crash where it begins. */
export function drums(bars: number, full: boolean): readonly PartNote[] {
  return Array.from({ length: bars }, (_, index) => {
    const at = index * bar;
    const isLast = index === bars - 1;
    return [
      ...struck(full ? "x..o..x...x..o.." : "x.......x.......", at, 36),
      ...struck(isLast && full ? "....x.......x.xx" : "....x.......x...", at, 38),
      ...(full ? struck("....x.......x...", at, 39) : []),
      ...struck(full ? "x.o.x.o.x.o.x.oo" : "x...o...x...o...", at, 42),
      ...(full ? struck("..............o.", at, 46) : []),
      ...struck("o.o.o.o.o.o.o.o.", at, 70),
      ...(isLast && full ? [note(at + 1_560, 100, 48, 90), note(at + 1_680, 100, 45, 96), note(at + 1_800, 100, 41, 104)] : []),
      ...(index === 0 && full ? [note(at, 900, 49, 100)] : []),
    ];
  }).flat();
}

/** The bass: roots that push before the beat, an octave up at the end of a bar. */
export function bass(bars: number, busy: boolean): readonly PartNote[] {
  return Array.from({ length: bars }, (_, index) => {
    const at = index * bar;
    const { root } = chordOf(index);
    const steps = busy ? [0, 3, 6, 8, 11, 14] : [0, 6, 8];
    return steps.map((step, order) => note(at + step * 120, busy ? 200 : 300, root + (step === 14 ? 12 : 0), order === 0 ? 112 : 92));
  }).flat();
}

/** Chords held for a bar each, for the pad. */
export function held(bars: number): readonly PartNote[] {
  return Array.from({ length: bars }, (_, index) =>
    chordOf(index).notes.map((pitch, voice) => note(index * bar, bar - 10, pitch, 62 + voice * 4)),
  ).flat();
}

/** Chords struck off the beat, for the keys. */
export function stabs(bars: number): readonly PartNote[] {
  return Array.from({ length: bars }, (_, index) =>
    [240, 960, 1_560].flatMap((step, order) =>
      chordOf(index)
        .notes.slice(0, 3)
        .map((pitch, voice) => note(index * bar + step + voice * 6, order === 1 ? 420 : 200, pitch, 84 - voice * 6)),
    ),
  ).flat();
}

/** The chord's notes one after the other, up and down, for the pluck. */
export function arpeggio(bars: number): readonly PartNote[] {
  const order = [0, 1, 2, 3, 2, 1, 3, 2];
  return Array.from({ length: bars }, (_, index) =>
    Array.from({ length: 16 }, (_step, step) => {
      const { notes } = chordOf(index);
      const pitch = (notes[order[step % 8] ?? 0] ?? notes[0]) + (step >= 8 ? 12 : 0);
      return note(index * bar + step * 120, 110, pitch, step % 4 === 0 ? 96 : 72 + ((step * 7) % 13));
    }),
  ).flat();
}

/** The tune, eight bars long: degrees above A, in quarters and halves. */
export function tune(): readonly PartNote[] {
  const line: readonly (readonly [beats: number, length: number, pitch: number])[] = [
    [0, 1.5, 76],
    [1.5, 0.5, 74],
    [2, 1.5, 72],
    [3.5, 0.5, 74],
    [4, 2, 76],
    [6.5, 0.5, 72],
    [7, 1, 69],
    [8, 1.5, 67],
    [9.5, 0.5, 69],
    [10, 2, 72],
    [12, 1, 71],
    [13, 1, 74],
    [14, 2, 71],
    [16, 1.5, 76],
    [17.5, 0.5, 79],
    [18, 1.5, 81],
    [19.5, 0.5, 79],
    [20, 2, 76],
    [22.5, 0.5, 74],
    [23, 1, 72],
    [24, 1.5, 79],
    [25.5, 0.5, 76],
    [26, 2, 74],
    [28, 1, 74],
    [29, 1, 71],
    [30, 2, 69],
  ];
  return line.map(([beats, length, pitch], index) => note(beats * beat, length * beat - 20, pitch, 88 + ((index * 5) % 17)));
}
