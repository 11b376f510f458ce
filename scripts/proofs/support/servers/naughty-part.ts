import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { tableOf } from "../../../../bench/src/table.ts";
import { alive, treeOf } from "../../../../bench/src/process-tree.ts";
import { Jackfield } from "../../../../test/cli/jackfield.ts";
import type { Driver, Place } from "../../../../test/clients/driver.ts";
import { pause } from "../../../../test/clients/pause.ts";
import type { Shown } from "../../../../test/clients/script.ts";
import { WireProxy } from "../../../../test/clients/wire-proxy.ts";
import { type NaughtyHttp, startNaughtyHttp } from "../../../../test/upstream/servers/naughty-http.ts";
import type { ProofOut } from "../../../proof.ts";
import { MemorySamples } from "./memory-samples.ts";
import { type NaughtyServer, hastySeconds, naughtyConfig, naughtyServers } from "./naughty-servers.ts";
import { type Verdict, verdictOf } from "./naughty-verdict.ts";

type Door = "share" | "serve";

/** The column of one client: a verdict on each server, and on how it all ended. */
type Column = readonly Verdict[];

/** Share and every server that it started are gone by then, ms: docs/sharing.md. */
const goneMs = 5_000;

/**
 * Every naughty server behind `share`, for one client after the other; then behind `serve` for the clients that `served` names. Each has servers of its
 * own, so that none finds them as another left them. Returns how many cells are good, of how many.
 */
