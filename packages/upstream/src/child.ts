import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Fault, safeText } from "@jackfield/contract";
import type { Pieces } from "@jackfield/mcp";
import type { UpstreamLimits } from "./ceilings.ts";
import { Outbox } from "./outbox.ts";
import { PieceLines } from "./piece-lines.ts";
import { ProcessTree, treeVariable } from "./process-tree.ts";
import type { Message } from "./request-message.ts";
import type { TreeKeeper } from "./tree-keeper.ts";
import { TextTail } from "./text-tail.ts";

/** How a server is started. No shell stands in between: what is in the arguments stays there. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ChildEvents {
  /** One line of its output: one message. */
  line(pieces: Pieces): void;
  /** A line was longer than `messageBytes` and is lost but for its two ends. */
  tooLong(head: Uint8Array, tail: Uint8Array): void;
  /** It has ended, or never began. Called once. */
  ended(fault: Fault): void;
}

/** A server as a child process, newline-framed over its pipes. Its output to stderr is read always, so that it cannot block there. */
export class Child {
  readonly #process: ChildProcess;
  readonly #tree: ProcessTree;
  readonly #keeper: TreeKeeper;
  readonly #limits: UpstreamLimits;
  readonly #events: ChildEvents;
  readonly #stderr: TextTail;
  readonly #outbox: Outbox | undefined;
  readonly #exited: Promise<void>;
  #over = false;
  #closing: Promise<void> | undefined;

  constructor(server: ServerCommand, keeper: TreeKeeper, limits: UpstreamLimits, events: ChildEvents) {
    const mark = keeper.nextMark();
    this.#keeper = keeper;
    this.#limits = limits;
    this.#events = events;
    this.#stderr = new TextTail(limits.stderrBytes);
    const child = start(server, mark);
    this.#process = child;
    this.#outbox = child.stdin === null ? undefined : new Outbox(child.stdin);
    this.#tree = new ProcessTree(mark, child.pid);
    if (child.pid !== undefined) keeper.started(child.pid);
    this.#exited = new Promise((resolve) => {
      child.once("error", (error: NodeJS.ErrnoException) => {
        if (child.pid === undefined) this.#ended(cannotStart(server, error));
        resolve();
      });
      child.once("exit", (code, signal) => {
        // What it wrote last may still be in the pipe: a moment for it, but not for what a grandchild keeps open.
        const settled = (): void => this.#ended(this.#fault(code, signal));
        child.stdout?.once("end", settled);
        setTimeout(settled, lastWordsMs);
        resolve();
      });
    });
    const lines = new PieceLines(limits.messageBytes, {
      line: (pieces) => {
        if (!this.#over) events.line(pieces);
      },
      tooLong: (head, tail) => {
        if (!this.#over) events.tooLong(head, tail);
      },
    });
    child.stdout?.on("data", (chunk: Buffer) => lines.feed(chunk));
    // Without an output it can answer nothing. What dies says more with its exit, a moment later.
    child.stdout?.once("end", () => {
      setTimeout(() => this.#ended(new Fault("far_end_gone", "The server closed its output", { hint: anew })), lastWordsMs * 2);
    });
    child.stderr?.on("data", (chunk: Buffer) => this.#stderr.add(chunk));
    // A pipe that breaks is a child that ended: "exit" says so, and more.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on("error", () => undefined);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** The end of what it wrote to stderr. */
  get stderrTail(): string {
    return this.#stderr.text();
  }

  /** Bytes that it has not read. */
  get unsent(): number {
    return this.#outbox?.unsent ?? 0;
  }

  /** Writes one message. Throws Fault `far_end_stuck` where too much waits already, `far_end_gone` where it has ended. */
  send(message: Message): void {
    const outbox = this.#outbox;
    if (this.#over || outbox === undefined || this.#process.stdin?.writable !== true)
      throw new Fault("far_end_gone", "The server has ended");
    if (outbox.unsent > this.#limits.unsentBytes)
      throw new Fault("far_end_stuck", "The server does not read what it is sent", {
        data: { ceiling: "unsentBytes", limit: this.#limits.unsentBytes },
      });
    outbox.add(message);
  }

  /** Its input ends; then SIGTERM, then SIGKILL, to all that it started. Twice does no harm. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#over = true;
    const { goodbyeMs } = this.#limits;
    this.#outbox?.flush();
    this.#process.stdin?.end();
    await this.#within(goodbyeMs);
    if ((await this.#tree.signal("SIGTERM")) > 0) await this.#within(goodbyeMs, true);
    await this.#tree.end(goodbyeMs);
    if (this.#process.pid !== undefined) this.#keeper.ended(this.#process.pid);
    for (const pipe of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) pipe?.destroy();
  }

  /** Until it has exited (with `all`: until nothing of its tree is left), for at most `ms`. */
  async #within(ms: number, all = false): Promise<void> {
    const until = Date.now() + ms;
    await Promise.race([this.#exited, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
    while (all && Date.now() < until && (await this.#tree.signal(0)) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  #fault(code: number | null, signal: NodeJS.Signals | null): Fault {
    const how = signal === null ? `with code ${code ?? "unknown"}` : `by ${signal}`;
    const last = lastLine(this.stderrTail);
    return new Fault("far_end_gone", `The server ended ${how}${last === "" ? "" : `: ${last}`}`, {
      hint: anew,
    });
  }

  #ended(fault: Fault): void {
    if (this.#over) return;
    this.#over = true;
    this.#events.ended(fault);
    // What it left behind must not live on.
    void this.close();
  }
}

/** Throws Fault `config` where it is not even tried: a zero byte in an argument. What the system refuses comes as an event. */
function start(server: ServerCommand, mark: string): ChildProcess {
  try {
    return spawn(server.command, [...server.args], {
      stdio: ["pipe", "pipe", "pipe"],
      // A process group of its own: Ctrl-C at the terminal is ours to pass on, in order.
      detached: process.platform !== "win32",
      ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
      env: { ...server.env, [treeVariable]: mark },
    });
  } catch (thrown) {
    throw cannotStart(server, thrown as NodeJS.ErrnoException);
  }
}

function cannotStart({ command, cwd }: ServerCommand, error: NodeJS.ErrnoException): Fault {
  const name = safeText(command, 200);
  // The system names the program for a missing folder too.
  if (error.code === "ENOENT" && cwd !== undefined && !existsSync(cwd))
    return new Fault("config", `Cannot start "${name}" in "${safeText(cwd, 200)}": there is no such folder`, { hint: "Check the folder" });
  if (error.code === "ENOENT")
    return new Fault("config", `Cannot start "${name}": there is no such program`, { hint: "Check the command, and that it is on PATH" });
  return new Fault("config", `Cannot start "${name}": ${error.code ?? "it failed"}`, { hint: "Check that you may run it" });
}

function lastLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return safeText(lines.findLast((line) => line !== "") ?? "", 200);
}

const anew = "It is started anew with the next call";
const lastWordsMs = 200;
