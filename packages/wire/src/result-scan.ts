import { JsonScan } from "./json-scan.ts";
import type { Member, NameRules, ScanProblem } from "./own-names.ts";
import { Utf8Check, type Utf8Port } from "./utf8.ts";

/** A result that may be passed on, and where its parts are. Offsets count from its first byte. */
export interface ResultShape {
  readonly ok: true;
  /** Bytes in all, with white space around the object. */
  readonly length: number;
  /** Just after the first brace. */
  readonly open: number;
  /** The last brace. */
  readonly close: number;
  /** There are no members: splice no comma. */
  readonly empty: boolean;
  readonly members: readonly Member[];
  readonly meta: { readonly start: number; readonly end: number; readonly empty: boolean } | undefined;
  /** The member `isError` is true. */
  readonly isError: boolean;
  /** A raw CR or LF stands between tokens: turn them into spaces where lines matter. */
  readonly newline: boolean;
}

/** `key_limit`: more than 4,096 own names, or one of more than 1,024 bytes. */
export type ResultProblemName = ScanProblem | "bad_utf8";
export interface ResultProblem {
  readonly ok: false;
  readonly problem: ResultProblemName;
}

/** `isUtf8`: the runtime's own check, where it has one (node:buffer). */
export interface ResultScanOptions {
  readonly depth?: number;
  readonly isUtf8?: Utf8Port;
  /** Bytes after the object are somebody else's: they are left alone, and `length` tells where they begin. */
  readonly stopsWhenDone?: boolean;
  /** Any names may be the object's own: whoever passes it on takes out what is the protocol's. */
  readonly anyNames?: boolean;
}

/**
 * Decides whether a holder's result may stand inside an answer of ours: UTF-8, one JSON object, not too deep, single names, none of them
 * the protocol's own. A result that is passed on unparsed must not be able to end our envelope or to forge a part of it: a second
 * `resultType` after ours wins in every client. Takes chunks; the verdict is the same however the bytes are cut.
 */
export class ResultScan {
  readonly #json: JsonScan;
  readonly #utf8: Utf8Check;
  #problem: ResultProblem | undefined;

  constructor(options: ResultScanOptions | number = {}) {
    const {
      depth = resultDepth,
      isUtf8,
      stopsWhenDone = false,
      anyNames = false,
    } = typeof options === "number" ? { depth: options } : options;
    this.#json = new JsonScan(depth, anyNames ? {} : resultRules, stopsWhenDone);
    this.#utf8 = new Utf8Check(isUtf8);
  }

  /** The object's last brace has been read. */
  get done(): boolean {
    return this.#json.done;
  }

  /** Bytes taken so far. */
  get length(): number {
    return this.#json.length;
  }

  /** Just after the first brace; 0 until it has been read. */
  get open(): number {
    return this.#json.open;
  }

  /** Where the last brace is, once `done`. */
  get close(): number {
    return this.#json.close;
  }

  /** Its own `_meta`, once its last brace has been read. */
  get meta(): ResultShape["meta"] {
    return this.#json.names.meta;
  }

  /** False: the result is bad, stop. `finish` says why. */
  feed(chunk: Uint8Array, from = 0, to: number = chunk.length): boolean {
    if (this.#problem !== undefined) return false;
    const before = this.#json.length;
    const isJson = this.#json.feed(chunk, from, to);
    // What comes first counts: bytes after a problem are not looked at, those before it must be UTF-8.
    const end = isJson ? this.#json.length : this.#json.problemAt;
    const isText = this.#utf8.feed(chunk, from, from + end - before);
    if (!isText) this.#problem = { ok: false, problem: "bad_utf8" };
    else if (this.#json.problem !== undefined) this.#problem = { ok: false, problem: this.#json.problem };
    return this.#problem === undefined;
  }

  /** The verdict, after the last chunk. */
  finish(): ResultShape | ResultProblem {
    if (this.#problem !== undefined) return this.#problem;
    const { done, length, open, close, newline } = this.#json;
    const { members, meta, isError } = this.#json.names;
    if (!done) return { ok: false, problem: "not_json" };
    return { ok: true, length, open, close, empty: members.length === 0, members, meta, isError, newline };
  }
}

/** `ResultScan` of bytes that are all here. */
export function scanResult(bytes: Uint8Array, options: ResultScanOptions = {}): ResultShape | ResultProblem {
  const scan = new ResultScan(options);
  scan.feed(bytes);
  return scan.finish();
}

/** Levels of nesting in a result: real ones have fewer than ten. */
export const resultDepth = 64;

const resultRules: NameRules = {
  own: (name) =>
    name === "resultType" || name === "inputRequests" || name === "requestState" || name.startsWith("task") ? "reserved_key" : undefined,
  meta: (name) => (name.startsWith("io.modelcontextprotocol/") ? "bad_meta" : undefined),
};