export async function naughtyPart(
  chosen: readonly Driver[],
  served: (driver: Driver) => boolean,
  model: string,
  out: ProofOut,
): Promise<{ readonly good: number; readonly all: number }> {
  const runs = [
    ...chosen.map((driver) => ({ driver, door: "share" as const })),
    ...chosen.filter(served).map((driver) => ({ driver, door: "serve" as const })),
  ];
  const columns: Column[] = [];
  for (const { driver, door } of runs) {
    out.signal.throwIfAborted();
    const from = performance.now();
    const column = await columnOf(driver, door, model, out.signal);
    for (const [index, { ok, says }] of column.entries())
      out.line(`${ok ? "ok  " : "FAIL"} ${rows[index]} · ${driver.name}, ${door}: ${says}`);
    out.line(`     ${driver.name}, ${door}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
    columns.push(column);
  }
  const cells = rows.map((row, index) => [row, ...columns.map((column) => (column[index]?.ok === true ? "works" : "WRONG"))]);
  out.line(`\n${tableOf(["naughty server", ...runs.map(({ driver, door }) => `${driver.name}, ${door}`)], cells)}`);
  return { good: columns.flat().filter(({ ok }) => ok).length, all: rows.length * runs.length };
}

const rows: readonly string[] = [...naughtyServers.map(({ about }) => about), "ended, all of them"];

/** Those whose calls run out of time, and the rest, each behind a door of its own. */
const groups = [naughtyServers.filter(({ hasty }) => hasty === true), naughtyServers.filter(({ hasty }) => hasty !== true)];

async function columnOf(driver: Driver, door: Door, model: string, signal: AbortSignal): Promise<Column> {
  const verdicts = new Map<NaughtyServer, Verdict>();
  const ends: Verdict[] = [];
  for (const servers of groups) {
    const { each, end } = await groupOf(servers, driver, door, model, signal);
    for (const [index, server] of servers.entries()) verdicts.set(server, each[index] ?? missing);
    ends.push(end);
  }
  const end = ends.find(({ ok }) => !ok) ?? { ok: true, says: ends.map(({ says }) => says).join("; ") };
  return [...naughtyServers.map((server) => verdicts.get(server) ?? missing), end];
}

const missing: Verdict = { ok: false, says: "it was not judged" };

/** A verdict on each server, and on how their door ended. */
interface Group {
  readonly each: readonly Verdict[];
  readonly end: Verdict;
}

/** A client that cannot be run is wrong in every cell. */
async function groupOf(servers: readonly NaughtyServer[], driver: Driver, door: Door, model: string, signal: AbortSignal): Promise<Group> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-client-"));
  try {
    return await behind(servers, { driver, door, home, model }, signal);
  } catch (error) {
    const end = { ok: false, says: error instanceof Error ? error.message : String(error) };
    return { each: servers.map(() => end), end };
  } finally {
    await fs.rm(home, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined); // a client may still be writing its own state
  }
}

interface Setting {
  readonly driver: Driver;
  readonly door: Door;
  readonly home: string;
  readonly model: string;
}

async function behind(servers: readonly NaughtyServer[], { driver, door, home, model }: Setting, signal: AbortSignal): Promise<Group> {
  await using behindAddresses = await startAddresses(servers);
  const config = path.join(home, "naughty.json");
  await fs.writeFile(config, naughtyConfig(servers, behindAddresses.addresses));
  const hasty = servers.some((server) => server.hasty === true) ? ["--call-timeout", `${hastySeconds}s`] : [];
  await using ours = new Jackfield([door, ...doorOptions[door], "--json", ...hasty, "--config", config], { HOME: os.tmpdir() });
  const url = new URL(String((await ours.event(door === "share" ? "sharing" : "listening"))["url"]));
  await using proxy = await WireProxy.start(url);
  using memory = new MemorySamples(ours.child.pid ?? 0, () => proxy.now());
  const shown = await callAll(servers, driver, { url: `${proxy.origin}${url.pathname}`, home, model }, signal);
  let at = 0;
  const each = servers.map((server) => {
    const own = shown.slice(at, (at += server.calls.length));
    return verdictOf(server, own, { driver, door, records: proxy.records, memory });
  });
  return { each, end: await ended(ours, servers) };
}

const doorOptions = { share: ["--relay-port", "0"], serve: ["--port", "0", "--no-token"] } as const;

async function callAll(servers: readonly NaughtyServer[], driver: Driver, place: Place, signal: AbortSignal): Promise<readonly Shown[]> {
  await using conversation = await driver.open(place, signal);
  return await conversation.run(servers.flatMap(({ name, calls }) => calls.map(({ tool, args }) => ({ call: `${name}_${tool}`, args }))));
}

/** Ctrl-C ends it well and in time, with all that it started: at least the servers that are processes. */
async function ended(ours: Jackfield, servers: readonly NaughtyServer[]): Promise<Verdict> {
  const [root, ...started] = treeOf(ours.child.pid ?? 0);
  const least = servers.filter(({ start }) => !("http" in start)).length;
  if (root === undefined || started.length < least)
    return { ok: false, says: `only ${started.length} processes ran, and there are ${least} servers` };
  const from = performance.now();
  ours.child.kill("SIGINT");
  const code = await Promise.race([ours.end(), pause(goneMs).then(() => "nothing yet")]);
  if (code !== 0) return { ok: false, says: `it ended with ${code}: ${ours.error.slice(-300)}` };
  // A small shell outlives it, to look for what it left: that one has to go too.
  while (started.some(alive) && performance.now() - from < goneMs) await pause(20);
  const left = started.filter(alive);
  if (left.length > 0) return { ok: false, says: `${left.length} of ${started.length} processes are left` };
  return { ok: true, says: `${started.length} processes gone after ${Math.round(performance.now() - from)} ms` };
}

/** Those behind an address, by name. */
async function startAddresses(
  servers: readonly NaughtyServer[],
): Promise<AsyncDisposable & { readonly addresses: ReadonlyMap<string, string> }> {
  const addresses = new Map<string, string>();
  const running: NaughtyHttp[] = [];
  for (const { name, start } of servers) {
    if (!("http" in start)) continue;
    const server = await startNaughtyHttp(start.http);
    running.push(server);
    addresses.set(name, server.url.href);
  }
  return {
    addresses,
    async [Symbol.asyncDispose]() {
      for (const server of running) await server[Symbol.asyncDispose]();
    },
  };
}
