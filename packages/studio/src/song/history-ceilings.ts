import type { Ceilings } from "@jackfield/contract";

/** What a song's history holds in memory. The log on disk keeps all of it. */
export const historyCeilings = {
  patchesInMemory: {
    value: 200_000,
    most: 2_000_000,
    unit: "count",
    why: "what is needed to take changes back; each is some hundred bytes, so that a long day stays under a hundred megabytes",
    whenHit: "the oldest changes cannot be taken back any more, and an undo that comes to them says so",
  },
  changesInMemory: {
    value: 50_000,
    most: 500_000,
    unit: "count",
    why: "who changed what and when, for the history's list",
    whenHit: "the oldest are in the log only",
  },
} as const satisfies Ceilings;
