import type { Ceilings } from "@jackfield/contract";

/** The limits of what is read back as a song, whoever wrote it. */
export const songFileCeilings = {
  songCharacters: {
    value: 128 * 1_048_576,
    most: 128 * 1_048_576,
    unit: "characters",
    why: "a note takes about sixty: two million of them, which no song has",
    whenHit: "the song is not read, and the number is named",
  },
} as const satisfies Ceilings;
