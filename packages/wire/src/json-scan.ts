import { escapes, hexDigits, literals, numberClass, numberMayEnd, numberNext } from "./json-tables.ts";
import { type NameRules, OwnNames, type ScanProblem } from "./own-names.ts";
import { textEnd, wordsOf } from "./text-run.ts";

/**
 * Reads the bytes of one JSON object, in any chunks, without making a value: notes where its own members are and stops at the first
 * problem. It accepts just what RFC 8259 does (and so `JSON.parse`), given that the bytes are UTF-8, which it does not check.
 *
 * The verdict does not depend on how the bytes are cut: each problem has one place, and everything is decided in the order of places.
 */
export class JsonScan {
  readonly names: OwnNames;
  problem: ScanProblem | undefined;
  /** Offset of the problem: the bytes before it are well but for UTF-8. */
  problemAt = 0;
  /** Offset just after the first brace; 0 until it has been read. */
  open = 0;
  /** Offset of the last brace, once `done`. */
  close = 0;
  /** A raw CR or LF stands between tokens. */
  newline = false;
  /** Bytes taken so far: the offset of the next one. May be set before the first `feed` where offsets begin elsewhere. */
  length = 0;

  readonly #limit: number;
  readonly #stopsWhenDone: boolean;
  /** What is open at each level: object or array. */
  readonly #kinds: number[] = [0];
  #depth = 0;
  #mode = START;
  /** The string being read is an own name, or one of `_meta`: `names` has to know it. */
  #isOwn = false;
  #hexLeft = 0;
  #number = 0;
  #literal: Uint8Array = noLiteral;
  #literalAt = 0;

  /** `depth`: levels of nesting, the object itself is the first. `stopsWhenDone`: what follows the object is neither looked at nor taken. */
  constructor(depth: number, rules: NameRules = {}, stopsWhenDone = false) {
    this.names = new OwnNames(rules);
    this.#limit = depth;
    this.#stopsWhenDone = stopsWhenDone;
  }

  /** The object is complete. */
  get done(): boolean {
    return this.#mode === DONE;
  }

