import { runColdStarts } from "./cold-start.ts";
import { runDelay } from "./delay.ts";
import type { Gate } from "./gate.ts";
import { type StreamRequest, openSessions, openStreams, perOne, weigh } from "./memory.ts";
import { memoryOf } from "./process-tree.ts";
import { RawHolder } from "./raw-holder.ts";
import type { GoalOptions } from "./relay-goals.ts";
import type { Part } from "./report.ts";
import { short } from "./statistics.ts";
import { runStuck } from "./stuck.ts";
import { tableOf } from "./table.ts";
import { Target } from "./target.ts";

const kib = 1024;
const mib = 1024 * kib;

/** Goal 7: what a session, and an idle link with its stream, keep; and what an idle relay weighs. */
export async function memoryGoals(options: GoalOptions): Promise<Part> {
  await using relay = await Target.start(options.spec("relay"), { weigh: true, cores: options.cores });
  const idle = await weigh(relay, 0);
  const atRest = memoryOf(relay.pid);
  await openSessions(relay.url, 100);
  const few = await weigh(relay, 100);
  await openSessions(relay.url, 3900);
  const sessions = perOne(few, await weigh(relay, 4000));

  await using other = await Target.start(options.spec("relay"), { weigh: true, cores: options.cores });
  const links = await linksAndStreams(other, 200, 10_000, options);
  await using floor = await Target.start(options.spec("floor-streams"), { weigh: true, cores: options.cores });
  const floorStreams = await idleStreams(floor, 200, 10_000);

  const rows = [
    ["relay at rest", short(idle.heap / mib), short(atRest.rss), short(atRest.uss)],
    ["one session", `${short(sessions.heap / kib)} KiB`, `${short(sessions.rss / kib)} KiB`, ""],
    ["one link with its stream", `${short(links.heap / kib)} KiB`, `${short(links.rss / kib)} KiB`, ""],
    ["one stream of the floor", `${short(floorStreams.heap / kib)} KiB`, `${short(floorStreams.rss / kib)} KiB`, ""],
  ];
  options.line(tableOf(["memory", "heap (MiB or as said)", "RSS", "USS MiB"], rows));
  const gates: Gate[] = [
    { goal: "7", what: "heap of a session", figure: sessions.heap / kib, bound: 1, kind: "at most", unit: "KiB" },
    {
      goal: "7",
      what: "heap of an idle link with its stream, at 10,000",
      figure: links.heap / kib,
      bound: 6,
      kind: "at most",
      unit: "KiB",
    },
    { goal: "7", what: "RSS of an idle link with its stream, at 10,000", figure: links.rss / kib, bound: 16, kind: "at most", unit: "KiB" },
    { goal: "7", what: "RSS of an idle relay", figure: atRest.rss, bound: 60, kind: "at most", unit: "MiB" },
    { goal: "7", what: "USS of an idle relay", figure: atRest.uss, bound: 18, kind: "at most", unit: "MiB" },
  ];
  return { name: "memory", gates, data: { idle, atRest, sessions, links, floorStreams } };
}

async function linksAndStreams(target: Target, first: number, last: number, options: GoalOptions): Promise<{ heap: number; rss: number }> {
  const relay = new URL(target.url);
  const holders: RawHolder[] = [];
  const open = async (upTo: number): Promise<void> => {
    const opener = async (): Promise<void> => {
      while (holders.length < upTo) {
        options.signal.throwIfAborted();
        const holder = new RawHolder({ relay: relay.origin, declare: { info: { name: "bench", version: "1.0.0" }, tools: [] } });
        holders.push(holder);
        await holder.start();
        holder.rest();
      }
    };
    await Promise.all(Array.from({ length: 20 }, opener));
  };
  try {
    await open(first);
    const few = await weigh(target, first);
    await open(last);
    return perOne(few, await weigh(target, last));
  } finally {
    for (const holder of holders) holder.destroy();
  }
}

async function idleStreams(target: Target, first: number, last: number): Promise<{ heap: number; rss: number }> {
  const url = new URL(target.url);
  const request: StreamRequest = {
    host: url.hostname,
    port: Number(url.port),
    head: `GET / HTTP/1.1\r\nhost: ${url.host}\r\naccept: text/event-stream`,
  };
  const closeFirst = await openStreams(Array.from({ length: first }, () => request));
  const few = await weigh(target, first);
  const closeRest = await openStreams(Array.from({ length: last - first }, () => request));
  const many = await weigh(target, last);
  closeFirst();
  closeRest();
  return perOne(few, many);
}

