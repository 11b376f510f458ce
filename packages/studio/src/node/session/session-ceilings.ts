import type { Ceilings } from "@jackfield/contract";

/** The limits of a session's folder. */
export const sessionCeilings = {
  backups: {
    value: 10,
    most: 10,
    unit: "count",
    why: "one for each of the last saves; a song's text is small beside its recordings",
    whenHit: "the oldest is removed",
  },
  logBytes: {
    value: 256 * 1_048_576,
    most: 256 * 1_048_576,
    unit: "bytes",
    why: "a change takes a kilobyte: a quarter of a million of them, and they are held in memory while they are read",
    whenHit: "the next save begins a new log, and says so; a longer one that is there is not read",
  },
  sampleBytes: {
    value: 2_048 * 1_048_576,
    most: 2_048 * 1_048_576,
    unit: "bytes",
    why: "all recordings of a session as they are in memory: an hour and a half of stereo",
    whenHit: "those past it are listed as missing",
  },
  reviewBytes: {
    value: 64 * 1_048_576,
    most: 64 * 1_048_576,
    unit: "bytes",
    why: "as many proposals and comments as a song keeps, each as long as it may be",
    whenHit: "it is not read, and that is noted",
  },
  oldLogs: {
    value: 10,
    most: 10,
    unit: "count",
    why: "logs that were broken or not ours are kept for who wants to know, but not without end",
    whenHit: "the oldest is removed",
  },
  foldersInMemory: {
    value: 64,
    most: 64,
    unit: "count",
    why: "sessions of which it is known how far their logs have come",
    whenHit: "the one used longest ago is forgotten: its next save needs replace",
  },
} as const satisfies Ceilings;