  /** Takes the next bytes. False: there is a problem, no byte more is needed. */
  feed(bytes: Uint8Array, from = 0, to: number = bytes.length): boolean {
    if (this.problem !== undefined) return false;
    const base = this.length - from;
    const kinds = this.#kinds;
    const words = wordsOf(bytes, from, to);
    let mode = this.#mode;
    let depth = this.#depth;
    let problem: ScanProblem | undefined;
    let at = from;
    if (this.#isOwn) this.names.begin(from);

    while (at < to) {
      if (mode >= STRING) {
        at = textEnd(bytes, words, at, to);
        if (at === to) break;
        const stop = bytes[at] as number;
        if (stop === BACKSLASH) {
          at++;
          mode -= IN_ESCAPE;
          continue;
        }
        if (stop !== QUOTE) {
          problem = "not_json";
          break;
        }
        if (mode === STRING) {
          mode = AFTER;
          if (depth === 1) this.names.valueEnds(base + at + 1);
        } else {
          if (depth <= 2 && this.#isOwn && (problem = this.#endName(bytes, at, depth)) !== undefined) break;
          mode = COLON;
          if (at + 1 < to && bytes[at + 1] === COLON_SIGN) {
            mode = VALUE;
            at++;
          }
        }
        at++;
        continue;
      }
      if (depth >= 2 && mode <= AFTER && mode !== COLON && (depth > 2 || !this.names.inMeta)) {
        this.#mode = mode;
        this.#depth = depth;
        at = this.#deep(bytes, words, at, to);
        mode = this.#mode;
        depth = this.#depth;
        if (at === to) break;
        if (mode === STRING) continue;
      }
      let byte = bytes[at] as number;
      if (mode === NUMBER) {
        let number = this.#number;
        let next = numberNext[number * 8 + (numberClass[byte] as number)] as number;
        while (next !== 0) {
          number = next;
          if (++at === to) break;
          byte = bytes[at] as number;
          next = numberNext[number * 8 + (numberClass[byte] as number)] as number;
        }
        this.#number = number;
        if (at === to) break;
        if (numberMayEnd[number] === 0) {
          problem = "not_json";
          break;
        }
        mode = AFTER;
        if (depth === 1) this.names.valueEnds(base + at);
      } else if (mode >= LITERAL) {
        mode = this.#insideToken(mode, byte);
        if (mode === WRONG) {
          problem = "not_json";
          break;
        }
        at++;
        if (mode === AFTER && depth === 1) this.names.valueEnds(base + at);
        continue;
      }

      // Between tokens. First what is met most.
      if (mode === AFTER && byte === COMMA) {
        mode = kinds[depth] === OBJECT ? NAME : VALUE;
        at++;
        continue;
      }
      if (mode === AFTER && byte === (kinds[depth] === OBJECT ? CLOSE_BRACE : CLOSE_BRACKET)) {
        mode = this.#closes(--depth, base + at);
        at++;
        continue;
      }
      if (byte <= 0x20) {
        if (mode === DONE && this.#stopsWhenDone) break;
        if (byte === 0x0a || byte === 0x0d) this.newline = true;
        else if (byte !== 0x20 && byte !== 0x09) {
          problem = mode === DONE ? "trailing" : "not_json";
          break;
        }
      } else if (mode === NAME || mode === FIRST_NAME) {
        if (byte === QUOTE) {
          mode = NAME_STRING;
          if (depth === 1 || (depth === 2 && this.names.inMeta)) {
            this.#isOwn = true;
            this.names.begin(at + 1);
          }
        } else if (byte === CLOSE_BRACE && mode === FIRST_NAME) {
          mode = this.#closes(--depth, base + at);
        } else {
          problem = "not_json";
          break;
        }
      } else if (mode === COLON) {
        if (byte !== COLON_SIGN) {
          problem = "not_json";
          break;
        }
        mode = VALUE;
      } else if (mode >= AFTER) {
        if (mode === DONE && this.#stopsWhenDone) break;
        problem = mode === DONE ? "trailing" : "not_json";
        break;
      } else if (byte === CLOSE_BRACKET && mode === FIRST_ITEM) {
        mode = this.#closes(--depth, base + at);
      } else {
        // A value begins; the first of all must be an object.
        if (depth === 1 && (problem = this.names.valueBegins(base + at, byte)) !== undefined) break;
        if (byte === QUOTE && depth > 0) {
          mode = STRING;
          at++;
          continue;
        }
        const isObject = byte === OPEN_BRACE;
        if (depth === 0 && !isObject) {
          problem = this.#beginsScalar(byte) === WRONG && byte !== OPEN_BRACKET ? "not_json" : "not_object";
          break;
        }
        if (isObject || byte === OPEN_BRACKET) {
          if (depth === this.#limit) {
            problem = "too_deep";
            break;
          }
          kinds[++depth] = isObject ? OBJECT : ARRAY;
          mode = isObject ? FIRST_NAME : FIRST_ITEM;
          if (depth === 1) this.open = base + at + 1;
        } else {
          mode = this.#beginsScalar(byte);
          if (mode === WRONG) {
            problem = "not_json";
            break;
          }
        }
      }
      at++;
    }

    this.#mode = mode;
    this.#depth = depth;
    if (this.#isOwn) {
      // However a name goes on, what is wrong with it first is its length.
      const tooLong = this.names.tooLong(at);
      if (tooLong !== undefined) {
        problem = "key_limit";
        at = tooLong;
      } else if (problem === undefined) this.names.keep(bytes, at);
    }
    this.problem = problem;
    this.problemAt = base + at;
    this.length = base + at;
    return problem === undefined;
  }

  /**
   * The quick way through what most bytes are: whole tokens where neither names nor ends matter to anyone. Stops before whatever is unusual,
   * wrong or cut by the chunk's end and leaves that to `feed`; only a text that is cut is taken as far as it goes.
   */
  #deep(bytes: Uint8Array, words: DataView | undefined, from: number, to: number): number {
    const kinds = this.#kinds;
    const floor = this.names.inMeta ? 3 : 2;
    let mode = this.#mode;
    let depth = this.#depth;
    let isObject = kinds[depth] === OBJECT;
    let at = from;
    while (at < to) {
      const byte = bytes[at] as number;
      if (mode === AFTER && byte === COMMA) {
        mode = isObject ? NAME : VALUE;
        at++;
      } else if (byte === QUOTE && (mode === NAME || mode === FIRST_NAME)) {
        const end = textEnd(bytes, words, at + 1, to);
        if (end + 1 >= to || bytes[end] !== QUOTE || bytes[end + 1] !== COLON_SIGN) break;
        mode = VALUE;
        at = end + 2;
      } else if (byte === QUOTE && mode <= FIRST_ITEM) {
        at = textEnd(bytes, words, at + 1, to);
        if (at === to || bytes[at] !== QUOTE) {
          mode = STRING;
          break;
        }
        mode = AFTER;
        at++;
      } else if (byte === (isObject ? CLOSE_BRACE : CLOSE_BRACKET) && (mode === AFTER || mode === (isObject ? FIRST_NAME : FIRST_ITEM))) {
        if (depth === floor) break;
        isObject = kinds[--depth] === OBJECT;
        mode = AFTER;
        at++;
      } else if (byte <= 0x20) {
        if (byte === 0x0a || byte === 0x0d) this.newline = true;
        else if (byte !== 0x20 && byte !== 0x09) break;
        at++;
      } else if (mode > FIRST_ITEM) {
        break;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (depth === this.#limit) break;
        isObject = byte === OPEN_BRACE;
        kinds[++depth] = isObject ? OBJECT : ARRAY;
        mode = isObject ? FIRST_NAME : FIRST_ITEM;
        at++;
      } else {
        const end = plainScalarEnd(bytes, at, to);
        if (end === at) break;
        mode = AFTER;
        at = end;
      }
    }
    this.#mode = mode;
    this.#depth = depth;
    return at;
  }

  /** An own name ends before the quote at `at`. */
  #endName(bytes: Uint8Array, at: number, depth: number): ScanProblem | undefined {
    if (this.names.tooLong(at) !== undefined) return "key_limit";
    this.#isOwn = false;
    return this.names.end(bytes, at, depth);
  }

  /** The mode after one byte of an escape or a literal. */
  #insideToken(mode: number, byte: number): number {
    if (mode === ESCAPE || mode === NAME_ESCAPE) {
      if (escapes[byte] === 1) return mode + IN_ESCAPE;
      this.#hexLeft = 4;
      return byte === 0x75 ? mode + IN_HEX : WRONG;
    }
    if (mode === HEX || mode === NAME_HEX) {
      if (hexDigits[byte] === 0) return WRONG;
      return --this.#hexLeft === 0 ? mode + IN_ESCAPE - IN_HEX : mode;
    }
    if (byte !== this.#literal[this.#literalAt]) return WRONG;
    return ++this.#literalAt === this.#literal.length ? AFTER : LITERAL;
  }

  /** The mode after the first byte of a string, a number or a literal. */
  #beginsScalar(byte: number): number {
    if (byte === QUOTE) return STRING;
    const number = numberNext[numberClass[byte] as number] as number;
    if (number !== 0) {
      this.#number = number;
      return NUMBER;
    }
    const literal = literals[byte];
    if (literal === undefined) return WRONG;
    this.#literal = literal;
    this.#literalAt = 1;
    return LITERAL;
  }

  /** The mode after the bracket at `offset` that leaves `depth` levels open. */
  #closes(depth: number, offset: number): number {
    if (depth === 1) this.names.valueEnds(offset + 1);
    if (depth > 0) return AFTER;
    this.close = offset;
    return DONE;
  }
}

/** The end of the number without exponent, or of the literal, that begins at `from`; `from` where it is neither, or may go on past `to`. */
function plainScalarEnd(bytes: Uint8Array, from: number, to: number): number {
  const byte = bytes[from] as number;
  const literal = literals[byte];
  if (literal !== undefined) {
    const end = from + literal.length;
    if (end > to) return from;
    for (let at = 1; at < literal.length; at++) if (bytes[from + at] !== literal[at]) return from;
    return end;
  }
  let at = byte === MINUS ? from + 1 : from;
  const digits = digitsEnd(bytes, at, to);
  // Nothing follows a leading zero.
  if (digits === at || (bytes[at] === ZERO && digits > at + 1)) return from;
  at = digits;
  if (at < to && bytes[at] === POINT) {
    at = digitsEnd(bytes, digits + 1, to);
    if (at === digits + 1) return from;
  }
  return at === to || ((bytes[at] as number) | 0x20) === LETTER_E ? from : at;
}

function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && ((bytes[at] as number) ^ ZERO) < 10) at++;
  return at;
}

// Modes: what the next byte may be. From NUMBER on they are inside a token; a name's are one above a value's.
const START = 0;
const VALUE = 1;
const FIRST_ITEM = 2;
const FIRST_NAME = 3;
const NAME = 4;
const COLON = 5;
const AFTER = 6;
const DONE = 7;
const NUMBER = 8;
const LITERAL = 9;
const ESCAPE = 10;
const NAME_ESCAPE = 11;
const HEX = 12;
const NAME_HEX = 13;
const STRING = 14;
const NAME_STRING = 15;
const WRONG = -1;
// From a string's mode down to its escape's, and from there up to its digits'.
const IN_ESCAPE = STRING - ESCAPE;
const IN_HEX = HEX - ESCAPE;

const OBJECT = 1;
const ARRAY = 2;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON_SIGN = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const noLiteral = new Uint8Array(0);