/** Goal 9: from spawn to the first answered initialize, one bundled file each. The thin stdio relay of that goal belongs to a later room. */
export async function coldStartGoals(options: GoalOptions): Promise<Part> {
  const { spec } = options;
  const alone = [spec("floor-mcp"), spec("door"), { name: "relay", start: spec("relay").start }, spec("sdk2")];
  const starts = await runColdStarts(alone, options.rounds + 2, options.signal);
  options.line(
    tableOf(
      ["cold start", "ms", "CPU ms", "RSS MiB", "USS MiB"],
      starts.map((row) => [row.target, short(row.ms), short(row.cpuMs), short(row.rss), short(row.uss)]),
    ),
  );
  const of = (name: string): number => starts.find((row) => row.target === name)?.cpuMs ?? Number.NaN;
  const ms = (name: string): number => starts.find((row) => row.target === name)?.ms ?? Number.NaN;
  const gates: Gate[] = ["door", "relay"].flatMap((name) => [
    {
      goal: "9",
      what: `cold start of the ${name} against floor-mcp, CPU`,
      figure: of(name) / of("floor-mcp"),
      bound: 1.6,
      kind: "at most",
      unit: "×",
    } as const,
    {
      goal: "9",
      what: `cold start of the ${name} against floor-mcp, wall clock`,
      figure: ms(name) / ms("floor-mcp"),
      bound: 1.6,
      kind: "at most",
      unit: "×",
      reportOnly: true,
    } as const,
    {
      goal: "9",
      what: `cold start of sdk2 against the ${name}, CPU`,
      figure: of("sdk2") / of(name),
      bound: 1.6,
      kind: "at least",
      unit: "×",
    } as const,
  ]);
  return { name: "cold start", gates, data: starts };
}

/** Goal 12: callers that stop reading, and one caller's large message beside another's small ones. */
export async function stuckGoals(options: GoalOptions): Promise<Part> {
  const { spec, line } = options;
  const gates: Gate[] = [];
  const data: Record<string, unknown> = {};
  for (const [name, readers, size] of [
    // The kernel's own buffers take about 10 MB a connection on loopback: only more than that is ever the relay's to hold, or to cut.
    ["relay", 20, 15 * mib],
    ["relay", 30, 8 * mib],
    ["relay-sse-stream", 20, 15 * mib],
  ] as const) {
    await using target = await Target.start(spec(name), { cores: options.cores });
    const stuck = await runStuck({ target, readers, size, patienceMs: name === "relay" && size > 12 * mib ? 90_000 : 4_000 });
    const what = `${readers} × ${size / mib} MB`;
    const slower = stuck.during.p50 / stuck.before.p50;
    data[`${name} ${what}`] = stuck;
    line(
      `  ${name}, ${what} never read: ${short(stuck.heldEach / mib)} MiB held each, ${stuck.cut} of ${readers} cut, the last after ${short(stuck.cutMs / 1000)} s; others' p50 ${short(stuck.before.p50)} → ${short(stuck.during.p50)} ms`,
    );
    if (name !== "relay") continue;
    gates.push(
      { goal: "12", what: `held for each of ${what} stuck callers`, figure: stuck.heldEach / mib, bound: 2, kind: "at most", unit: "MiB" },
      {
        goal: "12",
        what: `of ${what} stuck callers, those that were cut`,
        figure: stuck.cut,
        bound: readers,
        kind: "at least",
        unit: "callers",
        ...(size < 12 * mib ? { reportOnly: true } : {}),
      },
      {
        goal: "12",
        what: `others' p50 beside ${what} stuck callers`,
        figure: slower,
        bound: 1.3,
        kind: "at most",
        unit: "×",
        reportOnly: true,
      },
    );
  }
  await using relay = await Target.start(spec("relay"), { cores: options.cores });
  for (const up of [false, true]) {
    const delay = await runDelay({ url: relay.url, size: 8 * mib, up, repeats: 15 });
    const what = up ? "request" : "result";
    data[`delay ${what}`] = delay;
    line(
      `  an 8 MB ${what} (${short(delay.large)} ms) holds up another's small call to ${short(delay.during)} ms; without it ${short(delay.quiet)} ms`,
    );
    gates.push({
      goal: "12",
      what: `another's slowest call beside an 8 MB ${what}, above a quiet one's`,
      figure: delay.during - delay.quiet,
      bound: 25,
      kind: "at most",
      unit: "ms",
    });
  }
  return { name: "stuck readers", gates, data };
}
