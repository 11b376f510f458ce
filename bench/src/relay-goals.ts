import { type Measure, type Row, type Summary, type Workload, nameOf, runCalls, summarise } from "./calls.ts";
import type { Gate } from "./gate.ts";
import type { Part } from "./report.ts";
import { callsTable } from "./table.ts";
import { Target, type TargetSpec } from "./target.ts";
import type { TargetName } from "./targets.ts";

export interface GoalOptions {
  readonly spec: (name: TargetName) => TargetSpec;
  /** Cores of the servers, as `taskset -c` takes them. */
  readonly cores: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly line: (text: string) => void;
}

const kib = 1024;
const mib = 1024 * kib;

const small: readonly Workload[] = [1, 16, 128].flatMap((concurrency) =>
  [100, 10 * kib].map((size) => ({ size, shape: "prose", concurrency }) as const),
);
const large: readonly Workload[] = [1, 16].map((concurrency) => ({ size: mib, shape: "prose", concurrency }) as const);
const shapes: readonly Workload[] = (["json", "dense"] as const).map((shape) => ({ size: mib, shape, concurrency: 16 }) as const);
const huge: readonly Workload[] = [1, 8].flatMap((size) =>
  [false, true].map((up) => ({ size: size * mib, shape: "prose", concurrency: 1, up }) as const),
);

/** Goals 1, 2, 3, 13: calls through the relay, beside the floors and the SDK-built relay in the same run. */
export async function relayCalls(options: GoalOptions): Promise<Part> {
  const both: readonly TargetName[] = ["relay-sse-buffer", "relay", "relay+holder"];
  const rows = [
    ...(await run(options, [...both, "relay-sse-stream", "sdk2-relay"], [...small, ...large])),
    ...(await run(options, both, shapes)),
    // Requests of 8 MB: more than the SDK's 4 MB limit, so its relay is not among these.
    ...(await run(options, ["relay-sse-buffer", "relay"], huge)),
  ];
  const summaries = summarise(rows, "relay-sse-buffer");
  options.line(callsTable(summaries));
  return { name: "relay calls", gates: relayGates(summaries), data: summaries };
}

/** Goal 6: the tool in process, beside the floor and the SDKs. */
export async function doorCalls(options: GoalOptions): Promise<Part> {
  const workloads = [16, 128].map((concurrency) => ({ size: 100, shape: "prose", concurrency }) as const);
  const summaries = summarise(await run(options, ["floor-mcp", "door", "sdk2", "sdk1"], workloads), "floor-mcp");
  options.line(callsTable(summaries));
  const at = finder(summaries);
  const [busy] = workloads.slice(-1);
  const speed = (peer: TargetName): number =>
    busy === undefined ? Number.NaN : at("door", busy).median.perSecond / at(peer, busy).median.perSecond;
  const gates: Gate[] = [
    ...workloads.map((workload) => ratio("6", "door", at("door", workload), "cpu", 2)),
    { goal: "6", what: "door against sdk2, 100 B c=128, calls/s", figure: speed("sdk2"), bound: 6, kind: "at least", unit: "×" },
    { goal: "6", what: "door against sdk1, 100 B c=128, calls/s", figure: speed("sdk1"), bound: 10, kind: "at least", unit: "×" },
  ];
  return { name: "door calls", gates, data: summaries };
}

async function run(options: GoalOptions, names: readonly TargetName[], workloads: readonly Workload[]): Promise<readonly Row[]> {
  const targets: Target[] = [];
  try {
    for (const name of names) targets.push(await Target.start(options.spec(name), { cores: options.cores }));
    return await runCalls({ ...options, targets, workloads, onCell: (row) => options.line(progress(row)) });
  } finally {
    for (const target of targets) await target[Symbol.asyncDispose]();
  }
}

function progress(row: Row): string {
  const trouble = row.failed > 0 ? ` · ${row.failed} FAILED: ${row.firstError ?? ""}` : "";
  return `  ${nameOf(row.workload)} · ${row.target} · round ${row.round + 1}: ${Math.round(row.perSecond)} calls/s, ${Math.round(row.cpu)} µs${trouble}`;
}

function relayGates(summaries: readonly Summary[]): readonly Gate[] {
  const at = finder(summaries);
  const gates: Gate[] = [];
  for (const target of ["relay", "relay+holder"] as const) {
    for (const workload of small) {
      gates.push(ratio("1", target, at(target, workload), "cpu", 1.4));
      // The full holder's own work is in its latency and not in the relay's CPU: only the thin one shows the relay's own.
      const own = target === "relay";
      if (workload.concurrency !== 128) gates.push(report(ratio("1", target, at(target, workload), "p50", 1.25)));
      if (own)
        gates.push(
          report(ratio("1", target, at(target, workload), "p99", 1.5)),
          report(ratio("1", target, at(target, workload), "perSecond", 0.75)),
        );
    }
    for (const workload of large)
      gates.push(ratio("2", target, at(target, workload), "cpu", 1.6), report(ratio("2", target, at(target, workload), "p50", 1.4)));
    for (const workload of shapes) gates.push(ratio("2", target, at(target, workload), "cpu", workload.shape === "dense" ? 3.5 : 1.6));
  }
  for (const workload of [...small, ...large]) {
    if (workload.concurrency === 1) continue;
    const times = at("relay", workload).median.perSecond / at("sdk2-relay", workload).median.perSecond;
    gates.push({
      goal: "3",
      what: `relay against sdk2-relay, ${nameOf(workload)}, calls/s`,
      figure: times,
      bound: workload.size === mib ? 4.5 : 3.5,
      kind: "at least",
      unit: "×",
    });
  }
  for (const up of [false, true]) {
    const [one, eight] = huge.filter((workload) => workload.up === up);
    if (one === undefined || eight === undefined) continue;
    const perByte = at("relay", eight).median.cpu / 8 / at("relay", one).median.cpu;
    gates.push({
      goal: "13",
      what: `relay, CPU a byte at 8 MB ${up ? "requests" : "results"} against 1 MB`,
      figure: perByte,
      bound: 1.3,
      kind: "at most",
      unit: "×",
    });
  }
  const failed = summaries.filter((row) => row.target.startsWith("relay") && row.failed > 0);
  gates.push({
    goal: "2",
    what: "calls through the relay that failed, 8 MB included",
    figure: failed.reduce((sum, row) => sum + row.failed, 0),
    bound: 0,
    kind: "at most",
    unit: "calls",
  });
  return gates;
}

function finder(summaries: readonly Summary[]): (target: TargetName, workload: Workload) => Summary {
  return (target, workload) => {
    const found = summaries.find((row) => row.target === target && nameOf(row.workload) === nameOf(workload));
    if (found === undefined || found.calls === 0) throw new Error(`There is no figure for ${target} at ${nameOf(workload)}`);
    return found;
  };
}

const words: Readonly<Record<Measure, string>> = { cpu: "CPU", p50: "p50", p99: "p99", perSecond: "calls/s" };

function ratio(goal: string, name: string, row: Summary, measure: Measure, bound: number): Gate {
  const baseline = name === "door" ? "floor-mcp" : "relay-sse-buffer";
  const kind = measure === "perSecond" ? "at least" : "at most";
  return {
    goal,
    what: `${name} against ${baseline}, ${nameOf(row.workload)}, ${words[measure]}`,
    figure: row.ratio[measure],
    bound,
    kind,
    unit: "×",
  };
}

function report(gate: Gate): Gate {
  return { ...gate, reportOnly: true };
}
