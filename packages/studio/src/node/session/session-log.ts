import { randomBytes } from "node:crypto";
import { Fault } from "@jackfield/contract";
import type { FileRoots } from "@jackfield/files";
import { appendLine, logBeginning, splitLine } from "../../log/log-line.ts";
import { type LogProblem, readLog } from "../../log/read-log.ts";
import type { Change } from "../../song/change.ts";
import { patchSong } from "../../song/patch-song.ts";
import { type LogMark, checkedSong } from "../../song/song-file.ts";
import type { Song } from "../../song/song.ts";
import { sessionCeilings } from "./session-ceilings.ts";
import { logName, names } from "./session-names.ts";

/** How far a log has come, and what is known of its file. */
export interface LogState extends LogMark {
  /** Where the next line goes, and the size that the file was left with: there may be half a line behind. */
  readonly end: number;
  readonly size: number;
  /** The last change, as it stands there. */
  readonly last: { readonly seq: number; readonly text: string } | undefined;
}

export interface LoadedLog {
  readonly song: Song;
  readonly changes: readonly Change[];
  /** Undefined: the next save begins a new log. */
  readonly state: LogState | undefined;
  readonly notes: readonly string[];
}

/**
 * Reads the log of a song's file, and brings the song to where the log has come: the file may have been written before its last lines. A log that is
 * not whole, or not the one that the file was written with, is never gone on with, and is reported; the song is then as its file has it.
 */
export async function loadLog(files: FileRoots, folder: string, song: Song, mark: LogMark | undefined): Promise<LoadedLog> {
  const alone = (note: string): LoadedLog => ({ song, changes: [], state: undefined, notes: [note] });
  if (mark === undefined) return { song, changes: [], state: undefined, notes: [] };
  let bytes: Uint8Array;
  try {
    bytes = await files.readFile(`${folder}/${mark.file}`, { most: sessionCeilings.logBytes.value });
  } catch (error) {
    return alone(`The song's history cannot be read: ${Fault.from(error).message}`);
  }
  const read = readLog(linesOf(bytes));
  const before = lineAt(bytes, mark.lines - 1);
  const isSame = read.lines >= mark.lines && (mark.lines === 0 ? mark.hash === none : splitLine(before.text)?.hash === mark.hash);
  if (!isSame) {
    const why = read.lines < mark.lines ? brokenAt(read.problem, read.lines) : "it is not the one that the song was written with";
    return alone(`The song's history is left out: ${why}. The log is kept as ${mark.file}`);
  }
  const after = read.changes.slice(mark.lines);
  const grown = replay(song, after);
  if (grown === undefined)
    return alone(`The song's history is left out: what it says does not fit the song. The log is kept as ${mark.file}`);
  const isBroken = read.problem !== undefined && read.problem.why !== "torn";
  const { end } = lineAt(bytes, read.lines - 1);
  const last = read.changes.at(-1);
  const state: LogState = {
    file: mark.file,
    lines: read.lines,
    hash: read.lines === 0 ? none : read.hash,
    end,
    size: bytes.length,
    last: last === undefined ? undefined : { seq: last.seq, text: JSON.stringify(last) },
  };
  const notes: string[] = [];
  if (after.length > 0) notes.push(`${after.length} changes were in the log and not yet in the song's file; they are in the song`);
  if (isBroken) notes.push(`The song's history ends early: ${brokenAt(read.problem, read.lines)}. The log is kept as ${mark.file}`);
  else if (read.problem !== undefined)
    notes.push("The last line of the log was not written to its end, and nobody was told that it was: it is left out");
  return { song: grown, changes: read.changes, state: isBroken ? undefined : state, notes };
}

/** Adds changes to a log, and returns once they are on the disk. Throws a Fault, with the log as it was. */
export async function addToLog(files: FileRoots, folder: string, state: LogState, changes: readonly Change[]): Promise<LogState> {
  if (changes.length === 0) return state;
  await using file = await files.openAppend(`${folder}/${state.file}`);
  if ((await file.size()) !== state.size) throw changedFault(folder);
  const { text, next } = linesAfter(state, changes);
  const bytes = new TextEncoder().encode(text);
  const end = state.end + bytes.length;
  if (end > sessionCeilings.logBytes.value) throw new LogIsFull();
  if (state.size !== state.end) await file.truncate(state.end);
  try {
    await file.append(bytes);
  } catch (error) {
    // Half a line may be there. If it cannot be cut off now, whoever reads the log next leaves it out.
    await file.truncate(state.end).catch(() => undefined);
    throw error;
  }
  return { ...next, end, size: end };
}

