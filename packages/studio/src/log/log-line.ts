import { Sha256 } from "../measure/sha256.ts";
import type { Change } from "../song/change.ts";

/** What the first line's hash goes on from. */
export const logBeginning = "";

/** A line of a song's log, without its line end, and the hash that the next one goes on from. */
export interface LogLine {
  readonly line: string;
  readonly hash: string;
}

/**
 * A change as a line of its song's log: `{"hash":"…","change":…}`. The hash is the SHA-256 of the hash before, a line feed, and the change as it
 * stands there: no line can be changed, left out or put in without all that follow being made anew. It keeps honest people honest: whoever
 * can write the file can make it all anew, unless its last hash is kept elsewhere too.
 */
export function appendLine(change: Change, before: string): LogLine {
  const text = JSON.stringify(change);
  const hash = lineHash(before, text);
  return { line: `${head}${hash}${middle}${text}}`, hash };
}

/** A line in its parts, or undefined where it is none: nothing of it has been parsed. */
export function splitLine(line: string): { readonly hash: string; readonly text: string } | undefined {
  const hash = line.slice(head.length, head.length + 64);
  const isLine = line.startsWith(head) && /^[0-9a-f]{64}$/.test(hash) && line.startsWith(middle, head.length + 64) && line.endsWith("}");
  return isLine ? { hash, text: line.slice(head.length + 64 + middle.length, -1) } : undefined;
}

export function lineHash(before: string, text: string): string {
  const hash = new Sha256();
  hash.feed(new TextEncoder().encode(`${before}\n${text}`));
  return hash.end();
}

const head = '{"hash":"';
const middle = '","change":';
