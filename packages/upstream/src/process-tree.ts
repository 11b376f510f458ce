import { setTimeout as pause } from "node:timers/promises";
import { type ProcessFacts, readProcesses } from "./processes.ts";

/** What every process of ours carries in its environment, and hands on to what it starts. */
export const treeVariable = "JACKFIELD_TREE";

/**
 * Everything that one server started. A grandchild in a session of its own whose parent is gone is found by the mark in its environment; one that wrote
 * over its environment (setproctitle does) by its group, its session, its parent, or by having been seen before. Without /proc (macOS) only the process
 * group is known.
 */
export class ProcessTree {
  readonly mark: string;
  readonly #first: number | undefined;
  /** Seen as ours: process id to start time, so that a number used anew is not taken for it. */
  readonly #seen = new Map<number, string>();

  /** `mark`: unique. `first`: the process that was started, which leads a group and a session. */
  constructor(mark: string, first: number | undefined) {
    this.mark = mark;
    this.#first = first;
  }

  /** Sends a signal to every process of the tree; 0 only counts them. Returns how many there were. */
  async signal(signal: NodeJS.Signals | 0): Promise<number> {
    const all = await readProcesses(`${treeVariable}=${this.mark}\0`);
    if (all === undefined) return this.#first !== undefined && kill(-this.#first, signal) ? 1 : 0;
    return this.#ours(all).filter((pid) => kill(pid, signal)).length;
  }

  /** Kills all of it, again until nothing is left, for at most `ms`. Returns how many would not die. */
  async end(ms: number): Promise<number> {
    const until = Date.now() + ms;
    for (;;) {
      const left = await this.signal("SIGKILL");
      if (left === 0 || Date.now() >= until) return left;
      await pause(20);
    }
  }

  #ours(all: readonly ProcessFacts[]): number[] {
    const first = this.#first;
    const isRoot = ({ pid, group, session, started, marked }: ProcessFacts): boolean =>
      marked || (first !== undefined && (pid === first || group === first || session === first)) || this.#seen.get(pid) === started;
    const found = new Map(all.filter(isRoot).map((facts) => [facts.pid, facts]));
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const facts of all) if (found.has(facts.parent)) found.set(facts.pid, facts);
    }
    found.delete(process.pid);
    for (const { pid, started } of found.values()) this.#seen.set(pid, started);
    return [...found.keys()];
  }
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
