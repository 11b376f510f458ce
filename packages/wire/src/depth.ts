import { plainEnd, stops, wordsOf } from "./plain-run.ts";

/**
 * True when brackets nest no deeper than `depth` levels. A quick look before `JSON.parse`, which on Node takes any depth and leaves a value
 * that `JSON.stringify` can't write. Brackets in strings don't count. Says nothing else of the bytes: what is not JSON may pass.
 */
export function withinDepth(bytes: Uint8Array, depth: number): boolean {
  let words: Int32Array | undefined;
  let level = 0;
  let at = 0;
  const end = bytes.length;
  while (at < end) {
    const byte = bytes[at++] as number;
    if (byte === 0x7b || byte === 0x5b) {
      if (++level > depth) return false;
    } else if (byte === 0x7d || byte === 0x5d) level--;
    else if (byte === 0x22) {
      for (;;) {
        const near = Math.min(end, at + 16);
        while (at < near && stops[bytes[at] as number] === 0) at++;
        if (at === near && at < end) at = plainEnd(bytes, (words ??= wordsOf(bytes)), at, end);
        if (at >= end) return true;
        const stop = bytes[at++] as number;
        if (stop === 0x22) break;
        if (stop === 0x5c) at++;
      }
    }
  }
  return true;
}
