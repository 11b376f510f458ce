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

/** How a server that is measured is started; `server` gives the path of a bundle by its name. */
export function targetSpec(name: TargetName, server: (name: string) => string): TargetSpec {
  const node = (name: string, ...args: readonly string[]): readonly string[] => [process.execPath, server(name), ...args];
  const floorHolder = node("floor-holder");
  const ourRelay = node("our-relay", JSON.stringify({ limits: raisedLimits }));
  switch (name) {
    case "relay-sse-buffer":
      return { name, start: node("floor-relay", "buffer"), companion: floorHolder };
    case "relay-sse-stream":
      return { name, start: node("floor-relay", "stream"), companion: floorHolder };
    case "sdk2-relay":
      return { name, start: node("peer-sdk2-relay"), companion: floorHolder };
    case "relay":
      return { name, start: ourRelay, companion: node("our-thin-holder") };
    case "relay-up":
      return { name, start: ourRelay, companion: node("our-up-holder") };
    case "relay-socket":
      return { name, start: ourRelay, companion: node("our-socket-holder") };
    case "relay+holder":
      return { name, start: ourRelay, companion: node("our-holder") };
    case "floor-mcp":
      return { name, start: node("floor-mcp") };
    case "door":
      return { name, start: node("our-door") };
    case "sdk2":
      return { name, start: node("peer-sdk2") };
    case "sdk1":
      return { name, start: node("peer-sdk1") };
    case "floor-streams":
      return { name, start: node("floor-streams") };
  }
}

export type TargetName =
  | "relay-sse-buffer"
  | "relay-sse-stream"
  | "sdk2-relay"
  | "relay"
  | "relay-up"
  | "relay-socket"
  | "relay+holder"
  | "floor-mcp"
  | "door"
  | "sdk2"
  | "sdk1"
  | "floor-streams";
