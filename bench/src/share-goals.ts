import { type Summary, type Workload, nameOf, runCalls, summarise } from "./calls.ts";
import type { Gate } from "./gate.ts";
import type { PeerName } from "./install-peers.ts";
import type { Part } from "./report.ts";
import { callsTable } from "./table.ts";
import { Target, type TargetSpec } from "./target.ts";

export interface ShareOptions {
  readonly server: (name: string) => string;
  readonly peer: (name: PeerName, file: string) => string;
  readonly cores: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly line: (text: string) => void;
}

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
    ...(await run(options, ["floor-proxy", "serve", "supergateway", "mcp-proxy"], [...small, ...large])),
    // Others refuse requests of that size, or block on results.
    ...(await run(options, ["floor-proxy", "serve"], huge)),
  ];
  const summaries = summarise(rows, "floor-proxy");
  options.line(callsTable(summaries));
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
    for (const [peer, bound] of [
      ["supergateway", 8],
      ["mcp-proxy", isLarge ? 8 : 4],
    ] as const) {
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
  const failed = summaries.filter((row) => row.target === "serve").reduce((sum, row) => sum + row.failed, 0);
  gates.push({ goal: "5", what: "calls through serve that failed", figure: failed, bound: 0, kind: "at most", unit: "calls" });
  return gates;
}

async function run(options: ShareOptions, names: readonly string[], workloads: readonly Workload[]): Promise<ReturnType<typeof runCalls>> {
  const targets: Target[] = [];
  try {
    for (const name of names) targets.push(await Target.start(specOf(name, options), { cores: options.cores }));
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
  }
}

function specOf(name: string, { server, peer }: ShareOptions): TargetSpec {
  const node = process.execPath;
  const child = [node, server("floor-stdio")];
  const proxy = (...command: readonly string[]): readonly string[] => [node, server("peer-proxy"), node, ...command];
  switch (name) {
    case "floor-proxy":
      return { name, start: [node, server("floor-proxy"), ...child] };
    case "serve":
      return { name, start: [node, server("our-serve"), ...child] };
    case "supergateway":
      return {
        name,
        start: proxy(
          peer("supergateway", "dist/index.js"),
          ...["--stdio", child.join(" "), "--outputTransport", "streamableHttp", "--stateful", "--port", "PORT", "--logLevel", "none"],
        ),
      };
    default:
      return {
        name,
        start: proxy(
          peer("mcp-proxy", "dist/bin/mcp-proxy.mjs"),
          ...["--host", "127.0.0.1", "--port", "PORT", "--server", "stream", "--", ...child],
        ),
      };
  }
}
