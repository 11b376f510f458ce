import type { Parts } from "./parts.ts";
import { type Tallied, tallied } from "./tally.ts";

/** What the relay has and has done. Numbers only: nothing that could identify a link. */
export interface RelayCounts {
  readonly now: Readonly<Record<Gauge, number>>;
  readonly total: Readonly<Record<Tallied, number>>;
}

const gauges = {
  links: "Links in memory",
  holders: "Holders of links",
  streams: "Streams that holders listen on, of every transport",
  up_streams: "Up streams of holders",
  web_sockets: "WebSockets of holders, those that have shown no secret yet among them",
  sessions: "MCP sessions",
  ended_sessions: "Ended session ids that are remembered",
  agents: "AI clients present",
  calls: "Calls in flight",
  exchanges: "MCP requests waiting for their answer",
  client_streams: "Event streams of MCP clients",
  parked: "Calls that wait for an answer to a question",
  addresses: "Client addresses remembered",
  held_bytes: "Bytes of bodies held",
  unread_bytes: "Bytes of answers that wait for slow readers",
  catalog_bytes: "Bytes of declarations held",
  catalogs: "Different declarations held",
  waits: "Timeouts running",
  refusals: "Refusals that wait in line",
  bus_up: "Whether other processes can be reached",
  bus_homes: "Links that this process is the home of",
  bus_exchanges: "Requests and streams under way between this process and others",
} as const;

export type Gauge = keyof typeof gauges;

/** The numbers as they are now. */
export function readCounts(parts: Parts, sessions: { readonly size: number; readonly ended: number }): RelayCounts {
  const core = parts.core.counts();
  let holders = 0;
  let agents = 0;
  let exchanges = 0;
  for (const link of parts.links) {
    holders += link.holders.length;
    agents += link.agents.size;
    exchanges += link.exchanges;
  }
  return {
    now: {
      links: parts.links.size,
      holders,
      streams: parts.streams.open,
      up_streams: parts.ups.open,
      web_sockets: parts.sockets.open,
      sessions: sessions.size,
      ended_sessions: sessions.ended,
      agents,
      calls: parts.calls.size,
      exchanges,
      client_streams: core.streams,
      parked: parts.calls.parked,
      addresses: parts.visitors.size,
      held_bytes: parts.held.bytes,
      unread_bytes: parts.outflows.unread,
      catalog_bytes: parts.catalogs.bytes,
      catalogs: parts.catalogs.size,
      waits: parts.wheel.size,
      refusals: parts.refusals.waiting,
      bus_up: parts.bus?.isUp === true ? 1 : 0,
      bus_homes: parts.bus?.homes.size ?? 0,
      bus_exchanges: parts.bus?.carrier.size ?? 0,
    },
    total: parts.tally.read(),
  };
}

/** Prometheus text format 0.0.4. */
export function writeMetrics(counts: RelayCounts, uptimeSeconds: number, residentBytes: number): string {
  const lines: string[] = [];
  const metric = (name: string, kind: "gauge" | "counter", help: string, value: number): void => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, `${name} ${value}`);
  };
  metric("jackfield_relay_uptime_seconds", "gauge", "Seconds since the start", uptimeSeconds);
  metric("jackfield_relay_resident_bytes", "gauge", "Resident memory of the process", residentBytes);
  for (const [name, help] of Object.entries(gauges) as [Gauge, string][])
    metric(`jackfield_relay_${name}`, "gauge", help, counts.now[name]);
  for (const [name, help] of Object.entries(tallied) as [Tallied, string][])
    metric(`jackfield_relay_${name}_total`, "counter", help, counts.total[name]);
  return `${lines.join("\n")}\n`;
}

/** One line for the log. */
export function summarize({ now, total }: RelayCounts): string {
  const refused = Object.entries(total).reduce((sum, [name, count]) => (/^(?:rate|full|bad|too|busy)/.test(name) ? sum + count : sum), 0);
  return `links ${now.links}, holders ${now.holders}, streams ${now.streams}, sessions ${now.sessions}, calls ${total.calls}, timeouts ${total.timeouts}, refused ${refused}, errors ${total.errors}`;
}
