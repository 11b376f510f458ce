import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";
import { fromSource } from "./jackfield.ts";
import { TerminalText } from "./terminal-text.ts";

/** `jackfield …` at a terminal of its own (script(1)), where its output can be read and keys can be pressed. */
export class PseudoTerminal implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  /** Every byte that it wrote, in pieces as they came. */
  readonly pieces: string[] = [];
  readonly text: TerminalText;

  constructor(args: readonly string[], { columns = 80, env = {} }: { columns?: number; env?: Readonly<Record<string, string>> } = {}) {
    this.text = new TerminalText(columns);
    const words = [...fromSource, ...args].map((word) => `'${word}'`).join(" ");
    this.#child = spawn("/usr/bin/script", ["-qfec", `stty cols ${columns} rows 24; exec ${words}`, "/dev/null"], {
      env: { PATH: process.env["PATH"] ?? "", TERM: "xterm", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      this.pieces.push(piece);
      this.text.write(piece);
    });
    this.#ended = once(this.#child, "close");
  }

  /** What a person sees, as one text. */
  get seen(): string {
    return this.text.lines.join("\n");
  }

  /** Gives the terminal another width, as a person does who drags its edge. */
  async resize(columns: number): Promise<void> {
    const { pid } = this.#child;
    const [inside] = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ");
    this.text.columns = columns;
    await promisify(execFile)("stty", ["-F", await readlink(`/proc/${inside}/fd/0`), "cols", String(columns)]);
  }

  press(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Waits until it can be seen: the match. Rejects after 20 s. */
  async sees(wanted: RegExp): Promise<RegExpExecArray> {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const found = wanted.exec(this.seen);
      if (found !== null) return found;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`${String(wanted)} is never seen: ${this.seen}`);
  }

  /** Waits for the end: the exit code of what ran there. */
  async end(): Promise<number | null> {
    await this.#ended;
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill("SIGKILL");
    await this.#ended;
  }
}
