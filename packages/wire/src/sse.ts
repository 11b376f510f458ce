import { Fault } from "@jackfield/contract";
import { ByteGather } from "./byte-gather.ts";

/** One event of a stream. `id` is the last id the stream gave, if any. */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

/**
 * Reads a server-sent event stream (WHATWG HTML §9.2.6) from bytes in any chunks: lines end in LF, CR or CRLF, also where a chunk border
 * cuts the CRLF; a byte order mark at the start is skipped; an event without its blank line at the end of the stream is dropped.
 * `retry` fields are read over: when to reconnect is the caller's rule. The callbacks must not throw: the rest of the chunk would be lost.
 */
export class SseParser {
  readonly #onEvent: (event: SseEvent) => void;
  readonly #onComment: (() => void) | undefined;
  readonly #most: number;
  /** The line that waits for its end. */
  readonly #line = new ByteGather();
  /** Bytes of the data lines of the event so far. */
  #eventBytes = 0;
  #data: string[] = [];
  #event = "";
  #id: string | undefined;
  #afterCr = false;
  #isFirstLine = true;
  #failed: Fault | undefined;

  constructor(onEvent: (event: SseEvent) => void, onComment?: () => void, maxEventBytes: number = sseEventBytes) {
    this.#onEvent = onEvent;
    this.#onComment = onComment;
    this.#most = maxEventBytes;
  }

  /** Throws Fault `too_large` when one event has more than `maxEventBytes`; the parser is then of no more use and throws at every call. */
  feed(bytes: Uint8Array): void {
    if (this.#failed !== undefined) throw this.#failed;
    let from = 0;
    let nextLf = -2;
    let nextCr = -2;
    if (this.#afterCr && bytes.length > 0) {
      this.#afterCr = false;
      if (bytes[0] === LF) from = 1;
    }
    while (from < bytes.length) {
      // Each search goes on from where the last one found something, so that a chunk is searched once for each of the two.
      if (nextLf !== -1 && nextLf < from) nextLf = bytes.indexOf(LF, from);
      if (nextCr !== -1 && nextCr < from) nextCr = bytes.indexOf(CR, from);
      const end = nextLf === -1 ? nextCr : nextCr === -1 ? nextLf : Math.min(nextLf, nextCr);
      const to = end === -1 ? bytes.length : end;
      this.#bound(this.#line.length + to - from);
      const isHeld = this.#line.length > 0;
      if (isHeld || end === -1) this.#line.add(bytes, from, to);
      if (end === -1) return;
      this.#endLine(isHeld ? this.#line.take() : bytes.subarray(from, to));
      from = end + 1;
      if (bytes[end] !== CR) continue;
      if (from === bytes.length) this.#afterCr = true;
      else if (bytes[from] === LF) from++;
    }
  }

  #bound(lineBytes: number): void {
    if (lineBytes + this.#eventBytes <= this.#most) return;
    this.#failed = new Fault("too_large", `Cannot read an event of more than ${this.#most} bytes`, {
      data: { ceiling: "sseEventBytes", limit: this.#most },
    });
    this.#line.drop();
    this.#data = [];
    throw this.#failed;
  }

  #endLine(line: Uint8Array): void {
    const isMarked = this.#isFirstLine && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
    this.#isFirstLine = false;
    const text = utf8.decode(isMarked ? line.subarray(3) : line);
    if (text === "") {
      this.#dispatch();
      return;
    }
    const colon = text.indexOf(":");
    if (colon === 0) {
      this.#onComment?.();
      return;
    }
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? "" : text.slice(text.charAt(colon + 1) === " " ? colon + 2 : colon + 1);
    if (field === "data") {
      this.#data.push(value);
      this.#eventBytes += line.length;
    } else if (field === "event") this.#event = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
  }

  #dispatch(): void {
    const data = this.#data.join("\n");
    const hasData = this.#data.length > 0;
    const event = this.#event === "" ? "message" : this.#event;
    this.#data = [];
    this.#event = "";
    this.#eventBytes = 0;
    if (hasData) this.#onEvent(this.#id === undefined || this.#id === "" ? { event, data } : { event, data, id: this.#id });
  }
}

/** `data: <json>` and a blank line. Raw CR and LF, which JSON allows only between tokens, become spaces. */
export function sseEvent(json: Uint8Array): Uint8Array {
  return framed(dataPrefix, json);
}

/** The same with an event name. Throws RangeError for a name that would end its line. */
export function sseNamed(event: string, json: Uint8Array): Uint8Array {
  if (/[\r\n]/.test(event)) throw new RangeError("Cannot write an event name with a line break: it would begin a field of its own");
  return framed(new TextEncoder().encode(`event: ${event}\ndata: `), json);
}

/** A comment and a blank line: keeps a stream alive. Line breaks in `text` become spaces. */
export function sseComment(text: string): Uint8Array {
  return new TextEncoder().encode(`: ${text.replaceAll(/[\r\n]/g, " ")}\n\n`);
}

/** Bytes of one event: a down frame of 1 MB of parameters and its envelope. */
export const sseEventBytes = 2 * 1024 * 1024;

function framed(prefix: Uint8Array, json: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(prefix.length + json.length + 2);
  bytes.set(prefix);
  bytes.set(json, prefix.length);
  bytes[bytes.length - 2] = LF;
  bytes[bytes.length - 1] = LF;
  blank(bytes, CR, prefix.length);
  blank(bytes, LF, prefix.length);
  return bytes;
}

/** Puts a space in place of every `byte` in the JSON between the prefix and the blank line. */
function blank(bytes: Uint8Array, byte: number, from: number): void {
  const end = bytes.length - 2;
  for (let at = bytes.indexOf(byte, from); at !== -1 && at < end; at = bytes.indexOf(byte, at + 1)) bytes[at] = 0x20;
}

const LF = 0x0a;
const CR = 0x0d;
// Not fatal: the grammar asks for replacement characters. A mark later than the first bytes is text.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const dataPrefix = new TextEncoder().encode("data: ");
