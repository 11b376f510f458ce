import type { Readable, Writable } from "node:stream";
import { Fault } from "@jackfield/contract";
import { windowCeilings } from "./ceilings.ts";

/** What a browser says on its own: an event of the Chrome DevTools Protocol. */
export interface BrowserEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

interface Waiting {
  readonly method: string;
  readonly timer: NodeJS.Timeout;
  resolve(result: Readonly<Record<string, unknown>>): void;
  reject(fault: Fault): void;
}

/**
 * The Chrome DevTools Protocol over a pair of pipes (`--remote-debugging-pipe`: JSON, each message ended by a zero byte). No port is opened
 * that another program could connect to.
 */
export class BrowserPipe {
  readonly #output: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onEvent: (event: BrowserEvent) => void;
  readonly #onEnd: () => void;
  #pieces: Buffer[] = [];
  #held = 0;
  #last = 0;
  #over = false;

  constructor(input: Readable, output: Writable, onEvent: (event: BrowserEvent) => void, onEnd: () => void) {
    this.#output = output;
    this.#onEvent = onEvent;
    this.#onEnd = onEnd;
    input.on("data", (piece: Buffer) => this.#heard(piece));
    input.once("close", () => this.end());
    input.once("error", () => this.end());
    output.once("error", () => this.end());
  }

  /** One command. Throws Fault `far_end_gone` when the browser is gone, `timeout` when it does not answer, `tool_failed` with its own words. */
  call(method: string, params: Readonly<Record<string, unknown>> = {}, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    if (this.#over) return Promise.reject(gone());
    if (this.#waiting.size >= windowCeilings.browserCalls.value)
      return Promise.reject(new Fault("full", "The window has too much to do", { hint: "Wait for the calls that are open" }));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Fault("timeout", `The window did not answer ${method}`));
      }, windowCeilings.browserAnswerMs.value);
      this.#waiting.set(id, { method, timer, resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    });
  }

  /** Nothing more comes or goes. Twice does no harm. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#pieces = [];
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(gone());
    }
    this.#waiting.clear();
    this.#onEnd();
  }

  #heard(piece: Buffer): void {
    let from = 0;
    for (let zero = piece.indexOf(0); zero !== -1 && !this.#over; zero = piece.indexOf(0, from)) {
      this.#pieces.push(piece.subarray(from, zero));
      const message = Buffer.concat(this.#pieces).toString("utf8");
      this.#pieces = [];
      this.#held = 0;
      from = zero + 1;
      this.#said(message);
    }
    if (this.#over || from >= piece.length) return;
    this.#pieces.push(piece.subarray(from));
    this.#held += piece.length - from;
    if (this.#held > windowCeilings.browserMessageBytes.value) this.end();
  }

  #said(text: string): void {
    const message = parsed(text);
    if (message === undefined) return this.end();
    if (typeof message["id"] !== "number") {
      if (typeof message["method"] === "string") this.#onEvent(message as unknown as BrowserEvent);
      return;
    }
    const waiting = this.#waiting.get(message["id"]);
    if (waiting === undefined) return;
    this.#waiting.delete(message["id"]);
    clearTimeout(waiting.timer);
    const error = message["error"];
    if (typeof error === "object" && error !== null)
      waiting.reject(new Fault("tool_failed", `The window refused ${waiting.method}`, { internal: JSON.stringify(error).slice(0, 500) }));
    else waiting.resolve((message["result"] ?? {}) as Readonly<Record<string, unknown>>);
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function gone(): Fault {
  return new Fault("far_end_gone", "The window has been closed", { hint: "Start jackfield studio with --window again" });
}
