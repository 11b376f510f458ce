import { type Workload, nameOf, runCalls, summarise } from "./calls.ts";
import type { Gate } from "./gate.ts";
import type { GoalOptions } from "./relay-goals.ts";
import type { Part } from "./report.ts";
import { callsTable } from "./table.ts";
import { Target } from "./target.ts";
import type { TargetName } from "./targets.ts";

const kib = 1024;
const workloads: readonly Workload[] = [1, 16, 128].flatMap((concurrency) =>
  [100, 10 * kib].map((size) => ({ size, shape: "prose", concurrency }) as const),
);

/** Goal 4: the same relay and the same tool, by up stream and by WebSocket, beside a POST for each result. */
export async function transportCalls(options: GoalOptions): Promise<Part> {
  const names: readonly TargetName[] = ["relay", "relay-up", "relay-socket"];
  const targets: Target[] = [];
  try {
    for (const name of names) targets.push(await Target.start(options.spec(name), { cores: options.cores }));
    const rows = await runCalls({
      ...options,
      targets,
      workloads,
      onCell: (row) =>
        options.line(`  ${nameOf(row.workload)} · ${row.target} · round ${row.round + 1}: ${Math.round(row.perSecond)} calls/s`),
    });
    const summaries = summarise(rows, "relay");
    options.line(callsTable(summaries));
    const gates = workloads.flatMap((workload) =>
      (["relay-up", "relay-socket"] as const).map((name): Gate => {
        const row = summaries.find((each) => each.target === name && nameOf(each.workload) === nameOf(workload));
        if (row === undefined || row.calls === 0 || row.failed > 0)
          throw new Error(`There is no figure for ${name} at ${nameOf(workload)}`);
        const gate: Gate = {
          goal: "4",
          what: `${name} against a POST for each result, ${nameOf(workload)}, calls/s`,
          figure: row.ratio.perSecond,
          bound: 1.2,
          kind: "at least",
          unit: "×",
        };
        // The goal is about the up stream at 10 KB with more than one call under way; the rest is told.
        const binding = name === "relay-up" && workload.size === 10 * kib && workload.concurrency > 1;
        return binding ? gate : { ...gate, reportOnly: true };
      }),
    );
    return { name: "transports", gates, data: summaries };
  } finally {
    for (const target of targets) await target[Symbol.asyncDispose]();
  }
}
