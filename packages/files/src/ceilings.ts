import type { Ceilings } from "@jackfield/contract";

/** The limits of every path that is walked and every file that is read or written. */
export const fileCeilings = {
  pathCharacters: {
    value: 4_096,
    most: 4_096,
    unit: "characters",
    why: "what Linux takes in one piece; nothing that a person names comes near",
    whenHit: "the path is refused as too long",
  },
  nameBytes: {
    value: 255,
    most: 255,
    unit: "bytes",
    why: "what the usual file systems take for one name",
    whenHit: "the path is refused as too long",
  },
  pathLevels: {
    value: 128,
    most: 128,
    unit: "levels",
    why: "each folder on the way is held open until the path has been walked",
    whenHit: "the path is refused as too deep",
  },
  linkHops: {
    value: 40,
    most: 40,
    unit: "count",
    why: "links that lead in a circle end here, as they do in Linux",
    whenHit: "an error that says so",
  },
  readBytes: {
    value: 512 * 1_048_576,
    most: 2_048 * 1_048_576,
    unit: "bytes",
    why: "a file is read whole into memory: half an hour of stereo as 32-bit floats is 635 MB, and more is opened as a stream",
    whenHit: "an error that names both sizes; nothing has been read",
  },
  writeBytes: {
    value: 4_096 * 1_048_576,
    most: 65_536 * 1_048_576,
    unit: "bytes",
    why: "a writer that never ends must not fill the disk; four gigabytes are also where a WAV ends",
    whenHit: "an error; no file is left",
  },
  listEntries: {
    value: 10_000,
    most: 100_000,
    unit: "count",
    why: "a list is handed on as one value",
    whenHit: "an error that says how many there may be",
  },
} as const satisfies Ceilings;
