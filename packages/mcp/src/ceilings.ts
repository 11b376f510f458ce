import type { Ceiling } from "@jackfield/contract";
import type { CoreLimits } from "./types.ts";

/** The protocol core's limits. */
export const mcpCeilings: { readonly [K in keyof CoreLimits]: Ceiling } = {
  jsonDepth: {
    value: 64,
    most: 64,
    unit: "levels",
    beforeKey: true,
    why: "deeper JSON is never a tool call and costs stack",
    whenHit: "400 and -32600",
  },
  batchMessages: {
    value: 16,
    most: 64,
    unit: "count",
    beforeKey: true,
    why: "one POST must not start hundreds of calls",
    whenHit: "400 and -32600",
  },
  streamAfterMs: {
    value: 20_000,
    most: 50_000,
    unit: "ms",
    why: "CDNs wait at most 60 s between bytes, Claude Code 60 s for headers",
    whenHit: "the answer becomes a stream",
  },
  keepAliveMs: {
    value: 15_000,
    most: 25_000,
    unit: "ms",
    why: "three comments fit into the shortest idle cut seen in the field (60 s)",
    whenHit: "a comment is written",
  },
  askMs: {
    value: 600_000,
    most: 3_600_000,
    unit: "ms",
    why: "a person may be away from the desk, not for the day",
    whenHit: "the call ends with ask_expired",
  },
  parked: {
    value: 256,
    most: 4_096,
    unit: "count",
    why: "each parked call holds its tool's state; the same as calls in flight in all",
    whenHit: "the question is refused with busy",
  },
  streamsPerScope: {
    value: 32,
    most: 1_024,
    unit: "count",
    why: "one per session, and 32 sessions a link",
    whenHit: "-32603, or 409 for a second GET of one session",
  },
  resumeMs: {
    value: 0,
    most: 600_000,
    unit: "ms",
    why: "0, off: JSON first is the faster answer, and a hosted relay cannot hold calls for clients that left; a door may turn it on",
    whenHit: "the call is cancelled",
  },
  resumeBytes: {
    value: 1_048_576,
    most: 16_777_216,
    unit: "bytes",
    why: "one full-size result with its progress",
    whenHit: "the stream can no longer be taken up again",
  },
  resumable: { value: 256, most: 4_096, unit: "count", why: "each keeps its events", whenHit: "further answers are ordinary ones" },
  hangUpMs: {
    value: 30_000,
    most: 600_000,
    unit: "ms",
    why: "a call that waits for a person needs no socket meanwhile",
    whenHit: "the connection is let go and the client asks again",
  },
  retryMs: {
    value: 1_000,
    most: 60_000,
    unit: "ms",
    why: "soon enough to notice nothing, late enough not to spin",
    whenHit: "the client comes back",
  },
  watchesPerStream: { value: 100, most: 1_000, unit: "count", why: "each is looked up at every change", whenHit: "-32602" },
};
