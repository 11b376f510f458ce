import { textEnd, wordsOf } from "./text-run.ts";

/**
 * True when brackets nest no deeper than `depth` levels. A quick look before `JSON.parse`, which on Node takes any depth and leaves a value
 * that `JSON.stringify` can't write. Brackets in strings don't count. Says nothing else of the bytes: what is not JSON may pass.
 */
export function withinDepth(bytes: Uint8Array, depth: number): boolean {
  let level = 0;
  let at = 0;
  const end = bytes.length;
  const words = wordsOf(bytes, 0, end);
  while (at < end) {
    const byte = bytes[at++] as number;
    if (byte === 0x7b || byte === 0x5b) {
      if (++level > depth) return false;
    } else if (byte === 0x7d || byte === 0x5d) level--;
    else if (byte === 0x22) {
      for (;;) {
        at = textEnd(bytes, words, at, end);
        if (at >= end) return true;
        const stop = bytes[at++] as number;
        if (stop === 0x22) break;
        if (stop === 0x5c) at++;
      }
    }
  }
  return true;
}
