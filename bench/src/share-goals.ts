import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Row, type Summary, type Workload, nameOf, runCalls, summarise } from "./calls.ts";
import type { Gate } from "./gate.ts";
import type { Part } from "./report.ts";
import { shareMarkdown } from "./share-markdown.ts";
import { type ShareFiles, type ShareTarget, shareTarget, shareTargets } from "./share-targets.ts";
import { callsTable } from "./table.ts";
import { Target } from "./target.ts";

export interface ShareOptions extends Omit<ShareFiles, "folder"> {
  readonly cores: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly warm?: boolean;
  readonly signal: AbortSignal;
  readonly line: (text: string) => void;
}

const own = ["floor-proxy", "serve", "share"] as const;
type Peer = Exclude<ShareTarget, (typeof own)[number]>;
const peers = shareTargets.filter((name): name is Peer => !own.some((each) => each === name));
const kib = 1024;
const mib = 1024 * kib;
const small: readonly Workload[] = [16, 128].flatMap((concurrency) =>
  [100, 10 * kib].map((size) => ({ size, shape: "prose", concurrency }) as const),
);
const large: readonly Workload[] = [{ size: mib, shape: "prose", concurrency: 16 }];
const huge: readonly Workload[] = [mib, 8 * mib].flatMap((size) =>
  [false, true].map((up) => ({ size, shape: "prose", concurrency: 1, up }) as const),
);

/** Goals 5 and 13: a stdio server as HTTP, beside the floor and the proxies of others in the same run. The child's CPU is part of each figure. */
export async function serveCalls(options: ShareOptions): Promise<Part> {
  const rows = [
    ...(await run(options, shareTargets, [...small, ...large])),
    ...(await run(options, own, huge)),
    // Most others refuse messages of that size, or take seconds for one: once is enough to say so.
    ...(await run({ ...options, rounds: 1, seconds: 0.4, warm: false }, peers, huge)),
  ];
  const summaries = summarise(rows, "floor-proxy");
  options.line(callsTable(summaries));
  options.line(`\n${shareMarkdown(summaries)}`);
  return { name: "serve calls", gates: gatesOf(summaries), data: summaries };
}

function gatesOf(summaries: readonly Summary[]): readonly Gate[] {
  const at = (target: string, workload: Workload): Summary => {
    const found = summaries.find((row) => row.target === target && nameOf(row.workload) === nameOf(workload));
    if (found === undefined) throw new Error(`There is no figure for ${target} at ${nameOf(workload)}`);
    return found;
  };
  const gates: Gate[] = [];
  for (const workload of [...small, ...large]) {
    const name = nameOf(workload);
    const isLarge = workload.size === mib;
    gates.push({
      goal: "5",
      what: `serve against floor-proxy, ${name}, CPU`,
      figure: at("serve", workload).ratio.cpu,
      bound: 1.3,
      kind: "at most",
      unit: "×",
    });
    for (const peer of peers) {
      const bound = peer === "supergateway" || (peer === "mcp-proxy" && isLarge) ? 8 : 4;
      const theirs = at(peer, workload).median.perSecond;
      // One that answers nothing is beaten by any number of times.
      const figure = theirs > 0 ? at("serve", workload).median.perSecond / theirs : Number.POSITIVE_INFINITY;
      gates.push({ goal: "5", what: `serve against ${peer}, ${name}, calls/s`, figure, bound, kind: "at least", unit: "×" });
    }
  }
  for (const up of [false, true]) {
    const [one, eight] = huge.filter((workload) => workload.up === up);
    if (one === undefined || eight === undefined) continue;
    gates.push({
      goal: "13",
      what: `serve, CPU a byte at 8 MB ${up ? "requests" : "results"} against 1 MB`,
      figure: at("serve", eight).median.cpu / 8 / at("serve", one).median.cpu,
      bound: 1.3,
      kind: "at most",
      unit: "×",
    });
  }
  for (const name of ["serve", "share"]) {
    const failed = summaries.filter((row) => row.target === name).reduce((sum, row) => sum + row.failed, 0);
    gates.push({ goal: "5", what: `calls through ${name} that failed`, figure: failed, bound: 0, kind: "at most", unit: "calls" });
  }
  return gates;
}

async function run(options: ShareOptions, names: readonly ShareTarget[], workloads: readonly Workload[]): Promise<readonly Row[]> {
  const targets: Target[] = [];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "jackfield-bench-"));
  try {
    for (const name of names) targets.push(await Target.start(shareTarget(name, { ...options, folder }), { cores: options.cores }));
    return await runCalls({
      ...options,
      targets,
      workloads,
      onCell: (row) => {
        const trouble = row.failed > 0 ? ` · ${row.failed} FAILED: ${row.firstError ?? ""}` : "";
        options.line(
          `  ${nameOf(row.workload)} · ${row.target} · round ${row.round + 1}: ${Math.round(row.perSecond)} calls/s, ${Math.round(row.cpu)} µs${trouble}`,
        );
      },
    });
  } finally {
    for (const target of targets) await target[Symbol.asyncDispose]();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
