import { plainEnd, stops, wordsOf } from "./plain-run.ts";

/** What can be wrong with the bytes of one JSON object. */
export type ScanProblem = "not_json" | "not_object" | "too_deep" | "double_key" | "trailing" | "key_limit" | "reserved_key" | "bad_meta";

/** One own member of the object: its decoded name, and where the bytes of its value begin and end. */
export interface Member {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Rules about names: a problem refuses the object. */
export interface NameRules {
  /** Own names of the object. */
  readonly own?: (name: string) => ScanProblem | undefined;
  /** `_meta`, if there, must be an object whose own names are single and pass this. */
  readonly meta?: (name: string) => ScanProblem | undefined;
}

/**
 * Reads the bytes of one JSON object, in any chunks, without making a value: notes where its own members are and stops at the first
 * problem. It accepts just what RFC 8259 does (and so `JSON.parse`), given that the bytes are UTF-8, which it does not check.
 *
 * The verdict does not depend on how the bytes are cut: each problem has one place, and everything is decided in the order of places.
 * Own names are bounded in length and number, so that a hostile object of a million names costs no memory.
 */
export class JsonScan {
  readonly members: Member[] = [];
  problem: ScanProblem | undefined;
  /** Where the problem is: bytes before it are fine but for UTF-8. */
  problemAt = 0;
  /** Offset just after the first brace. */
  open = 0;
  /** Offset of the last brace, once `done`. */
  close = 0;
  /** A raw CR or LF stands between tokens. */
  newline = false;
  /** The member `isError` is true. */
  isError = false;
  meta: { readonly start: number; readonly end: number; readonly empty: boolean } | undefined;
  /** Bytes taken so far. */
  length = 0;

  readonly #rules: NameRules;
  readonly #stopsWhenDone: boolean;
  readonly #limit: number;
  readonly #kinds: Uint8Array;
  #mode: number = START;
  #depth = 0;
  #isKey = false;
  /** The string being read is an own name (or one of `_meta`): its bytes are kept. */
  #isNamed = false;
  #nameAt = 0;
  #nameParts: Uint8Array[] = [];
  #hex = 0;
  #number = 0;
  #literal: Uint8Array = noBytes;
  #literalAt = 0;
  #names: Set<string> | undefined;
  #metaNames: Set<string> | undefined;
  #name = "";
  #valueAt = 0;
  #valueFirst = 0;
  #inMeta = false;

  /** `stopsWhenDone`: what follows the object is not looked at and not counted in `length`. */
  constructor(depth: number, rules: NameRules = noRules, stopsWhenDone = false) {
    this.#limit = depth;
    this.#rules = rules;
    this.#stopsWhenDone = stopsWhenDone;
    this.#kinds = new Uint8Array(depth + 2);
  }

  /** The object is complete. */
  get done(): boolean {
    return this.#mode === DONE;
  }

