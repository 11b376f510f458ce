/**
 * Finds the end of a run of plain string bytes. Four bytes are looked at in one step: with text of 1 MB that is where all the time goes,
 * and a search for the next quote alone (`indexOf`) would let raw control characters through.
 */

/** The bytes from `from` to `to` as 32-bit words, for `plainEnd`. Make it once a chunk, and only when a long run is met. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const skip = -bytes.byteOffset & 3;
  const count = Math.max(0, (bytes.length - skip) >> 2);
  return count === 0 ? noWords : new Int32Array(bytes.buffer, bytes.byteOffset + skip, count);
}

/** The index of the first quote, backslash or control character in `bytes` from `from`, or `to`. `words` is `wordsOf(bytes)`. */
export function plainEnd(bytes: Uint8Array, words: Int32Array, from: number, to: number): number {
  const skip = -bytes.byteOffset & 3;
  let at = from;
  while (at < to && ((at - skip) & 3) !== 0) {
    if (stops[bytes[at] as number] === 1) return at;
    at++;
  }
  let word = (at - skip) >> 2;
  const last = Math.min(words.length, (to - skip) >> 2);
  while (word < last) {
    const four = words[word] as number;
    // Bit 2 flipped, the quote (0x22) becomes 0x20, and control characters stay below it: "less than 0x21" finds both.
    const low = four ^ 0x02020202;
    const slash = four ^ 0x5c5c5c5c;
    if (((((low - 0x21212121) & ~low) | ((slash - 0x01010101) & ~slash)) & -0x7f7f7f80) !== 0) break;
    word++;
  }
  if (word > (at - skip) >> 2) at = word * 4 + skip;
  while (at < to && stops[bytes[at] as number] === 0) at++;
  return at;
}

/** The index of the first byte of 0x80 or more in `bytes` from `from`, or `to`. `words` is `wordsOf(bytes)`. */
export function asciiEnd(bytes: Uint8Array, words: Int32Array, from: number, to: number): number {
  const skip = -bytes.byteOffset & 3;
  let at = from;
  while (at < to && ((at - skip) & 3) !== 0) {
    if ((bytes[at] as number) >= 0x80) return at;
    at++;
  }
  let word = (at - skip) >> 2;
  const last = Math.min(words.length, (to - skip) >> 2);
  while (word < last && ((words[word] as number) & -0x7f7f7f80) === 0) word++;
  if (word > (at - skip) >> 2) at = word * 4 + skip;
  while (at < to && (bytes[at] as number) < 0x80) at++;
  return at;
}

/** 1 for the bytes that end a run of plain string bytes: control characters, the quote, the backslash. */
export const stops: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 || byte === 0x22 || byte === 0x5c ? 1 : 0));

const noWords = new Int32Array(0);
