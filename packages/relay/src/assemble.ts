import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { type Core, type Ports, createCore, revisions } from "@jackfield/mcp";
import { nodePorts } from "@jackfield/mcp/node";
import { checkCatalog } from "@jackfield/wire";
import { addressRanges } from "./address.ts";
import { SlowBodies } from "./body.ts";
import { Calls } from "./calls.ts";
import { type ServedCatalog, type ToolTimes, fixedCatalog, unknownCatalog } from "./catalog.ts";
import { Catalogs } from "./catalogs.ts";
import type { RelayLimits } from "./ceilings.ts";
import { Held } from "./held.ts";
import { HolderStreams } from "./holder-streams.ts";
import { Holders } from "./holders.ts";
import type { EndpointParts } from "./link-endpoint.ts";
import { Link } from "./link.ts";
import { Links } from "./links.ts";
import type { Log } from "./log.ts";
import { OpenSockets } from "./open-sockets.ts";
import { type RelayOptions, anthropicRanges } from "./options.ts";
import { Origins } from "./origins.ts";
import { Outflows } from "./outflow.ts";
import type { Parts } from "./parts.ts";
import { Refusals } from "./refusals.ts";
import { SessionIds } from "./session-id.ts";
import { SessionStore } from "./session-store.ts";
import { Tally } from "./tally.ts";
import { Visitors } from "./visitors.ts";
import { Wheel } from "./wheel.ts";

/** The parts of one relay, joined, and what only its owner touches. */
export interface Assembly {
  readonly parts: Parts;
  readonly store: SessionStore;
  /** From now on nothing new is taken. */
  readonly startClosing: () => void;
}

/** Makes the parts of a relay. `process`: its name among several. Throws RangeError or Error when an option is not usable, the catalog among them. */
export function assemble(options: RelayOptions, limits: RelayLimits, log: Log, version: string, process?: string): Assembly {
  const now = (): number => performance.now();
  const tally = new Tally();
  const wheel = new Wheel(options.tickMs ?? 100, (error) => report("timer", error));
  const report = (where: string, error: unknown): void => {
    tally.add("errors");
    log.error(where, error);
  };
  const times: ToolTimes = { callMs: limits.callMs, waitMs: limits.waitMs };
  const fixed = options.catalog === undefined ? undefined : readCatalog(options.catalog, times);
  const unknown = unknownCatalog(version, times);
  const core = makeCore(limits, process);
  const held = new Held(limits.heldBytes);
  const calls = new Calls(limits, wheel, tally, held, now);
  const catalogs = new Catalogs(limits.catalogBytes);
  const rates = {
    mcp: { perMinute: limits.mcpPerMinute, burst: limits.mcpBurst },
    holder: { perMinute: limits.holderPerMinute, burst: limits.holderPerMinute },
    reconnects: { perMinute: limits.reconnectsPerMinute, burst: limits.reconnectsPerMinute },
  };
  const visitors = new Visitors(
    {
      requests: { perMinute: limits.requestsPerMinute, burst: limits.requestsPerMinute },
      newLinks: { perMinute: limits.newLinksPerMinute, burst: limits.newLinksPerMinute },
      most: limits.addresses,
      idleMs: limits.addressIdleMs,
    },
    addressRanges(options.agentRanges ?? anthropicRanges),
  );
  const endpointParts: EndpointParts = { limits, rates, calls, tally, catalog: fixed ?? unknown, isFixed: fixed !== undefined, now };
  const store: SessionStore = new SessionStore(
    new SessionIds(options.sessionKey ?? randomBytes(32), Object.keys(revisions)),
    limits,
    Date.now,
    (session) => {
      tally.add("evicted_sessions");
      const link = links.find(session.token);
      if (link === undefined) return;
      core.endSession(link.endpoint, session);
      link.agents.leave(session.mark);
    },
  );
  const links: Links = new Links(
    limits,
    visitors,
    {
      make: (token) => new Link(token, endpointParts, store),
      dropped: (link) => {
        core.endScope(link.token);
        store.forgetLink(link.token);
        if (link.declared !== undefined) catalogs.release(link.declared);
        parts.bus?.homes.leave(link.token);
      },
    },
    tally,
  );
  let closing = false;
  const parts: Parts = {
    limits,
    rates,
    times,
    wheel,
    tally,
    log,
    held,
    slow: new SlowBodies(),
    outflows: new Outflows(limits),
    refusals: new Refusals(limits, tally, now),
    visitors,
    origins: new Origins(options.appOrigins ?? []),
    links,
    calls,
    holders: new Holders(limits, wheel, calls, tally, Date.now),
    catalogs,
    core,
    streams: new HolderStreams(),
    ups: new HolderStreams(),
    sockets: new OpenSockets(),
    fixed,
    unknown,
    now,
    bus: undefined,
    isClosing: () => closing,
    failed: (response: ServerResponse, where, error) => {
      report(where, error);
      response.destroy();
    },
    failedParcel: (error) => report("parcel", error),
  };
  keepTime(parts, store);
  return {
    parts,
    store,
    startClosing: () => {
      closing = true;
    },
  };
}

/** Everything that happens by the clock, on the one wheel. */
function keepTime({ wheel, core, streams, ups, outflows, slow, links, visitors, limits, now }: Parts, store: SessionStore): void {
  wheel.every(250, () => core.tick());
  const beatMs = Math.min(1_000, limits.keepAliveMs / 4);
  // In time for the next one to be late: no stream is silent for longer than the limit says.
  wheel.every(beatMs, () => {
    const before = now() - limits.keepAliveMs + beatMs;
    streams.beat(before);
    ups.beat(before);
  });
  wheel.every(Math.min(1_000, limits.stuckMs / 4), () => outflows.sweep(now()));
  wheel.every(Math.min(1_000, limits.bodyMs / 4), () => slow.sweep(now() - limits.bodyMs));
  const sweepMs = Math.min(5_000, limits.presenceMs / 4, limits.linkIdleMs / 4, limits.sessionIdleMs / 4, limits.addressIdleMs / 4);
  wheel.every(sweepMs, () => {
    store.sweep();
    links.sweep(now());
    visitors.sweep(now());
  });
}

function makeCore(limits: RelayLimits, process: string | undefined): Core {
  const { jsonDepth, batchMessages, streamAfterMs, keepAliveMs, askMs, parked } = limits;
  return createCore(portsOf(process), {
    jsonDepth,
    batchMessages,
    streamAfterMs,
    keepAliveMs,
    askMs,
    parked,
    streamsPerScope: limits.sessionsPerLink,
  });
}

/** Among several processes every key and every sealed state says whose it is: whoever gets it knows whom to ask. */
function portsOf(process: string | undefined): Ports {
  if (process === undefined) return nodePorts();
  const ports = nodePorts({ process });
  const mark = `${process}.`;
  return {
    ...ports,
    seal: (plain, bind) => `${mark}${ports.seal(plain, bind)}`,
    unseal: (sealed, bind) => (sealed.startsWith(mark) ? ports.unseal(sealed.slice(mark.length), bind) : undefined),
  };
}

function readCatalog(value: unknown, times: ToolTimes): ServedCatalog {
  const check = checkCatalog(value, Buffer.byteLength(JSON.stringify(value) ?? ""));
  if (!check.ok) throw new RangeError(`Cannot serve the catalog: ${check.where}: ${check.why}`);
  return fixedCatalog(check.catalog, times);
}
