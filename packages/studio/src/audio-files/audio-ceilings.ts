import type { Ceilings } from "@jackfield/contract";

/** The limits of reading a recording. None of them can be raised: a file is either read or refused, the same everywhere. */
export const audioCeilings = {
  fileBytes: fixed(512 * 1024 * 1024, "bytes", "25 minutes of stereo in the largest samples; a tab holds the file and its sound at once"),
  frames: fixed(
    64 * 1024 * 1024,
    "count",
    "25 minutes at 44.1 kHz: half a gigabyte of stereo, as much as a tab can spare. Packed silence could claim a year",
  ),
  channels: fixed(64, "count", "more than any desk records at once; each is folded into two"),
  leastRate: fixed(4_000, "count", "below the telephone's there is no music"),
  mostRate: fixed(384_000, "count", "the highest that converters offer"),
  chunks: fixed(65_536, "count", "a file has a dozen; each costs a step to walk past"),
  decodeMs: fixed(60_000, "ms", "the longest file takes a fifth of it; a decoder that hangs on damaged bytes is ended"),
} as const satisfies Ceilings;

function fixed(value: number, unit: "bytes" | "ms" | "count", why: string): Ceilings[string] {
  return { value, most: value, unit, why, whenHit: "the file is refused, and the number is named" };
}
