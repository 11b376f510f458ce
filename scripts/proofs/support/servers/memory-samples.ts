import fs from "node:fs";

/** Often enough for a flood that is over in a third of a second, ms. */
const everyMs = 20;

/** Watches how much memory one process takes, and says how much more it took during a time. `now`: the clock that the times are in, milliseconds. */
export class MemorySamples implements Disposable {
  readonly #samples: { readonly at: number; readonly bytes: number }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number, now: () => number) {
    this.#timer = setInterval(() => {
      const bytes = residentBytes(pid);
      if (bytes !== undefined) this.#samples.push({ at: now(), bytes });
    }, everyMs);
  }

  /** Bytes more than before at the most. Undefined where it was looked at too seldom to say. */
  growth(from: number, to: number): number | undefined {
    const before = this.#samples.findLast(({ at }) => at < from);
    const during = this.#samples.filter(({ at }) => at >= from && at <= to).map(({ bytes }) => bytes);
    return before === undefined || during.length < leastSamples ? undefined : Math.max(...during) - before.bytes;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** Undefined once the process has ended. */
function residentBytes(pid: number): number | undefined {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? Number.NaN) * 1024;
  } catch {
    return undefined;
  }
}

const leastSamples = 3;
