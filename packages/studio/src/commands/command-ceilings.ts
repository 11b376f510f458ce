import type { Ceilings } from "@jackfield/contract";

/** What commands, and the tools that run them, take and give at once. None of them can be raised. */
export const commandCeilings = {
  batchCalls: fixed(
    1_000,
    "count",
    "as many as a long session has, and few enough that nobody waits behind them for long",
    "the batch is refused before anything of it is done",
  ),
  batchCharacters: fixed(
    100_000,
    "characters",
    "clients take 150,000 of one result; failures are always told whole",
    "results behind it are left out, and that is said",
  ),
  inspectCharacters: fixed(
    120_000,
    "characters",
    "clients take 150,000 of one result, with the mark and what carries it",
    "refused, with what to ask for instead",
  ),
  resourceCharacters: fixed(
    8_000_000,
    "characters",
    "a song of a hundred thousand notes",
    "the resource is not read; its tracks are, one by one",
  ),
  watchedResources: fixed(200, "count", "a client that watches more hears of the whole session", "those behind it are not watched"),
  recordingBytes: fixed(
    1_073_741_824,
    "bytes",
    "recordings are in memory while a song is open: an hour and a half of stereo",
    "those that the song no longer names are dropped; where that is not enough, the import is refused",
  ),
  stems: fixed(64, "count", "each is a file that is open while the song is rendered", "the bounce is refused"),
  presetBytes: fixed(1_000_000, "bytes", "a device of a song's own, and some numbers", "the file is refused as none"),
} as const satisfies Ceilings;

function fixed(value: number, unit: "count" | "characters" | "bytes", why: string, whenHit: string): Ceilings[string] {
  return { value, most: value, unit, why, whenHit };
}
