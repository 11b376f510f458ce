import type { Song } from "../song/song.ts";

/** A key as numbers: its tonic as a pitch class (0 is C), and its scale as semitones above it. */
export interface Scale {
  readonly tonic: number;
  readonly steps: readonly number[];
  readonly mode: "major" | "minor";
}

const major = [0, 2, 4, 5, 7, 9, 11];
const minor = [0, 2, 3, 5, 7, 8, 10];
const naturals: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** The scale of a key. */
export function scaleOf({ tonic, mode }: NonNullable<Song["key"]>): Scale {
  const natural = naturals[tonic.slice(0, 1)] ?? 0;
  const accidental = tonic.endsWith("#") ? 1 : tonic.endsWith("b") && tonic.length > 1 ? -1 : 0;
  return { tonic: classOf(natural + accidental), steps: mode === "major" ? major : minor, mode };
}

/** The pitch class of a pitch. */
export function classOf(pitch: number): number {
  return ((pitch % 12) + 12) % 12;
}

/** Steps of the scale from its tonic in the lowest octave up; what lies between two steps counts as the lower one, raised. */
export function degreeOf({ tonic, steps }: Scale, pitch: number): { readonly degree: number; readonly raised: number } {
  const above = pitch - tonic;
  const octave = Math.floor(above / 12);
  const rest = above - octave * 12;
  const index = steps.findLastIndex((step) => step <= rest);
  return { degree: octave * steps.length + index, raised: rest - (steps[index] ?? 0) };
}

/** The pitch of a degree. */
export function pitchOf({ tonic, steps }: Scale, degree: number, raised = 0): number {
  const octave = Math.floor(degree / steps.length);
  return tonic + octave * 12 + (steps[degree - octave * steps.length] ?? 0) + raised;
}

/** Whether a pitch is of the scale. */
export function isInScale(scale: Scale, pitch: number): boolean {
  return scale.steps.includes(classOf(pitch - scale.tonic));
}

/**
 * A pitch by so many steps of the scale: one of the scale comes back by as many steps back. One between two steps stays a raised one, as far as
 * there is anything between the steps where it comes to lie.
 */
export function movedInScale(scale: Scale, pitch: number, by: number): number {
  const { degree, raised } = degreeOf(scale, pitch);
  return pitchOf(scale, degree + by, raised);
}

/** A pitch class as people write it. */
export function className(pitch: number): string {
  return ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"][classOf(pitch)] ?? "C";
}
