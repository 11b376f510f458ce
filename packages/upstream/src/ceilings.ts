import type { Ceilings, Limits } from "@jackfield/contract";

/** The limits towards a server that somebody else wrote. */
export const upstreamCeilings = {
  messageBytes: {
    value: 64 * 1_048_576,
    most: 256 * 1_048_576,
    unit: "bytes",
    why: "one message of a server: what a client takes is less, and its door refuses the rest by name",
    whenHit: "the call fails as result_too_large, the server goes on",
  },
  unsentBytes: {
    value: 16 * 1_048_576,
    most: 256 * 1_048_576,
    unit: "bytes",
    why: "messages that wait because the server does not read",
    whenHit: "the call fails as far_end_stuck",
  },
  openRequests: {
    value: 256,
    most: 4_096,
    unit: "count",
    why: "requests at one server whose answer is to come",
    whenHit: "the next fails as busy",
  },
  startMs: {
    value: 60_000,
    most: 600_000,
    unit: "ms",
    why: "npx may have to fetch the server first",
    whenHit: "the start fails, and says what the server wrote to stderr",
  },
  probeMs: {
    value: 4_000,
    most: 60_000,
    unit: "ms",
    why: "a server of the older revisions may not answer server/discover at all",
    whenHit: "it is taken for one with sessions",
  },
  listMs: { value: 30_000, most: 300_000, unit: "ms", why: "one page of a list", whenHit: "the list stays as it was, or the start fails" },
  listPages: { value: 64, most: 1_024, unit: "count", why: "a list whose cursor never ends", whenHit: "the pages so far are the list" },
  listItems: { value: 2_048, most: 16_384, unit: "count", why: "no client can use as many", whenHit: "the rest is left out" },
  stderrBytes: {
    value: 65_536,
    most: 1_048_576,
    unit: "bytes",
    why: "the last words of a server say why it died; the rest is read and thrown away",
    whenHit: "older output is forgotten",
  },
  goodbyeMs: {
    value: 2_000,
    most: 30_000,
    unit: "ms",
    why: "after its input ended, and again after SIGTERM, a server has this long",
    whenHit: "SIGTERM, then SIGKILL, for all that it started",
  },
  restartMs: {
    value: 30_000,
    most: 300_000,
    unit: "ms",
    why: "the longest wait before a server that dies again and again is started anew; it begins at half a second",
    whenHit: "calls meanwhile fail at once and say when it is tried again",
  },
  children: {
    value: 8,
    most: 64,
    unit: "count",
    why: "processes of one server: chats whose server asks questions get one each",
    whenHit: "the next chat's call fails as busy",
  },
  idleChildMs: {
    value: 300_000,
    most: 86_400_000,
    unit: "ms",
    why: "a process that one chat had for itself; the first one stays",
    whenHit: "it is ended",
  },
  textChars: {
    value: 4_096,
    most: 4_096,
    unit: "characters",
    why: "one description, as the link protocol has it",
    whenHit: 'it is cut with "…"',
  },
} as const satisfies Ceilings;

export type UpstreamLimits = Limits<typeof upstreamCeilings>;
