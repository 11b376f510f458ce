import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type Ended, run } from "../../../steps/command.ts";

export interface NspawnOptions {
  /** Words before the command, such as a cage's. */
  readonly enter?: readonly string[];
  /** A loopback of its own and nothing else. */
  readonly alone?: boolean;
}

/** A root started by its own systemd. */
export class Nspawn implements AsyncDisposable {
  /** What its console said, the last of it. */
  output = "";
  readonly #child: ChildProcess;

  constructor(root: string, { enter = [], alone = false }: NspawnOptions = {}) {
    const name = `jackfield-${randomBytes(4).toString("hex")}`;
    const nspawn = ["systemd-nspawn", `--directory=${root}`, `--machine=${name}`, "--register=no", "--keep-unit"];
    const [program, ...args] = [...enter, ...nspawn, ...(alone ? ["--private-network"] : []), "--console=pipe", "--boot"];
    const child = spawn(program ?? "", args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (this.output = (this.output + text).slice(-20_000)));
    this.#child = child;
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Its first process, as this machine numbers it. Throws where there is none within 30 s. */
  async leader(): Promise<number> {
    for (let waited = 0; waited < 30_000 && !this.isOver; waited += 100) {
      for (const name of (await readdir("/proc")).filter((each) => /^\d+$/.test(each))) {
        const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => ""); // it may have ended
        if (new RegExp(`^PPid:\\s+${this.#child.pid}$`, "m").test(status) && /^NSpid:\s+\d+\s+1$/m.test(status)) return Number(name);
      }
      await pause(100);
    }
    throw new Error(`The machine does not start: ${this.output.slice(-1500)}`);
  }

  /** Runs a command inside, as its root. */
  async inside(signal: AbortSignal, ...words: readonly string[]): Promise<Ended> {
    const enter = ["-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "nsenter", "--target", String(await this.leader())];
    return run("env", [...enter, "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--", ...words], signal);
  }

  /** Asks its systemd to shut down; milliseconds until it had, a minute at most. */
  async shutDown(): Promise<number> {
    const from = performance.now();
    await this.#end(60_000);
    return performance.now() - from;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isOver) return;
    await this.#end(15_000);
    if (this.isOver) return;
    const gone = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await gone;
  }

  async #end(ms: number): Promise<void> {
    if (this.isOver) return;
    const gone = once(this.#child, "close");
    this.#child.kill("SIGTERM");
    await Promise.race([gone, pause(ms, undefined, { ref: false })]);
  }
}
