import { idAt } from "./walk-chunks.ts";

/** Where a file begins behind the tag that players put before MP3, FLAC and AAC (ID3v2). Its size is written seven bits a byte. */
export function afterId3(bytes: Uint8Array): number {
  if (bytes.length < 10 || !idAt(bytes, 0).startsWith("ID3")) return 0;
  return 10 + [6, 7, 8, 9].reduce((size, index) => size * 128 + ((bytes[index] ?? 0) & 127), 0);
}
