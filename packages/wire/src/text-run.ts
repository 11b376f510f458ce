import { escapes } from "./json-tables.ts";

/**
 * Finds where a run of plain text ends, eight bytes a step: in results of a megabyte that is where all the time goes, and a search for the
 * next quote alone (`indexOf`) would let raw control characters through.
 */

/** Reads words anywhere in `bytes`. Undefined for a few bytes, where it costs more than it saves. Make it once a chunk. */
export function wordsOf(bytes: Uint8Array, from: number, to: number): DataView | undefined {
  return to - from < worthWords ? undefined : new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Inside a JSON string: the index from `from` of its closing quote, of a control character, or of an escape that is none of the two-byte ones
 * or is cut by `to`; or `to`. `words` is `wordsOf(bytes, …)`.
 */
export function textEnd(bytes: Uint8Array, words: DataView | undefined, from: number, to: number): number {
  let at = from;
  for (;;) {
    at = plainEnd(bytes, words, at, to);
    if (at + 1 < to && bytes[at] === BACKSLASH && escapes[bytes[at + 1] as number] === 1) at += 2;
    else return at;
  }
}

/** The index from `from` of the first quote, backslash or control character, or `to`. */
export function plainEnd(bytes: Uint8Array, words: DataView | undefined, from: number, to: number): number {
  let at = from;
  if (words !== undefined) {
    const last = to - 8;
    while (at <= last) {
      const first = stopsIn(words.getInt32(at, true));
      // Branches and not arithmetic: the processor guesses them, and need not wait for one word before it looks at the next.
      if (first !== 0) {
        if ((first & 0x80) !== 0) return at;
        if ((first & 0x8000) !== 0) return at + 1;
        return (first & 0x800000) !== 0 ? at + 2 : at + 3;
      }
      const second = stopsIn(words.getInt32(at + 4, true));
      if (second !== 0) {
        if ((second & 0x80) !== 0) return at + 4;
        if ((second & 0x8000) !== 0) return at + 5;
        return (second & 0x800000) !== 0 ? at + 6 : at + 7;
      }
      at += 8;
    }
  }
  while (at < to && stops[bytes[at] as number] === 0) at++;
  return at;
}

/** The index from `from` of the first byte of 0x80 or more, or `to`. */
export function asciiEnd(bytes: Uint8Array, words: DataView | undefined, from: number, to: number): number {
  let at = from;
  if (words !== undefined) {
    const last = to - 8;
    while (at <= last && ((words.getInt32(at, true) | words.getInt32(at + 4, true)) & HIGH_BITS) === 0) at += 8;
  }
  while (at < to && (bytes[at] as number) < 0x80) at++;
  return at;
}

/** The high bit of each byte that ends a run; above the first such byte it may be set for others too. */
function stopsIn(four: number): number {
  // Bit 2 flipped, the quote (0x22) becomes 0x20, and control characters stay below it: "less than 0x21" finds both.
  const low = four ^ 0x02020202;
  const slash = four ^ 0x5c5c5c5c;
  return (((low - 0x21212121) & ~low) | ((slash - 0x01010101) & ~slash)) & HIGH_BITS;
}

/** 1 for the bytes that end a run of plain text: control characters, the quote, the backslash. */
export const stops: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 || byte === 0x22 || byte === 0x5c ? 1 : 0));

const HIGH_BITS = 0x80808080 | 0;
const BACKSLASH = 0x5c;
const worthWords = 64;
