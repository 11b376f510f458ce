import { asciiEnd, wordsOf } from "./text-run.ts";

/** A check of whole bytes that the runtime does faster than we can: `isUtf8` of node:buffer. Must be strict, as it is. */
export type Utf8Port = (bytes: Uint8Array) => boolean;

/**
 * Checks that bytes are UTF-8, in any chunks. Strict (Unicode table 3-7): no overlong forms, surrogates, or code points above U+10FFFF.
 * With a `port`, whole characters go there and only those that a chunk border cuts are looked at here.
 */
export class Utf8Check {
  readonly #port: Utf8Port | undefined;
  /** Continuation bytes still to come. */
  #need = 0;
  /** What the next continuation byte may be: narrower than 80–BF after the lead bytes E0, ED, F0, F4. */
  #low = 0x80;
  #high = 0xbf;

  constructor(port?: Utf8Port) {
    this.#port = port;
  }

  /** True when no character is open: the bytes may end here. */
  get whole(): boolean {
    return this.#need === 0;
  }

  /** False as soon as the bytes so far cannot be the beginning of UTF-8 text. */
  feed(bytes: Uint8Array, from = 0, to: number = bytes.length): boolean {
    if (this.#port === undefined || to - from < portFrom) return this.#read(bytes, from, to);
    let head = from;
    while (head < to && this.#need > 0) {
      if (!this.#read(bytes, head, head + 1)) return false;
      head++;
    }
    let tail = to;
    while (tail > head && to - tail < 3 && isContinuation(bytes[tail - 1] as number)) tail--;
    if (tail > head && (bytes[tail - 1] as number) >= 0xc0) tail--;
    return this.#port(bytes.subarray(head, tail)) && this.#read(bytes, tail, to);
  }

  #read(bytes: Uint8Array, from: number, to: number): boolean {
    const words = wordsOf(bytes, from, to);
    let at = from;
    while (at < to) {
      const byte = bytes[at++] as number;
      if (this.#need > 0) {
        if (byte < this.#low || byte > this.#high) return false;
        this.#low = 0x80;
        this.#high = 0xbf;
        this.#need--;
      } else if (byte >= 0x80) {
        if (byte < 0xc2 || byte > 0xf4) return false;
        this.#need = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
        if (byte === 0xe0) this.#low = 0xa0;
        else if (byte === 0xed) this.#high = 0x9f;
        else if (byte === 0xf0) this.#low = 0x90;
        else if (byte === 0xf4) this.#high = 0x8f;
      } else if (words !== undefined && to - at > 16) {
        at = asciiEnd(bytes, words, at, to);
      }
    }
    return true;
  }
}

/** True when `bytes` are UTF-8 text from end to end. */
export function isUtf8(bytes: Uint8Array, port?: Utf8Port): boolean {
  if (port !== undefined) return port(bytes);
  const check = new Utf8Check();
  return check.feed(bytes) && check.whole;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

/** Bytes from which a call out of here pays off. */
const portFrom = 64;
