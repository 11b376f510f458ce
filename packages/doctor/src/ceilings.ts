import { type Ceiling, type Limits, applyCeilings } from "@jackfield/contract";

/** What an examination may cost this computer and the server that is examined. */
export const doctorCeilings = {
  requestMs: {
    value: 10_000,
    most: 120_000,
    unit: "ms",
    why: "a healthy server answers what the doctor asks in milliseconds; clients give up after 60 s",
    whenHit: "the request counts as not answered",
  },
  startMs: {
    value: 30_000,
    most: 300_000,
    unit: "ms",
    why: "a command may have to be fetched and started first; Claude Code waits 30 s for it",
    whenHit: "the command counts as one that does not answer",
  },
  callMs: {
    value: 90_000,
    most: 600_000,
    unit: "ms",
    why: "a call is watched for longer than the 60 s that clients wait for a first byte",
    whenHit: "the call is given up, and what was seen of it is reported",
  },
  checkMs: {
    value: 60_000,
    most: 900_000,
    unit: "ms",
    why: "several requests of a slow server, and no hang",
    whenHit: "the check is given up and says so; the others go on",
  },
  quietMs: {
    value: 2_000,
    most: 30_000,
    unit: "ms",
    why: "long enough for a stream's head to arrive across an ocean, short enough to be waited for",
    whenHit: "what has not come counts as held back",
  },
  endMs: {
    value: 5_000,
    most: 30_000,
    unit: "ms",
    why: "clients wait about as long for a server that they stop",
    whenHit: "the process group is killed",
  },
  answerBytes: {
    value: 8 * 1024 * 1024,
    most: 64 * 1024 * 1024,
    unit: "bytes",
    why: "more than any client takes of one answer",
    whenHit: "the rest is not read, and the answer counts as too large",
  },
  answerDepth: {
    value: 128,
    most: 128,
    unit: "levels",
    why: "no message of MCP nests as deep, and what is looked at is walked by recursion",
    whenHit: "the answer counts as no JSON",
  },
  metadataBytes: {
    value: 64 * 1024,
    most: 64 * 1024,
    unit: "bytes",
    why: "authorization metadata is a page of JSON",
    whenHit: "the document counts as not readable",
  },
  lineBytes: {
    value: 8 * 1024 * 1024,
    most: 64 * 1024 * 1024,
    unit: "bytes",
    why: "more than any client takes of one message",
    whenHit: "the line counts as no message",
  },
  stderrBytes: {
    value: 4_096,
    most: 4_096,
    unit: "bytes",
    why: "the last lines say why a server ended; the rest is read and dropped, so that its pipe never fills",
    whenHit: "the oldest bytes are dropped",
  },
  messages: {
    value: 2_000,
    most: 20_000,
    unit: "count",
    why: "notifications of one exchange, or lines of one server, that are kept to be looked at",
    whenHit: "later ones are counted and dropped",
  },
  listPages: {
    value: 100,
    most: 100,
    unit: "count",
    why: "10,000 tools at the usual hundred a page",
    whenHit: "the list counts as one that never ends",
  },
  items: {
    value: 2_000,
    most: 2_000,
    unit: "count",
    why: "no client takes as many tools; looking at each costs time",
    whenHit: "the rest is counted and not looked at",
  },
  schemaNodes: {
    value: 5_000,
    most: 5_000,
    unit: "count",
    why: "the parts of one schema that are walked",
    whenHit: "the schema is reported as too large, and its rest is not looked at",
  },
  findings: {
    value: 6,
    most: 6,
    unit: "count",
    why: "what a person reads of one check: what is wrong with one tool is mostly wrong with all",
    whenHit: "the rest is counted",
  },
  quoteChars: {
    value: 160,
    most: 160,
    unit: "characters",
    why: "a line of a terminal and a bit: enough to recognise what is meant",
    whenHit: "foreign text is cut, with an ellipsis",
  },
  rateWaitMs: {
    value: 20_000,
    most: 60_000,
    unit: "ms",
    why: "a server that limits its rate says when to come again; the doctor is no attack and waits",
    whenHit: "the check is skipped",
  },
  rateWaits: {
    value: 600,
    most: 6_000,
    unit: "count",
    why: "a wait of a second lets one or two of a few hundred requests through where a server allows 120 a minute",
    whenHit: "checks that meet a 429 are skipped",
  },
} as const satisfies Record<string, Ceiling>;

export type DoctorLimits = Limits<typeof doctorCeilings>;

/** The limits of an examination, with overrides clamped to their most. */
export function doctorLimits(overrides: Partial<DoctorLimits> = {}): DoctorLimits {
  return applyCeilings(doctorCeilings, overrides).limits;
}
