import type { Ceiling } from "@jackfield/contract";
import type { CoreLimits } from "./types.ts";

/** The protocol core's limits. */
export const mcpCeilings: { readonly [K in keyof CoreLimits]: Ceiling } = {
  jsonDepth: { value: 64, most: 64, unit: "levels", beforeKey: true, why: "deeper JSON is never a tool call and costs stack", whenHit: "400 and -32600" },
  batchMessages: { value: 16, most: 64, unit: "count", beforeKey: true, why: "one POST must not start hundreds of calls", whenHit: "400 and -32600" },
  streamAfterMs: { value: 20_000, most: 50_000, unit: "ms", why: "CDNs wait at most 60 s between bytes, Claude Code 60 s for headers", whenHit: "the answer becomes a stream" },
  keepAliveMs: { value: 15_000, most: 25_000, unit: "ms", why: "three comments fit into the shortest idle cut seen in the field (60 s)", whenHit: "a comment is written" },
  askMs: { value: 600_000, most: 3_600_000, unit: "ms", why: "a person may be away from the desk, not for the day", whenHit: "the call ends with ask_expired" },
  parked: { value: 256, most: 4_096, unit: "count", why: "each parked call holds its tool's state; the same as calls in flight in all", whenHit: "the question is refused with busy" },
  streamsPerScope: { value: 32, most: 1_024, unit: "count", why: "one per session, and 32 sessions a link", whenHit: "-32603, or 409 for a second GET of one session" },
  watchesPerStream: { value: 100, most: 1_000, unit: "count", why: "each is looked up at every change", whenHit: "-32602" },
};
