import { callKeyPattern } from "./link-key.ts";
import { ResultScan, type ResultProblem, type ResultScanOptions, type ResultShape } from "./result-scan.ts";
import { spansOf } from "./spans.ts";

/**
 * A result body, opened: the call's key, and the bytes of the value. Of kind `result` they are not checked yet: hand them to `scanResult`,
 * which also proves that nothing follows. Of kind `error` they are JSON, checked for depth: parse them and hand the value to `parseWireError`.
 */
export type ResultEnvelope =
  | { readonly ok: true; readonly id: string; readonly kind: "result" | "error"; readonly start: number; readonly end: number }
  | { readonly ok: false; readonly problem: EnvelopeProblem };

/** `not_json`: not one JSON object of few levels. `bad_id`: no call key. `bad_members`: not just `id` and one of `result` and `error`. */
export type EnvelopeProblem = "not_json" | "bad_id" | "bad_members";

/** Opens the body of `POST /s/<token>/result`. A body that begins as `JSON.stringify({ id, result })` writes it is not read twice. */
export function parseResultEnvelope(bytes: Uint8Array): ResultEnvelope {
  const peek = peekResultEnvelope(bytes);
  if (peek !== undefined) {
    let end = bytes.length;
    while (end > peek.start && isSpace(bytes[end - 1] as number)) end--;
    return bytes[end - 1] === 0x7d && end - 1 > peek.start
      ? { ok: true, id: peek.id, kind: "result", start: peek.start, end: end - 1 }
      : { ok: false, problem: "not_json" };
  }
  const spans = spansOf(bytes, 0, bytes.length, envelopeDepth);
  if (!spans.ok) return { ok: false, problem: "not_json" };
  const id = spans.members.find((member) => member.name === "id");
  const value = spans.members.find((member) => member.name === "result" || member.name === "error");
  if (id === undefined || value === undefined || spans.members.length !== 2) return { ok: false, problem: "bad_members" };
  const key = keyIn(bytes, id.start, id.end);
  if (key === undefined) return { ok: false, problem: "bad_id" };
  return { ok: true, id: key, kind: value.name === "result" ? "result" : "error", start: value.start, end: value.end };
}

/** The key of a body that begins `{"id":"…","result":`, and where the result begins. Undefined for any other beginning. 96 bytes are enough. */
export function peekResultEnvelope(firstBytes: Uint8Array): { readonly id: string; readonly start: number } | undefined {
  if (!beginsAt(firstBytes, idKey, 0)) return undefined;
  const quote = firstBytes.indexOf(0x22, idKey.length);
  if (quote === -1 || quote > idKey.length + 64 || !beginsAt(firstBytes, resultKey, quote)) return undefined;
  const id = keyIn(firstBytes, idKey.length - 1, quote + 1);
  return id === undefined ? undefined : { id, start: quote + resultKey.length };
}

/**
 * Passes a large result on while it arrives: takes the body's bytes from `peek.start` on and gives back those between the result's braces.
 * What was given back before a problem showed can't be unsaid: the one who passes it on must cut the connection.
 */
export class EnvelopeStream {
  readonly #scan: ResultScan;
  /** The envelope's own last brace has been read. */
  #isClosed = false;
  #problem: ResultProblem | undefined;
  #ownMeta: { readonly at: number; readonly empty: boolean } | undefined;

  constructor(options: ResultScanOptions = {}) {
    this.#scan = new ResultScan({ ...options, stopsWhenDone: true });
  }

  /** The part of `chunk` that belongs between the result's braces (maybe empty). Undefined: bad, stop; `finish` says why. */
  feed(chunk: Uint8Array): Uint8Array | undefined {
    if (this.#problem !== undefined) return undefined;
    const before = this.#scan.length;
    const hadMeta = this.#scan.meta !== undefined;
    if (!this.#scan.feed(chunk)) {
      const verdict = this.#scan.finish();
      this.#problem = verdict.ok ? { ok: false, problem: "not_json" } : verdict;
      return undefined;
    }
    const { open, close, done, length, meta } = this.#scan;
    if (done && !this.#takeTail(chunk, length - before)) return undefined;
    const from = open === 0 ? chunk.length : Math.max(0, open - before);
    const to = done ? Math.max(from, close - before) : chunk.length;
    this.#ownMeta = hadMeta || meta === undefined ? undefined : { at: meta.end - 1 - before - from, empty: meta.empty };
    return chunk.subarray(from, to);
  }

  /** Where in the piece that `feed` gave back last the result's own `_meta` ends: the index of its last brace. Undefined: not in that piece. */
  get ownMeta(): { readonly at: number; readonly empty: boolean } | undefined {
    return this.#ownMeta;
  }

  /** The verdict, after the last chunk. Offsets of the shape count from the result's first brace, and end after its last. */
  finish(): ResultShape | ResultProblem {
    if (this.#problem !== undefined) return this.#problem;
    if (!this.#isClosed) return { ok: false, problem: "not_json" };
    const verdict = this.#scan.finish();
    return verdict.ok ? fromItsBrace(verdict) : verdict;
  }

  /** After the result: the envelope's brace, once, and white space. */
  #takeTail(chunk: Uint8Array, from: number): boolean {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (isSpace(byte)) continue;
      if (byte === 0x7d && !this.#isClosed) this.#isClosed = true;
      else {
        this.#problem = { ok: false, problem: "trailing" };
        return false;
      }
    }
    return true;
  }
}

/** The same shape without what stands before the result's first brace and after its last. */
function fromItsBrace(shape: ResultShape): ResultShape {
  const before = shape.open - 1;
  const length = shape.close + 1 - before;
  if (before === 0 && length === shape.length) return shape;
  const moved = <T extends { readonly start: number; readonly end: number }>(span: T): T => ({
    ...span,
    start: span.start - before,
    end: span.end - before,
  });
  const { meta, members } = shape;
  return {
    ...shape,
    length,
    open: 1,
    close: length - 1,
    members: members.map(moved),
    meta: meta === undefined ? undefined : moved(meta),
  };
}

/** The call key in the bytes of a JSON string. */
function keyIn(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== 0x22 || end - start < 3 || end - start > 66) return undefined;
  // Bytes of 0x80 and more become characters that no key has, and so do escapes: a key is written as it is.
  const key = String.fromCharCode(...bytes.subarray(start + 1, end - 1));
  return callKeyPattern.test(key) ? key : undefined;
}

function beginsAt(bytes: Uint8Array, prefix: Uint8Array, at: number): boolean {
  if (bytes.length < at + prefix.length) return false;
  return prefix.every((byte, index) => bytes[at + index] === byte);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const idKey = new TextEncoder().encode('{"id":"');
const resultKey = new TextEncoder().encode('","result":');
/** Levels of a result body: the result's own and the envelope. */
const envelopeDepth = 65;
