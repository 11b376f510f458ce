import type { Living } from "@jackfield/contract";
import { sseComment, sseNamed } from "@jackfield/wire";
import type { Accepts } from "./head.ts";
import { joined, utf8 } from "./json-bytes.ts";
import type { CountingOutlet } from "./engine.ts";
import type { ResultWriter } from "./outlet.ts";
import type { Call } from "./call.ts";
import type { CoreLimits, Exchange, Headers, Sink } from "./types.ts";

const jsonHeaders: Headers = ["content-type", "application/json"];
/** Proxies must not hold a stream back (seen in the field: whole streams buffered). The door adds cache-control with no-transform. */
export const streamHeaders: Headers = ["content-type", "text/event-stream", "x-accel-buffering", "no"];

const padding = utf8(" ");
const comment = sseComment("keep-alive");
const eventFront = utf8("event: message\ndata: ");
const eventEnd = utf8("\n\n");
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const space = 0x20;

/**
 * One HTTP answer to one POST. JSON as long as nothing but the answer is to be said and it comes soon; then a stream: of events, or, for a
 * client that takes only JSON, of white space before the answer.
 */
export class HttpOutlet implements CountingOutlet, Exchange {
  readonly #sink: Sink;
  readonly #accepts: Accepts;
  readonly #batch: boolean;
  readonly #limits: CoreLimits;
  readonly #over: (outlet: HttpOutlet) => void;
  /** Its place among those whose answer is to come. */
  living: Living<HttpOutlet> | undefined = undefined;
  /** Nearly always there is one. */
  readonly #calls: Call[] = [];
  readonly #held: Uint8Array[][] = [];
  readonly #started: number;
  #mode: "held" | "stream" | "padding" | "over" = "held";
  #extra: Headers = [];
  #sealed = false;
  #lastWrite: number;
  #piece: (() => void) | undefined;

  constructor(sink: Sink, accepts: Accepts, batch: boolean, limits: CoreLimits, now: number, over: (outlet: HttpOutlet) => void) {
    this.#sink = sink;
    this.#accepts = accepts;
    this.#batch = batch;
    this.#limits = limits;
    this.#started = now;
    this.#lastWrite = now;
    this.#over = over;
  }

  /** Headers that go with the answer whatever form it takes. */
  header(name: string, value: string): void {
    this.#extra = [...this.#extra, name, value];
  }

  add(call: Call): void {
    this.#calls.push(call);
  }

  /** All calls of this answer are known. */
  seal(): void {
    this.#sealed = true;
    this.#finishIfDone();
  }

  get waiting(): boolean {
    return this.#mode !== "over";
  }

  get speaks(): boolean {
    return this.#accepts.stream && this.#mode !== "over" && this.#mode !== "padding" && this.#piece === undefined;
  }

  get blocked(): boolean {
    return this.#sink.blocked;
  }

