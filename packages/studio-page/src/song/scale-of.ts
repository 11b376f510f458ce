import type { Song } from "@jackfield/studio";

const steps = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const;
const letters: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const sharps = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"];
const flats = ["C", "D♭", "D", "E♭", "E", "F", "G♭", "G", "A♭", "A", "B♭", "B"];

/** The pitch class of a tonic: `Eb` is 3. */
export function tonicClass(tonic: string): number {
  const [letter = "C", sign] = tonic;
  return ((letters[letter] ?? 0) + (sign === "#" ? 1 : sign === "b" ? 11 : 0)) % 12;
}

/** The pitch classes of the song's key, or undefined where it has none: then none is foreign. */
export function scaleOf({ key }: Song): ReadonlySet<number> | undefined {
  if (key === undefined) return undefined;
  const tonic = tonicClass(key.tonic);
  return new Set(steps[key.mode].map((step) => (tonic + step) % 12));
}

/** `A♭3`: 60 is C4. With the signs of the song's key. */
export function pitchName(pitch: number, key: Song["key"]): string {
  const names =
    key !== undefined && (key.tonic.includes("b") || key.tonic === "F" || (key.mode === "minor" && "DGCF".includes(key.tonic)))
      ? flats
      : sharps;
  return `${names[pitch % 12] ?? ""}${Math.floor(pitch / 12) - 1}`;
}
