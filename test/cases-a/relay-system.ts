import { randomBytes } from "node:crypto";
import { linkHolder } from "@jackfield/doors";
import { startRelay } from "@jackfield/relay";
import { newSecret } from "@jackfield/wire";
import { openHost } from "../fixtures/open-host.ts";
import { readOptions, serveParent } from "./child.ts";
import { countedToolset } from "./toolset.ts";

/** The relay and its holder in one process: what a client sees is the same, and both are counted. */
const options = readOptions();
const counted = countedToolset();
const host = await openHost(counted.toolset);
const relay = await startRelay({
  port: options.port ?? 0,
  limits: {
    // The cases send by the thousand from one address; what is tested here are not the rates.
    requestsPerMinute: 10_000_000,
    mcpPerMinute: 10_000_000,
    mcpBurst: 1_000_000,
    holderPerMinute: 10_000_000,
    callsPerSession: 64,
    callsPerLink: 256,
    sessionsPerLink: 10_000,
    graceMs: 1_000,
    ...(options.sessionIdleMs === undefined ? {} : { sessionIdleMs: options.sessionIdleMs }),
    ...(options.sessions === undefined ? { sessions: 10_000 } : { sessions: options.sessions }),
  },
});
const holder = linkHolder(host, { relay: relay.url, secret: options.secret ?? newSecret(randomBytes), limits: { calls: 256 } });
await new Promise<void>((resolve) => {
  holder.on((event) => {
    if (event.is === "state" && event.state === "open") resolve();
  });
});

serveParent(holder.url, {
  counts: () => {
    const { now } = relay.counts();
    return { sessions: now.sessions, calls: Math.max(now.calls, holder.calls), streams: now.client_streams };
  },
  runs: () => counted.runs(),
  lose: async () => {
    await holder.close();
    return null;
  },
});
