import type { Shape } from "../servers/payload.ts";
import { type Cell, Pool, pause, runCell } from "./load.ts";
import { toolCalls } from "./messages.ts";
import { hostCpu } from "./process-tree.ts";
import { SseWorker } from "./sse-worker.ts";
import { median, spread } from "./statistics.ts";
import { type Target } from "./target.ts";

/** One column of the table: what is asked, by how many at once. */
export interface Workload {
  /** Characters of the answer's text (`up`: of the request's). */
  readonly size: number;
  readonly shape: Shape;
  readonly concurrency: number;
  /** The size travels in the request instead of the answer. */
  readonly up?: boolean;
}

export interface CallsOptions {
  readonly targets: readonly Target[];
  readonly workloads: readonly Workload[];
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** False: nothing is warmed up, for messages of which one takes seconds. */
  readonly warm?: boolean;
  /** Called after each measured cell. */
  readonly onCell: (row: Row) => void;
}

export interface Row extends Cell {
  readonly target: string;
  readonly workload: Workload;
  readonly round: number;
}

/** Host share of other processes above which a cell waits, for at most `patience` ms. */
const calm = 0.35;
const patience = 600;
/**
 * Calls and seconds of load that let the hot path be compiled before anything counts: the compiler's threads are part of the server's CPU,
 * and the more code a server has, the longer they take.
 */
const warmCalls = 12_000;
const warmSeconds = 10;

/**
 * Calls every target in turn, workload by workload and round by round (A B C, A B C, …), so that drift of the machine hits all alike.
 * Cells are compared within their round.
 */
export async function runCalls(options: CallsOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const warm = new Set<Target>();
  for (const concurrency of new Set(options.workloads.map((workload) => workload.concurrency))) {
    const pools = new Map<Target, Pool>();
    try {
      for (const target of options.targets) {
        const pool = await poolOf(target, concurrency);
        pools.set(target, pool);
        if (options.warm !== false && !warm.has(target)) await warmUp(target, pool);
        warm.add(target);
      }
      for (const workload of options.workloads.filter((each) => each.concurrency === concurrency)) {
        for (let round = 0; round < options.rounds; round += 1) {
          for (const [target, pool] of pools) {
            options.signal.throwIfAborted();
            await waitForCalm();
            const cell = await runCell({
              pool,
              ...bodyOf(workload, target.tool),
              seconds: options.seconds,
              warmup: 0.3,
              ...processesOf(target),
            });
            const row = { target: target.name, workload, round, ...cell };
            rows.push(row);
            options.onCell(row);
          }
        }
      }
    } finally {
      for (const pool of pools.values()) await pool.close();
    }
  }
  return rows;
}

function poolOf(target: Target, concurrency: number): Promise<Pool> {
  return target.transport === "sse"
    ? Pool.of(concurrency, () => SseWorker.open(target.url))
    : Pool.open({ url: target.url, era: "sessions" }, target.tool, concurrency);
}

function processesOf(target: Target): { readonly pid: number; readonly daemons: () => readonly number[] } {
  return { pid: target.pid, daemons: () => target.daemons() };
}

async function warmUp(target: Target, pool: Pool): Promise<void> {
  for (const size of [100, 10_240]) {
    await runCell({
      pool,
      ...bodyOf({ size, shape: "prose", concurrency: 1 }, target.tool),
      seconds: warmSeconds,
      warmup: 0,
      ...processesOf(target),
      most: warmCalls,
    });
  }
}

function bodyOf(workload: Workload, tool: string): { readonly body: (id: number) => Buffer; readonly size: number } {
  const args = workload.up === true ? { text: "x".repeat(workload.size) } : { size: workload.size, shape: workload.shape };
  // A dense result's first text block is one character: its size is that of the objects beside it.
  return { body: toolCalls(tool, args), size: workload.shape === "dense" ? 1 : workload.size };
}

async function waitForCalm(): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const host = hostCpu();
    const own = process.cpuUsage();
    await pause(200);
    const now = hostCpu();
    const used = process.cpuUsage(own);
    const foreign = (now.busy - host.busy - (used.user + used.system) / 1e6) / (now.total - host.total || 1);
    if (foreign < calm) return;
  }
}

/** The columns of a cell that ratios are taken of. */
export type Measure = "p50" | "p99" | "perSecond" | "cpu";

export interface Summary {
  readonly target: string;
  readonly workload: Workload;
  readonly rounds: number;
  readonly calls: number;
  readonly failed: number;
  /** Median over the rounds. */
  readonly median: Readonly<Record<Measure, number>>;
  readonly spread: Readonly<Record<Measure, readonly [number, number]>>;
  /** Median of the ratios within each round. */
  readonly ratio: Readonly<Record<Measure, number>>;
  readonly foreign: number;
  readonly firstError?: string;
}

/** One line for each target and workload, with its ratios to the baseline's cell of the same round. */
export function summarise(rows: readonly Row[], baseline: string): readonly Summary[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${nameOf(row.workload)} ${row.target}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((list) => {
    const [first] = list;
    if (first === undefined) return [];
    const base = rows.filter((row) => row.target === baseline && nameOf(row.workload) === nameOf(first.workload));
    const ratios = (measure: Measure): number =>
      median(list.map((row) => row[measure] / (base.find((other) => other.round === row.round)?.[measure] ?? Number.NaN)));
    const firstError = list.find((row) => row.firstError !== undefined)?.firstError;
    return [
      {
        target: first.target,
        workload: first.workload,
        rounds: list.length,
        calls: sum(list, "calls"),
        failed: sum(list, "failed"),
        median: each((measure) => median(list.map((row) => row[measure]))),
        spread: each((measure) => spread(list.map((row) => row[measure]))),
        ratio: each(ratios),
        foreign: median(list.map((row) => row.foreign)),
        ...(firstError === undefined ? {} : { firstError }),
      },
    ];
  });
}

/** Short name of a workload: `100 B prose c=16`. */
export function nameOf(workload: Workload): string {
  const size =
    workload.size >= 1 << 20
      ? `${workload.size / (1 << 20)} MB`
      : workload.size >= 1024
        ? `${workload.size / 1024} KB`
        : `${workload.size} B`;
  return `${size} ${workload.up === true ? "up" : workload.shape} c=${workload.concurrency}`;
}

function each<Value>(of: (measure: Measure) => Value): Readonly<Record<Measure, Value>> {
  return { p50: of("p50"), p99: of("p99"), perSecond: of("perSecond"), cpu: of("cpu") };
}

function sum(rows: readonly Row[], of: "calls" | "failed"): number {
  return rows.reduce((total, row) => total + row[of], 0);
}