  /** False: there is a problem, no byte more is needed. */
  feed(bytes: Uint8Array, from = 0, to: number = bytes.length): boolean {
    if (this.problem !== undefined) return false;
    const base = this.length - from;
    const kinds = this.#kinds;
    let words: Int32Array | undefined;
    let mode = this.#mode;
    let depth = this.#depth;
    let at = from;
    if (this.#isNamed) this.#nameAt = from;

    scan: while (at < to) {
      if (mode === STRING) {
        // Short strings end within a few bytes; after a run of 16 it pays to look at four at a time.
        const near = at + 16 < to ? at + 16 : to;
        while (at < near && stops[bytes[at] as number] === 0) at++;
        if (at === near && at < to) at = plainEnd(bytes, (words ??= wordsOf(bytes)), at, to);
        if (at === to) break;
        const byte = bytes[at] as number;
        if (byte === BACKSLASH) {
          at++;
          mode = ESCAPE;
        } else if (byte !== QUOTE) {
          this.#fail("not_json", base + at);
          break;
        } else if (this.#isKey) {
          if (this.#isNamed && !this.#named(bytes, at, base, depth)) break;
          at++;
          this.#isKey = false;
          mode = COLON;
        } else {
          at++;
          if (depth === 1) this.#valueEnds(base + at);
          mode = AFTER;
        }
        continue;
      }
      const byte = bytes[at] as number;
      if (mode === NUMBER) {
        const next = numberNext[this.#number * 8 + (numberClass[byte] as number)] as number;
        if (next !== 0) {
          this.#number = next;
          at++;
          continue;
        }
        if (!numberMayEnd[this.#number]) {
          this.#fail("not_json", base + at);
          break;
        }
        if (depth === 1) this.#valueEnds(base + at);
        mode = AFTER;
      } else if (mode === ESCAPE) {
        if (byte === 0x75) {
          this.#hex = 4;
          mode = HEX;
        } else if (escapes[byte] === 1) mode = STRING;
        else {
          this.#fail("not_json", base + at);
          break;
        }
        at++;
        continue;
      } else if (mode === HEX) {
        if (hexDigits[byte] === 0) {
          this.#fail("not_json", base + at);
          break;
        }
        at++;
        if (--this.#hex === 0) mode = STRING;
        continue;
      } else if (mode === LITERAL) {
        if (byte !== this.#literal[this.#literalAt]) {
          this.#fail("not_json", base + at);
          break;
        }
        at++;
        if (++this.#literalAt === this.#literal.length) {
          if (depth === 1) this.#valueEnds(base + at);
          mode = AFTER;
        }
        continue;
      }
      if (mode === DONE && this.#stopsWhenDone) break;
      // From here on: between tokens.
      if (byte <= 0x20) {
        if (byte === 0x0a || byte === 0x0d) this.newline = true;
        else if (byte !== 0x20 && byte !== 0x09) {
          this.#fail(mode === DONE ? "trailing" : "not_json", base + at);
          break;
        }
        at++;
        continue;
      }
      switch (mode) {
        case AFTER: {
          if (byte === COMMA) mode = kinds[depth] === OBJECT ? KEY : VALUE;
          else if (byte === (kinds[depth] === OBJECT ? CLOSE_BRACE : CLOSE_BRACKET)) {
            mode = --depth === 0 ? DONE : AFTER;
            if (depth === 1) this.#valueEnds(base + at + 1);
            else if (depth === 0) this.close = base + at;
          } else {
            this.#fail("not_json", base + at);
            break scan;
          }
          at++;
          break;
        }
        case COLON: {
          if (byte !== 0x3a) {
            this.#fail("not_json", base + at);
            break scan;
          }
          at++;
          mode = VALUE;
          break;
        }
        case FIRST_KEY:
        case KEY: {
          if (byte === QUOTE) {
            this.#isKey = true;
            if (depth === 1 || (depth === 2 && this.#inMeta)) {
              this.#isNamed = true;
              this.#nameAt = at + 1;
            }
            mode = STRING;
          } else if (byte === CLOSE_BRACE && mode === FIRST_KEY) {
            mode = --depth === 0 ? DONE : AFTER;
            if (depth === 1) this.#valueEnds(base + at + 1);
            else if (depth === 0) this.close = base + at;
          } else {
            this.#fail("not_json", base + at);
            break scan;
          }
          at++;
          break;
        }
        case FIRST_ITEM:
        case VALUE: {
          if (depth === 1) {
            this.#valueAt = base + at;
            this.#valueFirst = byte;
            if (this.#inMeta && byte !== OPEN_BRACE) {
              this.#fail("bad_meta", base + at);
              break scan;
            }
          }
          if (byte === QUOTE) mode = STRING;
          else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
            if (depth === this.#limit) {
              this.#fail("too_deep", base + at);
              break scan;
            }
            const isObject = byte === OPEN_BRACE;
            kinds[++depth] = isObject ? OBJECT : ARRAY;
            mode = isObject ? FIRST_KEY : FIRST_ITEM;
          } else if (byte === CLOSE_BRACKET && mode === FIRST_ITEM) {
            depth--;
            mode = AFTER;
            if (depth === 1) this.#valueEnds(base + at + 1);
          } else {
            const number = numberNext[numberClass[byte] as number] as number;
            const literal = number === 0 ? literals[byte] : undefined;
            if (number !== 0) {
              this.#number = number;
              mode = NUMBER;
            } else if (literal !== undefined) {
              this.#literal = literal;
              this.#literalAt = 1;
              mode = LITERAL;
            } else {
              this.#fail("not_json", base + at);
              break scan;
            }
          }
          at++;
          break;
        }
        case START: {
          if (byte !== OPEN_BRACE) {
            const isValue =
              byte === QUOTE || byte === OPEN_BRACKET || numberNext[numberClass[byte] as number] !== 0 || literals[byte] !== undefined;
            this.#fail(isValue ? "not_object" : "not_json", base + at);
            break scan;
          }
          if (this.#limit < 1) {
            this.#fail("too_deep", base + at);
            break scan;
          }
          kinds[++depth] = OBJECT;
          at++;
          this.open = base + at;
          mode = FIRST_KEY;
          break;
        }
        default: {
          this.#fail("trailing", base + at);
          break scan;
        }
      }
    }

    this.#mode = mode;
    this.#depth = depth;
    this.length = base + at;
    // A name that a chunk border cuts: its bytes are kept, and measured as if it had not been cut.
    if (this.#isNamed) {
      this.#keepName(bytes, this.problem === undefined ? to : at, base);
    }
    return this.problem === undefined;
  }

  #fail(problem: ScanProblem, at: number): void {
    this.problem = problem;
    this.problemAt = at;
  }

  #nameLength(): number {
    let length = 0;
    for (const part of this.#nameParts) length += part.length;
    return length;
  }

  /** Adds the bytes of a name up to `to`. False where it is too long: that problem lies before any other in the name. */
  #keepName(bytes: Uint8Array, to: number, base: number): boolean {
    const before = this.#nameLength();
    if (before + to - this.#nameAt > ownNameBytes) {
      this.#fail("key_limit", base + this.#nameAt + ownNameBytes - before);
      return false;
    }
    this.#nameParts.push(bytes.slice(this.#nameAt, to));
    return true;
  }

  /** An own name, or one of `_meta`, has ended before the quote at `at`. */
  #named(bytes: Uint8Array, at: number, base: number, depth: number): boolean {
    let raw: Uint8Array;
    if (this.#nameParts.length === 0 && at - this.#nameAt <= ownNameBytes) raw = bytes.subarray(this.#nameAt, at);
    else {
      if (!this.#keepName(bytes, at, base)) return false;
      raw = joined(this.#nameParts);
    }
    this.#nameParts = [];
    this.#isNamed = false;
    const name = decoded(raw);
    const problem = depth === 1 ? this.#ownName(name) : this.#metaName(name);
    if (problem !== undefined) this.#fail(problem, base + at);
    return problem === undefined;
  }

  #ownName(name: string): ScanProblem | undefined {
    this.#name = name;
    this.#inMeta = this.#rules.meta !== undefined && name === "_meta";
    if (this.#isDouble(name)) return "double_key";
    if (this.members.length >= ownNames) return "key_limit";
    return this.#rules.own?.(name);
  }

  #metaName(name: string): ScanProblem | undefined {
    const names = (this.#metaNames ??= new Set());
    if (names.has(name)) return "bad_meta";
    if (names.size >= ownNames) return "key_limit";
    names.add(name);
    return this.#rules.meta?.(name);
  }

  #isDouble(name: string): boolean {
    if (this.#names === undefined) {
      if (this.members.length < 8) return this.members.some((member) => member.name === name);
      this.#names = new Set(this.members.map((member) => member.name));
    }
    const isDouble = this.#names.has(name);
    this.#names.add(name);
    return isDouble;
  }

  #valueEnds(end: number): void {
    this.members.push({ name: this.#name, start: this.#valueAt, end });
    if (this.#inMeta) {
      this.meta = { start: this.#valueAt, end, empty: this.#metaNames === undefined };
      this.#inMeta = false;
    } else if (this.#valueFirst === 0x74 && this.#name === "isError") this.isError = true;
  }
}

/** Own names of one object, and of its `_meta`: real ones have a dozen. */
export const ownNames = 4096;

/** Bytes of one own name. */
export const ownNameBytes = 1024;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The name whose escaped bytes these are: checked already, so that `JSON.parse` can't throw. */
function decoded(raw: Uint8Array): string {
  let text = "";
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] as number;
    if (byte >= 0x80 || byte === BACKSLASH) return JSON.parse(`"${utf8.decode(raw)}"`) as string;
    text += String.fromCharCode(byte);
  }
  return text;
}

// A byte order mark inside a name is a character like any other.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const noBytes = new Uint8Array(0);
const noRules: NameRules = {};

const START = 0;
const VALUE = 1;
const FIRST_ITEM = 2;
const FIRST_KEY = 3;
const KEY = 4;
const COLON = 5;
const AFTER = 6;
const DONE = 7;
const STRING = 8;
const ESCAPE = 9;
const HEX = 10;
const LITERAL = 11;
const NUMBER = 12;

const OBJECT = 1;
const ARRAY = 2;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const literals: readonly (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) =>
  ["true", "false", "null"].map(bytesOf).find((literal) => literal[0] === byte),
);
const escapes = Uint8Array.from({ length: 256 }, (_, byte) => ('"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0));
const hexDigits = Uint8Array.from({ length: 256 }, (_, byte) => (/[0-9a-fA-F]/.test(String.fromCharCode(byte)) ? 1 : 0));

// Numbers: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? as a table of state and kind of byte. 0: not part of the number.
// Kinds: 0 other, 1 "0", 2 "1"–"9", 3 "-", 4 "+", 5 ".", 6 "e" or "E".
const numberClass = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return character === "0"
    ? 1
    : /[1-9]/.test(character)
      ? 2
      : "-+.".includes(character)
        ? 3 + "-+.".indexOf(character)
        : /[eE]/.test(character)
          ? 6
          : 0;
});
// States: 0 before, 1 after "-", 2 after a leading "0", 3 in the integer, 4 after ".", 5 in the fraction, 6 after "e", 7 after its sign, 8 in the exponent.
const numberNext = Uint8Array.from(
  [
    [0, 2, 3, 1, 0, 0, 0, 0],
    [0, 2, 3, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 4, 6, 0],
    [0, 3, 3, 0, 0, 4, 6, 0],
    [0, 5, 5, 0, 0, 0, 0, 0],
    [0, 5, 5, 0, 0, 0, 6, 0],
    [0, 8, 8, 7, 7, 0, 0, 0],
    [0, 8, 8, 0, 0, 0, 0, 0],
    [0, 8, 8, 0, 0, 0, 0, 0],
  ].flat(),
);
const numberMayEnd: readonly boolean[] = [false, false, true, true, false, true, false, false, true];
