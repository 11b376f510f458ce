import { ticksPerQuarter } from "../song/song.ts";

/** Ticks of a bar of four quarters, and of a sixteenth. */
export const bar = ticksPerQuarter * 4;
export const sixteenth = ticksPerQuarter / 4;

/** A chord: its root in the bass, and the pitch classes above it. */
export interface Chord {
  readonly bass: number;
  readonly tones: readonly number[];
}

export type PartName = "intro" | "verse" | "lift" | "chorus" | "outro";

export interface Part {
  readonly name: PartName;
  readonly title: string;
  /** One for each bar. */
  readonly chords: readonly Chord[];
}

const chord = (bass: number, ...tones: readonly number[]): Chord => ({ bass, tones });
// Pitch classes: 0 is C. Basses are MIDI pitches of the lowest octave and a half.
const dm7 = chord(38, 2, 5, 9, 0);
const bbMaj7 = chord(34, 10, 2, 5, 9);
const fMaj7 = chord(41, 5, 9, 0, 4);
const c = chord(36, 0, 4, 7, 2);
const gm7 = chord(43, 7, 10, 2, 5);
const aSus = chord(33, 9, 2, 4, 7);
const am7 = chord(45, 9, 0, 4, 7);
const f = chord(41, 5, 9, 0, 7);
const cOverE = chord(40, 0, 4, 7, 2);
const fOverA = chord(45, 5, 9, 0, 7);
const bb = chord(34, 10, 2, 5, 0);

/** 28 bars at 112 to the minute: one minute. */
export const parts: readonly Part[] = [
  { name: "intro", title: "Intro", chords: [dm7, bbMaj7, fMaj7, c] },
  { name: "verse", title: "Verse", chords: [dm7, bbMaj7, fMaj7, c, dm7, bbMaj7, gm7, aSus] },
  { name: "lift", title: "Lift", chords: [gm7, am7, bbMaj7, c] },
  { name: "chorus", title: "Chorus", chords: [f, cOverE, dm7, bb, fOverA, c, bb, c] },
  { name: "outro", title: "Outro", chords: [dm7, bbMaj7, fMaj7, f] },
];

/** A part, and the tick at which it begins. */
export interface PlacedPart extends Part {
  readonly tick: number;
  readonly ticks: number;
}

export const placedParts: readonly PlacedPart[] = parts.map((part, index) => ({
  ...part,
  tick: parts.slice(0, index).reduce((sum, { chords }) => sum + chords.length * bar, 0),
  ticks: part.chords.length * bar,
}));

/** Where a part begins. */
export function beginOf(name: PartName): number {
  return placedParts.find((part) => part.name === name)?.tick ?? 0;
}
