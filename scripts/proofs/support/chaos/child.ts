import { type ChildProcess, spawn } from "node:child_process";
import readline from "node:readline";
import { fileURLToPath } from "node:url";

/** A child that says one word a line. Ended with SIGKILL when disposed of. */
export class Child implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #said: string[] = [];
  readonly #waiting = new Set<() => void>();

  /** Runs a script as this process runs its own. */
  constructor(script: URL, args: readonly string[]) {
    this.#child = spawn(process.execPath, [...process.execArgv, fileURLToPath(script), ...args], { stdio: ["ignore", "pipe", "inherit"] });
    if (this.#child.stdout !== null) {
      readline.createInterface({ input: this.#child.stdout }).on("line", (line) => {
        this.#said.push(line);
        for (const wake of this.#waiting) wake();
      });
    }
    this.#child.once("exit", () => {
      for (const wake of this.#waiting) wake();
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Forgets what was said, so that `says` waits for the next time. */
  forget(): void {
    this.#said.length = 0;
  }

  /** Resolves once it has said a word; false when it ended, or `ms` passed, without. */
  async says(word: string, ms: number): Promise<boolean> {
    const end = performance.now() + ms;
    while (!this.#said.includes(word)) {
      const left = end - performance.now();
      if (left <= 0 || this.#child.exitCode !== null || this.#child.signalCode !== null) return false;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, left);
        this.#waiting.add(done);
      });
    }
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGKILL");
    await gone;
  }
}
