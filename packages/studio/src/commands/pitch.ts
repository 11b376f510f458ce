import type { FieldSchema } from "../song/fields.ts";

/** A pitch as people write it. */
export const pitchField: FieldSchema = {
  anyOf: [
    { type: "integer", minimum: 0, maximum: 127, description: "A MIDI pitch: 60 is middle C" },
    { type: "string", maxLength: 4, pattern: "^[A-Ga-g](#|b)?-?[0-9]$", description: "C4 is middle C" },
  ],
  description: 'a MIDI pitch from 0 to 127, or a name like "C4" (60) or "F#2"',
};

/** A checked pitch as a number; kept within what there is. */
export function pitchOf(pitch: unknown): number {
  if (typeof pitch === "number") return pitch;
  const [, letter = "c", sign, octave = "4"] = /^([A-Ga-g])(#|b)?(-?\d)$/.exec(String(pitch)) ?? [];
  const step = [9, 11, 0, 2, 4, 5, 7][letter.toLowerCase().charCodeAt(0) - 97] ?? 0;
  return keptPitch(step + (sign === "#" ? 1 : sign === "b" ? -1 : 0) + (Number(octave) + 1) * 12);
}

export function keptPitch(pitch: number): number {
  return Math.min(127, Math.max(0, Math.round(pitch)));
}

/** `C4` for 60. */
export function pitchName(pitch: number): string {
  return `${["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"][((pitch % 12) + 12) % 12] ?? "C"}${Math.floor(pitch / 12) - 1}`;
}
