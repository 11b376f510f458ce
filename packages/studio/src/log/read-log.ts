import type { Change } from "../song/change.ts";
import { logCeilings } from "./log-ceilings.ts";
import { lineHash, logBeginning, splitLine } from "./log-line.ts";
import { parseChange } from "./parse-change.ts";

/** What a log holds, as far as it is whole. */
export interface ReadLog {
  readonly changes: readonly Change[];
  /** Lines that are whole, and the hash that the next one goes on from. */
  readonly lines: number;
  readonly hash: string;
  /** Undefined: all of it is whole. */
  readonly problem?: LogProblem;
}

export interface LogProblem {
  /** Counted from 1. */
  readonly line: number;
  /**
   * `torn`: the last line was not written to its end, as when the power fails: cut it off and go on. `no_line`, `no_change`: it is something else.
   * `hash`: it, or a line before it, is not what was written. `order`: a change is missing before it. `too_long`, `too_many`: more than is read.
   */
  readonly why: "torn" | "no_line" | "no_change" | "hash" | "order" | "too_long" | "too_many";
}

/**
 * Reads a log, line by line, up to the first that is not whole. Lines come without their line ends; an empty last one is none. The first change may
 * have any number; after it there is no gap.
 */
export function readLog(lines: Iterable<string>): ReadLog {
  const changes: Change[] = [];
  let hash = logBeginning;
  let at = 0;
  const upTo = (why?: LogProblem["why"]): ReadLog => ({
    changes,
    lines: changes.length,
    hash,
    ...(why === undefined ? {} : { problem: { line: at, why } }),
  });
  const all = lines[Symbol.iterator]();
  for (let next = all.next(), isLast = false; next.done !== true;) {
    const line = next.value;
    next = all.next();
    isLast = next.done === true;
    if (line === "" && isLast) break;
    at += 1;
    if (at > logCeilings.logLines.value) return upTo("too_many");
    if (line.length > logCeilings.logLineCharacters.value) return upTo("too_long");
    const parts = splitLine(line);
    if (parts === undefined) return upTo(isLast ? "torn" : "no_line");
    if (lineHash(hash, parts.text) !== parts.hash) return upTo(isLast && !isJson(parts.text) ? "torn" : "hash");
    const change = parseChange(parts.text);
    if (change === undefined) return upTo("no_change");
    const last = changes.at(-1);
    if (last !== undefined && change.seq !== last.seq + 1) return upTo("order");
    changes.push(change);
    hash = parts.hash;
  }
  return upTo();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // What it is instead is not asked.
    return false;
  }
}
