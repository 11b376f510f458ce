import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { Json, JsonObject } from "@jackfield/contract";
import { type SseEvent, SseParser, withinDepth } from "@jackfield/wire";
import { type Answer, isObject, isReply } from "./answer.ts";
import type { DoctorLimits } from "./ceilings.ts";
import { Skipped } from "./look.ts";
import type { HttpTarget } from "./target.ts";

/** One request, and how much of its answer is waited for. */
export interface HttpAsk {
  /** Default: POST where there is a body, GET otherwise. */
  readonly method?: string;
  /** Default: the endpoint. */
  readonly url?: URL;
  /** Over the client's own; undefined takes one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A value is sent as JSON, a text or bytes as they are. */
  readonly body?: Json | Uint8Array;
  /** Send a text body as it stands. */
  readonly raw?: boolean;
  /** `reply`: the first message that answers is enough. `head`: nothing of the body is. Default: `reply`. */
  readonly until?: "end" | "head" | "reply";
  /** After the reply, wait this long for the end of the body. Milliseconds. */
  readonly lingerMs?: number;
  readonly ms?: number;
  /** Without the headers of the target: what a client without credentials sends. */
  readonly bare?: boolean;
  readonly most?: number;
  readonly signal?: AbortSignal;
  /** A response of this status is not waited out: the caller looks at it. */
  readonly unpaced?: boolean;
}

/** Sends requests that a well-behaved client never would, and says all there is to say of the answer. It never throws for what a server does. */
export class HttpClient {
  readonly target: HttpTarget;
  readonly limits: DoctorLimits;
  readonly #signal: () => AbortSignal;
  readonly #mayWait: () => boolean;

  /** `signal` is asked for with each request: a conversation outlives the check that opened it. `mayWait` is asked before a 429 is waited out. */
  constructor(target: HttpTarget, limits: DoctorLimits, signal: () => AbortSignal, mayWait: () => boolean) {
    this.target = target;
    this.limits = limits;
    this.#signal = signal;
    this.#mayWait = mayWait;
  }