/** A log of its own for a song that has none that can be gone on with. One that is there stays. */
export async function newLog(files: FileRoots, folder: string, changes: readonly Change[]): Promise<LogState> {
  const isTaken = files.stat(`${folder}/${names.log}`, "write") !== undefined;
  const file = isTaken ? `log-${randomBytes(4).toString("hex")}.jsonl` : names.log;
  const { text, next } = linesAfter(noLines(file), changes);
  const { bytes } = await files.writeFile(`${folder}/${file}`, text);
  return { ...next, end: bytes, size: bytes };
}

/** A log that begins. */
export function noLines(file: string): LogState {
  return { file, lines: 0, hash: none, end: 0, size: 0, last: undefined };
}

/** The log has come to its limit: the song goes on with a new one. */
export class LogIsFull extends Error {}

/** Somebody else has written to the session. */
export function changedFault(folder: string): Fault {
  return new Fault("file_exists", `Cannot save "${folder.slice(-200)}": another program has changed it since it was opened`, {
    hint: "Save it under another path, or pass replace: true to write over what is there",
  });
}

/** Removes logs that are not in use: all of another song's, of this song's but the latest. */
export async function pruneLogs(files: FileRoots, folder: string, inUse: string, isOthers: boolean): Promise<void> {
  const old = (await files.list(folder, "write")).map(({ name }) => name).filter((name) => logName.test(name) && name !== inUse);
  const age = (name: string): number => files.stat(`${folder}/${name}`, "write")?.modified ?? 0;
  const keep = isOthers ? 0 : sessionCeilings.oldLogs.value;
  for (const name of old.toSorted((a, b) => age(b) - age(a)).slice(keep)) await files.removeFile(`${folder}/${name}`);
}

/** The lines of changes, as they go on from where a log has come. */
export function linesAfter(state: LogState, changes: readonly Change[]): { readonly text: string; readonly next: LogState } {
  let hash = state.hash === none ? logBeginning : state.hash;
  let text = "";
  for (const change of changes) {
    const line = appendLine(change, hash);
    text += `${line.line}\n`;
    hash = line.hash;
  }
  const last = changes.at(-1);
  return {
    text,
    next: {
      ...state,
      lines: state.lines + changes.length,
      hash: hash === logBeginning ? none : hash,
      last: last === undefined ? state.last : { seq: last.seq, text: JSON.stringify(last) },
    },
  };
}

function replay(song: Song, changes: readonly Change[]): Song | undefined {
  try {
    return changes.length === 0 ? song : checkedSong(changes.reduce((each, { patches }) => patchSong(each, patches), song));
  } catch {
    // Each of its patches is one, but they are another song's: said by who asked.
    return undefined;
  }
}

/** Lines by their line ends. What is behind the last one has none: it was not written to its end, and is never empty here. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(lineFeed, from);
    const end = found === -1 ? bytes.length : found;
    const text = decoder.decode(bytes.subarray(from, end));
    // Whole as it may look, nobody was told that it was written.
    yield found === -1 ? `${text} torn` : text;
    from = end + 1;
  }
}

/** A line by its number from 0, and where it ends, its line end included. */
function lineAt(bytes: Uint8Array, line: number): { readonly text: string; readonly end: number } {
  let from = 0;
  let end = 0;
  for (let at = 0; at <= line; at += 1) {
    from = end;
    const found = bytes.indexOf(lineFeed, from);
    if (found === -1) return { text: "", end: from };
    end = found + 1;
  }
  return { text: new TextDecoder().decode(bytes.subarray(from, Math.max(from, end - 1))), end };
}

function brokenAt(problem: LogProblem | undefined, lines: number): string {
  return problem === undefined || problem.why === "torn"
    ? `the log ends after ${lines} lines`
    : `line ${problem.line} of the log ${problems[problem.why]}`;
}

const problems: Readonly<Record<Exclude<LogProblem["why"], "torn">, string>> = {
  no_line: "is no line of a log",
  no_change: "holds no change",
  hash: "or one before it is not what was written",
  order: "leaves out changes before it",
  too_long: "is longer than what is read",
  too_many: "is past what is read",
};

/** The hash that a file names where its log has no lines. */
const none = "0".repeat(64);
const lineFeed = 10;
