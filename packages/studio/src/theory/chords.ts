import { type Scale, classOf, className, isInScale, pitchOf } from "./scale.ts";

/** A chord: its root as a pitch class, and semitones above it. */
export interface Chord {
  readonly root: number;
  readonly kind: string;
  readonly steps: readonly number[];
}

/** A note as harmony hears it. */
export interface Sounding {
  readonly at: number;
  readonly ticks: number;
  readonly pitch: number;
  readonly velocity: number;
}

/** Kinds of chords, the plain ones first: of two that fit as well the first is taken. */
const kinds: readonly (readonly [kind: string, steps: readonly number[]])[] = [
  ["", [0, 4, 7]],
  ["m", [0, 3, 7]],
  ["7", [0, 4, 7, 10]],
  ["m7", [0, 3, 7, 10]],
  ["maj7", [0, 4, 7, 11]],
  ["dim", [0, 3, 6]],
  ["sus4", [0, 5, 7]],
];

/** "Am", "F", "G7". */
export function chordName({ root, kind }: Chord): string {
  return `${className(root)}${kind}`;
}

/** The chord that notes of a stretch are heard as, or undefined where there is too little of one. */
export function chordIn(notes: readonly Sounding[], from: number, to: number, scale: Scale | undefined): Chord | undefined {
  const weights = Array.from({ length: 12 }, () => 0);
  let lowest: Sounding | undefined;
  for (const note of notes) {
    const sounds = Math.min(to, note.at + note.ticks) - Math.max(from, note.at);
    if (sounds <= 0) continue;
    weights[classOf(note.pitch)] = (weights[classOf(note.pitch)] ?? 0) + sounds * (0.3 + note.velocity / 127);
    if (lowest === undefined || note.pitch < lowest.pitch) lowest = note;
  }
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0 || lowest === undefined) return undefined;
  const low = classOf(lowest.pitch);
  const inside = (chord: Chord): number => chord.steps.filter((step) => scale === undefined || isInScale(scale, chord.root + step)).length;
  const fit = (chord: Chord): number => {
    const tones = chord.steps.map((step) => weights[classOf(chord.root + step)] ?? 0);
    const heard = tones.reduce((sum, weight) => sum + weight, 0);
    const missing = tones.filter((weight) => weight === 0).length;
    // What the bass plays is the root more often than not; what is not of the key is less likely.
    return (
      heard / all -
      missing * 0.12 +
      (chord.root === low ? 0.2 : 0) +
      (inside(chord) / chord.steps.length) * 0.15 -
      (chord.steps.length - 3) * 0.05
    );
  };
  const candidates = kinds.flatMap(([kind, steps]) => Array.from({ length: 12 }, (_, root): Chord => ({ root, kind, steps })));
  return candidates.reduce((best, chord) => (fit(chord) > fit(best) + 1e-9 ? chord : best));
}

/** What most songs in a key do, for where a song has no harmony yet. */
export function usualChord({ mode, ...scale }: Scale, bar: number): Chord {
  // I V vi IV, and i VI III VII.
  const degrees = mode === "major" ? [0, 4, 5, 3] : [0, 5, 2, 6];
  const degree = degrees[bar % degrees.length] ?? 0;
  const pitch = (of: number): number => pitchOf({ mode, ...scale }, of);
  const root = pitch(degree);
  const steps = [0, 2, 4].map((third) => pitch(degree + third) - root);
  const kind = kinds.find(([, each]) => each.join() === steps.join())?.[0] ?? "";
  return { root: classOf(root), kind, steps };
}

/** The key that notes are in, by how long each pitch class sounds (Krumhansl and Kessler's profiles, 1982). */
export function keyIn(notes: readonly Sounding[]): { readonly tonic: string; readonly mode: "major" | "minor" } | undefined {
  const weights = Array.from({ length: 12 }, () => 0);
  for (const { pitch, ticks } of notes) weights[classOf(pitch)] = (weights[classOf(pitch)] ?? 0) + ticks;
  if (weights.every((weight) => weight === 0)) return undefined;
  const found = (["major", "minor"] as const)
    .flatMap((mode) => Array.from({ length: 12 }, (_, tonic) => ({ tonic, mode, fit: likeness(weights, profiles[mode], tonic) })))
    .reduce((best, each) => (each.fit > best.fit ? each : best));
  return { tonic: className(found.tonic), mode: found.mode };
}

/** Correlation of weights with a profile that begins at a tonic. */
function likeness(weights: readonly number[], profile: readonly number[], tonic: number): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [a, b] = [mean(weights), mean(profile)];
  let [both, one, other] = [0, 0, 0];
  for (let step = 0; step < 12; step++) {
    const x = (weights[(tonic + step) % 12] ?? 0) - a;
    const y = (profile[step] ?? 0) - b;
    both += x * y;
    one += x * x;
    other += y * y;
  }
  return one === 0 ? 0 : both / Math.sqrt(one * other);
}

const profiles = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
} as const;
