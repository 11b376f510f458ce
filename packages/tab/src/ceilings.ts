import type { Ceilings } from "@jackfield/contract";
import * as limits from "./limits.ts";

/** Every limit of a page with links, and why it is what it is. None can be raised by option. */
export const tabCeilings = {
  linksPerPage: {
    value: limits.linksPerPage,
    most: limits.linksPerPage,
    unit: "count",
    why: "One event stream carries at most eight secrets (docs/protocol.md, 2)",
    whenHit: "`add` throws Fault full",
  },
  callsPerLink: {
    value: limits.callsPerLink,
    most: limits.callsPerLink,
    unit: "count",
    why: "The relay's own cap for one link; a page with more calls at once is not being used by a person",
    whenHit: "the call ends as busy",
  },
  callDepth: {
    value: limits.callDepth,
    most: limits.callDepth,
    unit: "levels",
    why: "Tools that call tools that call tools: a circle must end",
    whenHit: "the inner call ends as busy",
  },
  askMs: {
    value: limits.askMs,
    most: limits.askMs,
    unit: "ms",
    why: "The relay lets a call's clock stand still for ten minutes while a question is open",
    whenHit: "the answer is no: ask_expired",
  },
  silenceMs: {
    value: limits.silenceMs,
    most: limits.silenceMs,
    unit: "ms",
    why: "Three missed pings of 15 s",
    whenHit: "the stream counts as dead and is opened again",
  },
  backoffLeastMs: {
    value: limits.backoffLeastMs,
    most: limits.backoffLeastMs,
    unit: "ms",
    why: "First wait before the page connects again",
    whenHit: "each further try waits twice as long",
  },
  backoffMostMs: {
    value: limits.backoffMostMs,
    most: limits.backoffMostMs,
    unit: "ms",
    why: "A person who looks at the page should not wait longer",
    whenHit: "waits grow no further, unless Retry-After says more",
  },
  requestMs: {
    value: limits.requestMs,
    most: limits.requestMs,
    unit: "ms",
    why: "A POST that hangs longer than this has met a dead connection",
    whenHit: "it counts as failed",
  },
  graceMs: {
    value: limits.graceMs,
    most: limits.graceMs,
    unit: "ms",
    why: "How long the relay keeps a call for a holder that dropped its stream",
    whenHit: "running calls are aborted, since nobody waits for them",
  },
  waitSeconds: {
    value: limits.waitSeconds,
    most: limits.waitSeconds,
    unit: "count",
    why: "Hosted clients end a call at 240 s; a tool that waits for a person answers pending before that",
    whenHit: "the argument is lowered to it",
  },
  activityKept: {
    value: limits.activityKept,
    most: limits.activityKept,
    unit: "count",
    why: "What a person can look back over; older entries are of no use in a panel",
    whenHit: "the oldest entry is dropped",
  },
  agentsKept: {
    value: limits.agentsKept,
    most: limits.agentsKept,
    unit: "count",
    why: "The relay holds at most 32 sessions a link",
    whenHit: "further names are not shown",
  },
  nameCharacters: {
    value: limits.nameCharacters,
    most: limits.nameCharacters,
    unit: "characters",
    why: "The protocol's limit for a name",
    whenHit: "the name is cut",
  },
  seenTools: {
    value: limits.seenTools,
    most: limits.seenTools,
    unit: "count",
    why: "A link declares at most 256 tools",
    whenHit: "further tools of the page are left out, and the panel says so",
  },
} as const satisfies Ceilings;
