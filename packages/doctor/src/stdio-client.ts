import { type ChildProcess, spawn } from "node:child_process";
import type { Json, JsonObject } from "@jackfield/contract";
import { LineSplitter } from "@jackfield/wire";
import { isObject, isReply } from "./answer.ts";
import type { DoctorLimits } from "./ceilings.ts";
import { readBody } from "./http-client.ts";
import type { StdioTarget } from "./target.ts";

/** How a server process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The system's code where it could not be started. */
  readonly failed?: string;
}

/** A server on its standard streams, in a process group of its own, which ends with `close`. */
export class StdioClient implements AsyncDisposable {
  /** Messages that answer nothing: notifications and requests of the server. */
  readonly others: JsonObject[] = [];
  /** Lines on standard output that are no JSON-RPC message. */
  readonly strange: string[] = [];
  strangeCount = 0;
  exit: Exit | undefined;
  readonly ended: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #limits: DoctorLimits;
  readonly #lines: LineSplitter;
  readonly #waits = new Map<string, (message: JsonObject) => void>();
  #stderr = "";
  #replies: JsonObject[] = [];
  #closing: Promise<void> | undefined;
  readonly #onExit = (): void => this.#kill("SIGKILL");

  constructor(target: StdioTarget, limits: DoctorLimits) {
    this.#limits = limits;
    this.#lines = new LineSplitter(limits.lineBytes);
    this.#child = spawn(target.command, [...target.args], { cwd: target.folder, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    // Whatever ends this process ends the server with it.
    process.once("exit", this.#onExit);
    this.ended = new Promise((resolve) => {
      const end = (exit: Exit): void => {
        this.exit ??= exit;
        resolve(this.exit);
      };
      this.#child.once("error", (error) => end({ code: null, signal: null, failed: "code" in error ? String(error.code) : error.name }));
      this.#child.once("exit", (code, signal) => end({ code, signal }));
    });
    this.#child.stdin?.on("error", () => undefined); // the exit says it
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#onData(chunk));
    this.#child.stderr?.on(
      "data",
      (chunk: Buffer) => void (this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-limits.stderrBytes)),
    );
  }

  /** The last of what the server wrote on standard error: foreign text. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Replies that nobody waited for. */
  get unclaimed(): readonly JsonObject[] {
    return this.#replies;
  }

  /** Writes one line as it stands. */
  write(line: string): void {
    if (this.exit === undefined) this.#child.stdin?.write(`${line}\n`);
  }

  /** Sends a request and waits for the reply with its very id. Undefined: none came in time, or the server ended. */
  async ask(message: JsonObject, ms: number, signal: AbortSignal): Promise<JsonObject | undefined> {
    const key = JSON.stringify(message["id"]);
    if (this.exit !== undefined) return undefined;
    return new Promise((resolve) => {
      const finish = (reply: JsonObject | undefined): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        if (this.#waits.get(key) === take) this.#waits.delete(key);
        resolve(reply);
      };
      const take = (reply: JsonObject): void => finish(reply);
      const onAbort = (): void => finish(undefined);
      const timer = setTimeout(() => finish(undefined), ms);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waits.set(key, take);
      void this.ended.then(() => finish(undefined));
      this.write(JSON.stringify(message));
    });
  }

  /** Closes its standard input, as clients end a server. */
  endInput(): void {
    this.#child.stdin?.end();
  }

  signal(signal: "SIGTERM" | "SIGINT"): void {
    this.#kill(signal);
  }

  /** Ends the server: its input is closed, then its whole group is terminated and killed. Twice does no harm. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.endInput();
    for (const [signal, ms] of [
      [undefined, 500],
      ["SIGTERM", this.#limits.endMs],
      ["SIGKILL", 2_000],
    ] as const) {
      if (this.exit !== undefined) break;
      if (signal !== undefined) this.#kill(signal);
      await within(this.ended, ms);
    }
    // The group may have members left when its leader is gone.
    this.#kill("SIGKILL");
    process.removeListener("exit", this.#onExit);
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream?.destroy();
  }

  #kill(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // nobody of the group is left
    }
  }

  #onData(chunk: Buffer): void {
    let lines: Uint8Array[] = [];
    try {
      lines = this.#lines.feed(chunk);
    } catch {
      this.strangeCount += 1; // a line above the cap
      lines = this.#lines.feed(new Uint8Array());
    }
    for (const line of lines) this.#onLine(line);
  }

  /** Who waits for this id; or for one that is the same but for its type: a check says so, and the others go on. */
  #waiting(id: Json | undefined): ((message: JsonObject) => void) | undefined {
    const other = typeof id === "string" ? id : typeof id === "number" ? `"${id}"` : "";
    return this.#waits.get(JSON.stringify(id)) ?? this.#waits.get(other);
  }

  #onLine(line: Uint8Array): void {
    const value = readBody(line, this.#limits.answerDepth);
    const messages = (Array.isArray(value) ? value : [value]).filter(isObject).filter((each) => each["jsonrpc"] === "2.0");
    if (messages.length === 0) {
      this.strangeCount += 1;
      if (this.strange.length < this.#limits.findings) this.strange.push(Buffer.from(line).toString("utf8"));
    }
    for (const message of messages) {
      const wait = isReply(message) ? this.#waiting(message["id"]) : undefined;
      if (wait !== undefined) wait(message);
      else if (isReply(message)) push(this.#replies, message, this.#limits.messages);
      else push(this.others, message, this.#limits.messages);
    }
  }
}

function push<T>(list: T[], item: T, most: number): void {
  if (list.length < most) list.push(item);
}

/** Waits for a promise, but not longer. True: it was there in time. */
export async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => void (timer = setTimeout(() => resolve(false), ms)));
  const there = await Promise.race([promise.then(() => true as const), late]);
  clearTimeout(timer);
  return there;
}
