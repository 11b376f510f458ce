import type { TargetSpec } from "./target.ts";

/**
 * Limits raised so that the load is measured and not the refusal: every one through the relay's own options, clamped by its own table, and
 * every check still runs.
 */
export const raisedLimits = {
  requestsPerMinute: 100_000_000,
  newLinksPerMinute: 1_000_000,
  mcpPerMinute: 100_000_000,
  mcpBurst: 1_000_000,
  holderPerMinute: 100_000_000,
  reconnectsPerMinute: 1_000_000,
  callsPerSession: 10_000,
  callsPerLink: 10_000,
  calls: 10_000,
  sessionsPerLink: 10_000,
  sessions: 100_000,
  links: 100_000,
  streams: 100_000,
  sockets: 65_536,
  socketsPerAddress: 65_536,
  messageBytes: 16 * 1024 * 1024,
  heldBytes: 1024 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
  unreadBytesAll: 1024 * 1024 * 1024,
} as const;

/** Every server that is measured, by the path of its bundle. */
export function targetSpecs(server: (name: string) => string): Readonly<Record<TargetName, TargetSpec>> {
  const node = (name: string, ...args: readonly string[]): readonly string[] => [process.execPath, server(name), ...args];
  const floorHolder = node("floor-holder");
  const ourRelay = node("our-relay", JSON.stringify({ limits: raisedLimits }));
  return {
    "relay-sse-buffer": { name: "relay-sse-buffer", start: node("floor-relay", "buffer"), companion: floorHolder },
    "relay-sse-stream": { name: "relay-sse-stream", start: node("floor-relay", "stream"), companion: floorHolder },
    "sdk2-relay": { name: "sdk2-relay", start: node("peer-sdk2-relay"), companion: floorHolder },
    relay: { name: "relay", start: ourRelay, companion: node("our-thin-holder") },
    "relay+holder": { name: "relay+holder", start: ourRelay, companion: node("our-holder") },
    "floor-mcp": { name: "floor-mcp", start: node("floor-mcp") },
    door: { name: "door", start: node("our-door") },
    sdk2: { name: "sdk2", start: node("peer-sdk2") },
    sdk1: { name: "sdk1", start: node("peer-sdk1") },
    "floor-streams": { name: "floor-streams", start: node("floor-streams") },
  };
}

export type TargetName =
  | "relay-sse-buffer"
  | "relay-sse-stream"
  | "sdk2-relay"
  | "relay"
  | "relay+holder"
  | "floor-mcp"
  | "door"
  | "sdk2"
  | "sdk1"
  | "floor-streams";
