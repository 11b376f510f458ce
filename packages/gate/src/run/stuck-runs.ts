import { Fault } from "@jackfield/contract";

/**
 * Runs whose call has ended but whose code has not: nothing can stop it from here, so it is counted, and a tool with too many of them is refused.
 * Without this, an agent that calls a hanging tool again and again would pile up work without end. Others go on.
 */
export class StuckRuns {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  get any(): boolean {
    return this.#counts.size > 0;
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Throws Fault `busy` where this has too many. `name` is what its caller calls it. */
  check(key: string, name: string): void {
    if (this.count(key) < this.#most) return;
    throw new Fault("busy", `Cannot run "${name}": ${this.#most} earlier calls of it have not stopped`, {
      hint: "Use another tool, or ask the person to restart what it works on",
      data: { ceiling: "stuckRuns", limit: this.#most },
    });
  }

  /** The call has ended and this has not. The entry goes when it does. */
  watch(key: string, run: Promise<unknown>): void {
    this.#counts.set(key, this.count(key) + 1);
    const stopped = (): void => {
      const left = this.count(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
    run.then(stopped, stopped);
  }
}
