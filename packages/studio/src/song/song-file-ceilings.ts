import type { Ceilings } from "@jackfield/contract";

/** The limits of what is read back as a song and its log, whoever wrote it. */
export const songFileCeilings = {
  songCharacters: {
    value: 128 * 1_048_576,
    most: 128 * 1_048_576,
    unit: "characters",
    why: "a note takes about sixty: two million of them, which no song has",
    whenHit: "the song is not read, and the number is named",
  },
  logBytes: {
    value: 256 * 1_048_576,
    most: 256 * 1_048_576,
    unit: "bytes",
    why: "a change takes a kilobyte: a quarter of a million of them, and they are held in memory while they are read",
    whenHit: "a saved session begins a new log; one that is read is opened without its history, and says so",
  },
  logLineBytes: {
    value: 32 * 1_048_576,
    most: 32 * 1_048_576,
    unit: "bytes",
    why: "one change may bring in a whole song",
    whenHit: "the log ends there, and is reported as broken",
  },
} as const satisfies Ceilings;
