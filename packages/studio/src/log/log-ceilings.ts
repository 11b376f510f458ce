import type { Ceilings } from "@jackfield/contract";

/** What is read of a song's log. */
export const logCeilings = {
  logLineCharacters: {
    value: 64_000_000,
    most: 256_000_000,
    unit: "characters",
    why: "a change of 5,000 ops with 2,000 notes in some of them, and what each of them was before",
    whenHit: "the log is read up to that line, and said to be broken there",
  },
  logLines: {
    value: 200_000,
    most: 2_000_000,
    unit: "count",
    why: "what a song gathers in years; each is parsed and hashed when a log is checked",
    whenHit: "the log is read up to there, and said to be longer",
  },
} as const satisfies Ceilings;