  /**
   * The answer, whatever it is. A 429 that says when to come again is waited out. Throws only where the examination was stopped, and
   * Skipped where it was waited for long enough: a rate limit is no fault.
   */
  async send(ask: HttpAsk): Promise<Answer> {
    for (;;) {
      this.#signal().throwIfAborted();
      const answer = await exchange(
        this.target,
        ask,
        this.limits,
        ask.signal === undefined ? this.#signal() : AbortSignal.any([this.#signal(), ask.signal]),
      );
      this.#signal().throwIfAborted();
      if (answer.status !== 429 || ask.unpaced === true) return answer;
      const seconds = Number(answer.headers["retry-after"] ?? "1");
      const ms = Number.isFinite(seconds) ? Math.max(100, seconds * 1000) : 1000;
      if (ms > this.limits.rateWaitMs || !this.#mayWait()) throw new Skipped("the server limits its rate, and was waited for long enough");
      await pause(ms, undefined, { signal: this.#signal() });
    }
  }
}

const usual: Readonly<Record<string, string>> = {
  accept: "application/json, text/event-stream",
  "accept-encoding": "identity",
  "user-agent": "jackfield-doctor",
};

function exchange(target: HttpTarget, ask: HttpAsk, limits: DoctorLimits, signal: AbortSignal): Promise<Answer> {
  const url = ask.url ?? target.url;
  const body = bodyOf(ask);
  const own = ask.bare === true || url.origin !== target.url.origin ? {} : target.headers;
  const headers = Object.fromEntries(
    Object.entries({
      ...usual,
      ...(body === undefined ? {} : { "content-type": "application/json", "content-length": String(body.length) }),
      ...own,
      ...ask.headers,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const outgoing = send(url, { method: ask.method ?? (body === undefined ? "GET" : "POST"), headers, agent: false });
  return new Promise((resolve) => {
    const reader = new AnswerReader(outgoing, ask, limits, resolve);
    const stop = (): void => reader.end("late", "stopped");
    signal.addEventListener("abort", stop, { once: true });
    reader.onEnd = () => signal.removeEventListener("abort", stop);
    if (signal.aborted) stop();
    outgoing.on("response", (response) => reader.head(response));
    outgoing.on("error", (failure) => reader.end("cut", systemCode(failure)));
    outgoing.end(body);
  });
}

function bodyOf(ask: HttpAsk): Buffer | undefined {
  if (ask.body === undefined) return undefined;
  if (ask.body instanceof Uint8Array) return Buffer.from(ask.body);
  return Buffer.from(ask.raw === true && typeof ask.body === "string" ? ask.body : JSON.stringify(ask.body));
}

function systemCode(failure: Error): string {
  return "code" in failure && typeof failure.code === "string" ? failure.code : failure.name;
}

/** Reads one answer until it is enough, over, too large or too late. */
class AnswerReader {
  onEnd: () => void = () => undefined;
  readonly #outgoing: ClientRequest;
  readonly #ask: HttpAsk;
  readonly #most: number;
  readonly #mostMessages: number;
  readonly #depth: number;
  readonly #resolve: (answer: Answer) => void;
  readonly #started = performance.now();
  readonly #chunks: Buffer[] = [];
  readonly #messages: JsonObject[] = [];
  #timer: NodeJS.Timeout;
  #response: IncomingMessage | undefined;
  #sse: SseParser | undefined;
  #bytes = 0;
  #comments = 0;
  #headMs: number | undefined;
  #firstMs: number | undefined;
  #lastByte = this.#started;
  #longestGap = 0;
  #isDone = false;
  #hasReply = false;

  constructor(outgoing: ClientRequest, ask: HttpAsk, limits: DoctorLimits, resolve: (answer: Answer) => void) {
    this.#outgoing = outgoing;
    this.#ask = ask;
    this.#most = ask.most ?? limits.answerBytes;
    this.#mostMessages = limits.messages;
    this.#depth = limits.answerDepth;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.end(this.#hasReply ? "enough" : "late"), ask.ms ?? limits.requestMs);
  }

  head(response: IncomingMessage): void {
    this.#response = response;
    this.#headMs = performance.now() - this.#started;
    this.#gap();
    response.on("error", (failure) => this.end("cut", systemCode(failure)));
    if (this.#ask.until === "head") {
      this.end("enough");
      return;
    }
    if (mediaType(response) === "text/event-stream")
      this.#sse = new SseParser(
        (event) => this.#onEvent(event),
        () => void this.#comments++,
        this.#most,
      );
    response.on("data", (chunk: Buffer) => this.#onData(chunk));
    response.on("end", () => this.end("whole"));
    response.on("close", () => this.end("cut"));
  }

  end(ended: Answer["ended"], why?: string): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#timer);
    this.#gap();
    this.onEnd();
    const response = this.#response;
    const text = Buffer.concat(this.#chunks).toString("utf8");
    const body =
      this.#sse === undefined && (ended === "whole" || ended === "enough") ? readBody(Buffer.concat(this.#chunks), this.#depth) : undefined;
    this.#outgoing.on("error", () => undefined);
    this.#outgoing.destroy();
    this.#resolve({
      status: response?.statusCode ?? 0,
      headers: response === undefined ? {} : headersOf(response),
      type: response === undefined ? "" : mediaType(response),
      text,
      bytes: this.#bytes,
      messages: body === undefined ? this.#messages : (Array.isArray(body) ? body : [body]).filter(isObject),
      batch: Array.isArray(body),
      comments: this.#comments,
      headMs: this.#headMs,
      firstMs: this.#firstMs,
      endMs: performance.now() - this.#started,
      longestGapMs: this.#longestGap,
      ended: response === undefined && ended === "cut" && why !== undefined && refusals.has(why) ? "refused" : ended,
      why,
    });
  }

  #gap(): void {
    const now = performance.now();
    this.#longestGap = Math.max(this.#longestGap, now - this.#lastByte);
    this.#lastByte = now;
  }

  #onData(chunk: Buffer): void {
    if (this.#isDone) return;
    this.#gap();
    this.#firstMs ??= performance.now() - this.#started;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#most) {
      this.end("large");
      return;
    }
    this.#chunks.push(chunk);
    try {
      this.#sse?.feed(chunk);
    } catch {
      // An event above the cap: the parser is of no more use.
      this.end("large");
    }
  }

  #onEvent({ data }: SseEvent): void {
    const value = readBody(Buffer.from(data), this.#depth);
    const messages = (Array.isArray(value) ? value : [value]).filter(isObject);
    for (const message of messages) {
      if (this.#messages.length < this.#mostMessages) this.#messages.push(message);
      if (!isReply(message) || this.#hasReply) continue;
      this.#hasReply = true;
      if (this.#ask.until === "end") continue;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.end("enough"), this.#ask.lingerMs ?? 0);
    }
  }
}

/** Connections that never came to be, by the system's code. */
const refusals: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EADDRNOTAVAIL",
]);

function mediaType(response: IncomingMessage): string {
  return (response.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** JSON of a body, no deeper than may be walked; undefined where it is none. */
export function readBody(bytes: Uint8Array, depth: number): Json | undefined {
  if (bytes.length === 0 || !withinDepth(bytes, depth)) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8")) as Json;
  } catch {
    return undefined; // not JSON: the caller says so
  }
}
