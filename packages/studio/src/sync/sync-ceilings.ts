import type { Ceilings } from "@jackfield/contract";

/** What one song and those who follow it hold. */
export const syncCeilings = {
  followers: {
    value: 32,
    most: 256,
    unit: "count",
    why: "each change is sent to all of them",
    whenHit: "the next one is refused as full",
  },
  waitingBytes: {
    value: 8_000_000,
    most: 64_000_000,
    unit: "bytes",
    why: "a follower that does not read: a song and some of its changes",
    whenHit: "it is cut off, and catches up when it comes again",
  },
  resumeChanges: {
    value: 1_000,
    most: 10_000,
    unit: "count",
    why: "more than that, and the whole song is sent faster than what changed",
    whenHit: "it gets the song as it is",
  },
  listedChanges: {
    value: 500,
    most: 5_000,
    unit: "count",
    why: "what a history shows; without their patches",
    whenHit: "older ones are not listed by a follower",
  },
  pendingAsks: {
    value: 1_000,
    most: 10_000,
    unit: "count",
    why: "what somebody does while the other side is away: each is run again at every change from there",
    whenHit: "the next one is refused as full",
  },
  rememberedFollowers: {
    value: 128,
    most: 1_024,
    unit: "count",
    why: "whose asks have been answered, so that one that is sent again is not done twice",
    whenHit: "the one longest away is forgotten: what it sends again runs anew, and misses where it was done",
  },
  rememberedAnswers: {
    value: 64,
    most: 1_000,
    unit: "count",
    why: "answers that a follower may not have got before its connection broke",
    whenHit: "an older one is answered as done, without what came of it",
  },
} as const satisfies Ceilings;
