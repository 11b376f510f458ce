import { buildServers } from "../../../bench/src/build.ts";
import { pause } from "../../../bench/src/load.ts";
import { alive, memoryOf } from "../../../bench/src/process-tree.ts";
import { Target } from "../../../bench/src/target.ts";
import type { MemoryCage } from "./memory-cage.ts";

export interface RelayProcessOptions {
  /** The relay's options, as JSON: limits are raised here and nowhere else. */
  readonly options?: { readonly limits?: Readonly<Record<string, number>>; readonly [name: string]: unknown };
  readonly cage?: MemoryCage | undefined;
  /** What stands before its command. */
  readonly enter?: readonly string[];
  readonly cores?: string;
  readonly weigh?: boolean;
}

/** Our relay in a process of its own, one bundled file, with its metrics to count by. */
export class RelayProcess implements AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  readonly target: Target;
  readonly #metrics: string;

  private constructor(target: Target, said: { readonly relay: string; readonly metrics: string }) {
    this.target = target;
    this.pid = target.pid;
    this.origin = said.relay;
    this.#metrics = said.metrics;
  }

  static async start({ options = {}, cage, enter = [], cores, weigh = false }: RelayProcessOptions = {}): Promise<RelayProcess> {
    const server = await buildServers();
    const start = [...(cage?.enter ?? []), ...enter, process.execPath, server("our-relay"), JSON.stringify(options)];
    const target = await Target.start({ name: "our-relay", start }, { weigh, ...(cores === undefined ? {} : { cores }) });
    return new RelayProcess(target, target.said as { relay: string; metrics: string });
  }

  /** Every count of /metrics by its short name: `links`, `rate_address_total`. */
  async counts(): Promise<Counts> {
    // A connection of its own each time: one kept alive may be closed just when a busy relay takes the next request.
    const text = await (await fetch(this.#metrics, { headers: { connection: "close" } })).text();
    const found = [...text.matchAll(/^jackfield_relay_(\w+) (\S+)$/gm)].map(([, name = "", value]) => [name, Number(value)] as const);
    if (found.length < 20) throw new Error(`/metrics has ${found.length} counts: ${text.slice(0, 200)}`);
    const known = new Map(found);
    return {
      of(name) {
        const value = known.get(name);
        if (value === undefined) throw new Error(`/metrics has no count "${name}"`);
        return value;
      },
      all: known,
    };
  }

  get isAlive(): boolean {
    return alive(this.pid);
  }

  /** Bytes resident. */
  get resident(): number {
    return memoryOf(this.pid).rssBytes;
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** Waits until a count is as wanted. False when it is not within `ms`, nor when the relay cannot say. */
  async until(name: string, holds: (value: number) => boolean, ms: number): Promise<boolean> {
    const end = performance.now() + ms;
    while (performance.now() < end) {
      const counts = await this.counts().catch(() => undefined); // it may be starting, or stopped for a moment
      if (counts !== undefined && holds(counts.of(name))) return true;
      await pause(50);
    }
    return false;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.target[Symbol.asyncDispose]();
  }
}

export interface Counts {
  /** Throws for a count that is not there: a slip in a name must not read as zero. */
  readonly of: (name: string) => number;
  readonly all: ReadonlyMap<string, number>;
}
