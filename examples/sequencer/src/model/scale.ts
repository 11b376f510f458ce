/** Scales as semitones above the root. */
export const scales = {
  minor: { name: "minor", steps: [0, 2, 3, 5, 7, 8, 10] },
  dorian: { name: "dorian", steps: [0, 2, 3, 5, 7, 9, 10] },
  major: { name: "major", steps: [0, 2, 4, 5, 7, 9, 11] },
  mixolydian: { name: "mixolydian", steps: [0, 2, 4, 5, 7, 9, 10] },
  pentatonic: { name: "minor pentatonic", steps: [0, 3, 5, 7, 10] },
} as const satisfies Record<string, { readonly name: string; readonly steps: readonly number[] }>;

export type ScaleId = keyof typeof scales;
export const scaleIds = ["minor", "dorian", "major", "mixolydian", "pentatonic"] as const satisfies readonly ScaleId[];
export const noteNames = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"] as const;

/** A key: `root` is a pitch class, 0 for C. */
export interface Key {
  readonly root: number;
  readonly scale: ScaleId;
}

/** How many scale degrees a step can choose from: degree 0 is the root at the bottom of the track's octave. */
export const DEGREES = 12;

/** The MIDI note of a scale degree in an octave (middle C, 60, begins octave 4). Degrees past the scale go on into the next octave. */
export function midiOf(degree: number, octave: number, key: Key): number {
  const steps = scales[key.scale].steps;
  const turns = Math.floor(degree / steps.length);
  const step = steps[degree - turns * steps.length] ?? 0;
  return 12 * (octave + 1 + turns) + key.root + step;
}

/** A three-note chord in thirds of the scale, from the degree up. */
export function chordOf(degree: number, octave: number, key: Key): readonly number[] {
  return [degree, degree + 2, degree + 4].map((each) => midiOf(each, octave, key));
}

/** A MIDI note's name: 57 is "A3". */
export function noteName(midi: number): string {
  return `${noteNames[((midi % 12) + 12) % 12] ?? ""}${Math.floor(midi / 12) - 1}`;
}

/** A MIDI note's frequency in hertz, equal temperament, A4 = 440. */
export function hertz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}
