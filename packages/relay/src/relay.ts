import { createServer } from "node:http";
import { Fault } from "@jackfield/contract";
import { type Assembly, assemble } from "./assemble.ts";
import type { Bus } from "./bus/bus.ts";
import { type BusOptions, busProblem } from "./bus/bus-options.ts";
import { newProcessId } from "./bus/process-id.ts";
import { relayLimits } from "./relay-limits.ts";
import { type RelayCounts, readCounts, summarize, writeMetrics } from "./counts.ts";
import { createFront } from "./front.ts";
import { createUpgrade } from "./upgrade.ts";
import { answer } from "./http-answer.ts";
import { Log } from "./log.ts";
import type { RelayOptions } from "./options.ts";
import { Peers } from "./peers.ts";
import { createRelayServer, listen } from "./relay-server.ts";
import { relayVersion } from "./version.ts";

/** A relay that runs. */
export interface Relay extends AsyncDisposable {
  /** Where it is reached, without a slash at the end. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  counts(): RelayCounts;
  /** Takes nothing new, lets calls end for a moment, tells holders, and closes. Twice does no harm. */
  close(): Promise<void>;
}

/**
 * Starts a relay. Rejects when an option is not usable (RangeError, before anything listens) or a port is taken (EADDRINUSE).
 * It holds no tool code and no database, and writes nothing but its log.
 */
export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
  const log = new Log(options.log ?? (() => undefined));
  const { limits, clamped } = relayLimits(options.limits ?? {});
  const process = options.bus === undefined ? undefined : newProcessId();
  const assembly = assemble(options, limits, log, relayVersion, process);
  const { parts, store } = assembly;
  const trustProxy = options.trustProxy ?? false;
  const hosts = options.hosts === undefined ? undefined : new Set(options.hosts.map((host) => host.toLowerCase()));
  // Behind a proxy all connections come from one address, which is no reason to refuse one.
  const peers = new Peers(trustProxy ? limits.sockets : limits.socketsPerAddress);
  const admitOptions = { trustProxy, originSecret: options.originSecret, hosts };
  const front = createFront(parts, peers, { ...admitOptions, version: relayVersion });
  const failed = (where: string, error: unknown): void => {
    parts.tally.add("errors");
    log.error(where, error);
  };
  const server = createRelayServer(front, { limits, tally: parts.tally, peers });
  server.on("upgrade", createUpgrade(parts, peers, admitOptions));
  const counts = (): RelayCounts => readCounts(parts, store);
  const closers: (() => Promise<void>)[] = [];
  const finish = async (): Promise<void> => {
    for (const close of closers.reverse()) await close();
    parts.wheel[Symbol.dispose]();
  };

  try {
    if (options.bus !== undefined && process !== undefined) {
      parts.bus = await joinBus(assembly, options.bus, options.sessionKey, process, failed);
      const { bus } = parts;
      closers.push(() => bus.close());
    }
    const host = options.host ?? "127.0.0.1";
    const { port } = await listen(server, options.port ?? 8787, host);
    // From here on: what keeps it from listening is the caller's to say.
    server.on("error", (error) => failed("listener", error));
    closers.push(() => drain(assembly, server));
    const metricsUrl = options.metricsPort === undefined ? undefined : await serveMetrics(options.metricsPort, counts, closers);
    log.line(
      `listening on port ${port}, version ${relayVersion}, ${parts.fixed === undefined ? "links declare their tools" : `${parts.fixed.tools.size} tools in the catalog`}`,
    );
    if (clamped.length > 0) log.line(`limits above their maximum were lowered to it: ${clamped.join(", ")}`);
    parts.wheel.every(hourMs, () => log.line(summarize(counts())));

    let closed: Promise<void> | undefined;
    const close = (): Promise<void> =>
      (closed ??= finish().then(() => {
        log.line(`closed, ${summarize(counts())}`);
      }));
    return { url: options.publicUrl ?? urlOf(host, port), metricsUrl, counts, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await finish();
    throw error;
  }
}

/** Joins the other processes. Loaded where it is used only: a relay by itself does not pay for it. */
async function joinBus(
  { parts, store }: Assembly,
  options: BusOptions,
  sessionKey: Uint8Array | undefined,
  process: string,
  failed: (where: string, error: unknown) => void,
): Promise<Bus> {
  const problem = busProblem(options);
  if (problem !== undefined) throw new RangeError(`Cannot use the bus: ${problem}`);
  if (sessionKey === undefined)
    throw new RangeError(
      "Cannot use the bus without a session key: a session that one process began would be unknown to the others, and nothing would be sealed between them",
    );
  const { Bus } = await import("./bus/bus.ts");
  return Bus.open({ parts, store, options, sessionKey, process, failed });
}

/** Lets calls end for a moment, then ends everything that is open. */
async function drain({ parts, startClosing }: Assembly, server: ReturnType<typeof createServer>): Promise<void> {
  const { wheel, calls, links, holders, core, limits, bus, streams, ups, sockets, now } = parts;
  startClosing();
  if (bus !== undefined) {
    // Others may have the links at once; calls that run here are answered here, wherever their results come in.
    bus.homes.leaveAll();
    for (const link of links) holders.sendAway(link);
    streams.endAll();
  }
  // It still listens: results come on connections of their own.
  const until = now() + limits.drainMs;
  const noticed = now() + Math.min(limits.drainMs, bus?.noticeMs ?? 0);
  while ((calls.size + (bus?.carrier.carried ?? 0) > 0 && now() < until) || now() < noticed)
    await new Promise<void>((resolve) => wheel.after(drainStepMs, resolve));
  parts.refusals.close();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const link of links) {
    holders.closeAll(link, new Fault("closing"));
    core.endScope(link.token);
  }
  ups.endAll();
  links.clear();
  // What is written still has to leave; a peer that does not take it has a second.
  const cut = wheel.after(1_000, () => {
    server.closeAllConnections();
    sockets.terminateAll();
  });
  const idle = wheel.every(drainStepMs, () => server.closeIdleConnections());
  await closed;
  // A WebSocket hears of its connection's end a turn later.
  for (let turns = 0; sockets.open > 0 && turns < lastTurns; turns++) await new Promise<void>((resolve) => setImmediate(resolve));
  cut.stop();
  idle.stop();
}

/** Counts for Prometheus, on loopback and a port of its own: the public one has no such address. */
async function serveMetrics(port: number, counts: () => RelayCounts, closers: (() => Promise<void>)[]): Promise<string> {
  const started = Date.now();
  const server = createServer((request, response) => {
    request.resume();
    if (request.url !== "/metrics") return answer(response, 404, []);
    if (request.method !== "GET" && request.method !== "HEAD") return answer(response, 405, ["allow", "GET, HEAD"]);
    const text = writeMetrics(counts(), Math.floor((Date.now() - started) / 1000), process.memoryUsage.rss());
    answer(response, 200, ["content-type", "text/plain; version=0.0.4; charset=utf-8"], text);
  });
  server.maxConnections = 16;
  const address = await listen(server, port, "127.0.0.1");
  closers.push(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${address.port}/metrics`;
}

function urlOf(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

const hourMs = 3_600_000;
const lastTurns = 16;
const drainStepMs = 50;
