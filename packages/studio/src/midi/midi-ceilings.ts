import type { Ceilings } from "@jackfield/contract";

/** The limits of reading a MIDI file. None of them can be raised. */
export const midiCeilings = {
  fileBytes: fixed(8 * 1024 * 1024, "bytes", "a symphony has half a megabyte"),
  events: fixed(400_000, "count", "twenty times a symphony's busiest hour; each costs memory"),
  tracks: fixed(256, "count", "more than any orchestra has parts"),
  notes: fixed(100_000, "count", "a song of so many notes is slow to change; a real one has some thousand"),
  texts: fixed(500, "count", "markers; past them the file is no song"),
} as const satisfies Ceilings;

function fixed(value: number, unit: "bytes" | "count", why: string): Ceilings[string] {
  return { value, most: value, unit, why, whenHit: "the file is refused, and the number is named" };
}
