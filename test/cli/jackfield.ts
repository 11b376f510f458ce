import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
/** What starts it from the source. */
export const fromSource: readonly string[] = [process.execPath, "--conditions=@jackfield/source", "--import", "tsx", main];

/** One event of `--json`. */
export type Said = Readonly<Record<string, unknown>> & { readonly event: string };

/** `jackfield …` as a child process of its own, as a person starts it: from the source, or by another command. */
export class Jackfield implements AsyncDisposable {
  readonly child: ChildProcess;
  out = "";
  error = "";
  readonly #ended: Promise<unknown>;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}, command: readonly string[] = fromSource) {
    const [program = "", ...flags] = command;
    this.child = spawn(program, [...flags, ...args], {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => void (this.out += text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => void (this.error += text));
    this.#ended = once(this.child, "close");
  }

  /** Every event said so far: with `--json` all of standard output is JSON lines. */
  events(): Said[] {
    return this.out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Said);
  }

  /** Waits for an event. Rejects where the child ends, or 20 s pass, without it. */
  async event(name: string): Promise<Said> {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const found = this.events().find((each) => each.event === name);
      if (found !== undefined) return found;
      if (this.child.exitCode !== null) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`No event "${name}": ${this.out}${this.error}`);
  }

  /** Waits for the child to end: its exit code, or the signal that ended it. */
  async end(): Promise<number | string | null> {
    await this.#ended;
    return this.child.exitCode ?? this.child.signalCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
    await this.#ended;
  }
}
