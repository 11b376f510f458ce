import { pause } from "./load.ts";
import { cpuSeconds, memoryOf } from "./process-tree.ts";
import { Session } from "./session.ts";
import { median } from "./statistics.ts";
import { Target, type TargetSpec } from "./target.ts";

export interface ColdStart {
  readonly target: string;
  /** Milliseconds from spawn to the first answered initialize, median over the rounds. */
  readonly ms: number;
  /** Milliseconds of CPU until then. */
  readonly cpuMs: number;
  /** MiB, at rest. */
  readonly rss: number;
  readonly uss: number;
  readonly all: readonly number[];
}

/** Starts each target `rounds` times, in turn. `session` opens one MCP session at a started target. */
export async function runColdStarts(specs: readonly TargetSpec[], rounds: number, signal: AbortSignal): Promise<readonly ColdStart[]> {
  const taken = new Map(
    specs.map((spec) => [spec.name, { ms: [] as number[], cpu: [] as number[], rss: [] as number[], uss: [] as number[] }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const spec of specs) {
      signal.throwIfAborted();
      const from = performance.now();
      await using target = await Target.start(spec);
      await Session.open({ url: target.url, era: "sessions" }, "echo");
      const ms = performance.now() - from;
      const cpu = cpuSeconds(target.pid) * 1000;
      await pause(500);
      const memory = memoryOf(target.pid);
      const lists = taken.get(spec.name);
      lists?.ms.push(ms);
      lists?.cpu.push(cpu);
      lists?.rss.push(memory.rss);
      lists?.uss.push(memory.uss);
    }
  }
  return [...taken].map(([target, lists]) => ({
    target,
    ms: median(lists.ms),
    cpuMs: median(lists.cpu),
    rss: median(lists.rss),
    uss: median(lists.uss),
    all: lists.ms,
  }));
}
