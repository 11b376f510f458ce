import { readFile, readdir } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What this process holds. */
export interface Held {
  /** Processes that it started and that run. */
  readonly children: number;
  readonly descriptors: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** After a moment for what is on its way, and after garbage has been collected. */
export async function measure(): Promise<Held> {
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    collect();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    children: await children(),
    descriptors: (await readdir("/proc/self/fd")).length,
    heapBytes: heapUsed + external,
    rssBytes: rss,
  };
}

async function children(): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "latin1").catch(() => "")));
  return stats.filter((stat) => {
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(parent) === process.pid && state !== "Z";
  }).length;
}