  settle(call: Call, status: number, parts: readonly Uint8Array[], headers: Headers = []): void {
    if (this.#mode === "over" || !this.#drop(call)) return;
    if (this.#mode === "stream") {
      this.#sink.write(sseNamed("message", joined(parts)));
    } else if (this.#batch) {
      this.#held.push([...parts]);
    } else if (this.#mode === "padding") {
      for (const part of parts) this.#sink.write(part);
    } else {
      this.#mode = "over";
      this.#sink.answer(status, [...jsonHeaders, ...this.#extra, ...headers], parts);
      this.#over(this);
      return;
    }
    this.#finishIfDone();
  }

  abandon(call: Call, error: readonly Uint8Array[]): void {
    this.settle(call, 200, error);
  }

  replaced(call: Call): void {
    this.#drop(call);
  }

  refuse(status: number, parts: readonly Uint8Array[]): void {
    if (this.#batch) {
      this.#held.push([...parts]);
      return;
    }
    if (this.#mode !== "held") return;
    this.#mode = "over";
    this.#sink.answer(status, [...jsonHeaders, ...this.#extra], parts);
    this.#over(this);
  }

  say(message: Uint8Array): void {
    if (!this.speaks) return;
    this.openStream();
    this.#sink.write(sseNamed("message", message));
  }

  stream(call: Call, front: readonly Uint8Array[], drained: () => void): ResultWriter {
    this.#drop(call);
    const asEvent = this.#mode === "stream" || this.#batch;
    if (this.#batch && this.#mode === "held") this.openStream();
    if (this.#mode === "held") {
      this.#mode = "padding";
      this.#sink.open(200, [...jsonHeaders, "x-accel-buffering", "no", ...this.#extra]);
    }
    const sink = this.#sink;
    if (asEvent) sink.write(eventFront);
    for (const part of front) sink.write(part);
    this.#piece = drained;
    return {
      write: (bytes) => {
        if (this.#mode === "over") return true;
        sink.write(asEvent ? withoutLineEnds(bytes) : bytes);
        return !sink.blocked;
      },
      end: () => {
        if (this.#mode === "over") return;
        this.#piece = undefined;
        if (asEvent) sink.write(eventEnd);
        this.#finishIfDone();
      },
      abort: () => {
        if (this.#mode === "over") return;
        this.#mode = "over";
        sink.abort();
        this.#over(this);
      },
    };
  }

  tick(now: number): void {
    if (this.#piece !== undefined || this.#mode === "over") return;
    if (this.#mode === "held") {
      if (now - this.#started < this.#limits.streamAfterMs) return;
      if (this.#accepts.stream) this.openStream();
      else {
        this.#mode = "padding";
        this.#sink.open(200, [...jsonHeaders, "x-accel-buffering", "no", ...this.#extra]);
        this.#sink.write(padding);
      }
      this.#lastWrite = now;
    } else if (now - this.#lastWrite >= this.#limits.keepAliveMs) {
      this.#lastWrite = now;
      this.#sink.write(this.#mode === "stream" ? comment : padding);
    }
  }

  dropped(): void {
    if (this.#mode === "over") return;
    this.#mode = "over";
    const calls = this.#calls.splice(0);
    const piece = this.#piece;
    this.#piece = undefined;
    this.#over(this);
    for (const call of calls) call.end("disconnect");
    piece?.();
  }

  drained(): void {
    this.#piece?.();
  }

  /** The answer is a stream whatever happens. */
  openStream(): void {
    if (this.#mode !== "held") return;
    this.#mode = "stream";
    this.#sink.open(200, [...streamHeaders, ...this.#extra]);
    // The first comment goes out with the headers: some proxies hold headers back until a byte of body comes.
    this.#sink.write(comment);
    for (const parts of this.#held.splice(0)) this.#sink.write(sseNamed("message", joined(parts)));
  }

  /** False where its answer is not waited for. */
  #drop(call: Call): boolean {
    const at = this.#calls.indexOf(call);
    if (at >= 0) this.#calls.splice(at, 1);
    return at >= 0;
  }

  #finishIfDone(): void {
    if (!this.#sealed || this.#calls.length > 0 || this.#piece !== undefined || this.#mode === "over") return;
    const mode = this.#mode;
    this.#mode = "over";
    if (mode === "held" || (mode === "padding" && this.#batch)) {
      const parts = this.#held.flatMap((part, index) => [index === 0 ? openBracket : comma, ...part]);
      if (mode === "held") this.#sink.answer(200, [...jsonHeaders, ...this.#extra], [...parts, closeBracket]);
      else for (const part of [...parts, closeBracket]) this.#sink.write(part);
    }
    if (mode !== "held") this.#sink.end();
    this.#over(this);
  }
}

/** Raw line ends in valid JSON are white space only; in an event they would end the line. */
function withoutLineEnds(bytes: Uint8Array): Uint8Array {
  if (bytes.indexOf(lineFeed) < 0 && bytes.indexOf(carriageReturn) < 0) return bytes;
  return bytes.map((byte) => (byte === lineFeed || byte === carriageReturn ? space : byte));
}

const openBracket = utf8("[");
const closeBracket = utf8("]");
const comma = utf8(",");
