import { JsonScan } from "./json-scan.ts";
import type { Member, ScanProblem } from "./own-names.ts";

export type { Member } from "./own-names.ts";

/** `key_limit`: more than 4,096 own names, or one of more than 1,024 bytes. */
export type SpanProblem = Exclude<ScanProblem, "reserved_key" | "bad_meta">;

export type Spans = { readonly ok: true; readonly members: readonly Member[] } | { readonly ok: false; readonly problem: SpanProblem };

/**
 * The own members of the one JSON object in `bytes[start, end)`: decoded names and the byte spans of their values, as offsets into `bytes`.
 * Accepts just what `JSON.parse` does, up to `depth` levels (the object itself is the first), with single names. Does not check UTF-8.
 */
export function spansOf(bytes: Uint8Array, start = 0, end: number = bytes.length, depth = 64): Spans {
  const scan = new JsonScan(depth);
  scan.length = start;
  scan.feed(bytes, start, end);
  if (scan.problem !== undefined) return { ok: false, problem: scan.problem as SpanProblem };
  return scan.done ? { ok: true, members: scan.names.members } : { ok: false, problem: "not_json" };
}
