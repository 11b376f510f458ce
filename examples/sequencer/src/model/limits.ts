import { type Ceilings, applyCeilings } from "@jackfield/contract";

/** Every limit of the sequencer. */
export const ceilings = {
  steps: { value: 16, most: 16, unit: "count", why: "one bar of sixteenths", whenHit: "the argument is refused" },
  order: {
    value: 32,
    most: 32,
    unit: "count",
    why: "32 bars are over a minute at most tempos, and render within a minute",
    whenHit: "the argument is refused",
  },
  name: { value: 32, most: 32, unit: "characters", why: "fits a pattern's button", whenHit: "the page cuts, a tool refuses" },
  changes: { value: 200, most: 200, unit: "count", why: "a long session by hand", whenHit: "the oldest can no longer be undone" },
  writes: {
    value: 6_000,
    most: 6_000,
    unit: "count",
    why: "keeps the stored song under about 1 MB, a fifth of what browsers give",
    whenHit: "the oldest can no longer be undone",
  },
  stored: {
    value: 3_000_000,
    most: 3_000_000,
    unit: "characters",
    why: "no stored song of ours is larger; parsing more would block the page",
    whenHit: "the page starts fresh and says so",
  },
  openQuestions: { value: 4, most: 4, unit: "count", why: "a person can look at only so many", whenHit: "the tool fails with busy" },
  keptAnswers: { value: 32, most: 32, unit: "count", why: "an agent asks again within minutes", whenHit: "the oldest answer is forgotten" },
  questionMs: {
    value: 600_000,
    most: 600_000,
    unit: "ms",
    why: "a pick made after ten minutes is for a moment that has passed",
    whenHit: "the question closes as expired",
  },
  waitSeconds: {
    value: 90,
    most: 90,
    unit: "count",
    why: "hosted clients end a call at 240 s; the link protocol clamps waits to 90 s",
    whenHit: "the tool answers pending with an id",
  },
  waitUnlessTold: {
    value: 45,
    most: 45,
    unit: "count",
    why: "the official SDKs' clients give up at 60 s unless they are told otherwise, and then nobody has the id",
    whenHit: "the tool answers pending with an id",
  },
  voices: {
    value: 96,
    most: 96,
    unit: "count",
    why: "dense songs ring about 40 sources; more than this clicks on slow phones",
    whenHit: "the oldest source is stopped",
  },
  renders: { value: 2, most: 2, unit: "count", why: "offline renders take memory and a core each", whenHit: "the tool fails with busy" },
  tempoLeast: {
    value: 60,
    most: 60,
    unit: "per minute",
    why: "slower than this sixteen steps are no beat",
    whenHit: "the argument is refused",
  },
  tempoMost: {
    value: 200,
    most: 200,
    unit: "per minute",
    why: "faster than this the lookahead holds few steps",
    whenHit: "the argument is refused",
  },
} as const satisfies Ceilings;

/** The numbers alone. */
export const { limits } = applyCeilings(ceilings);
