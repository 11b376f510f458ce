import type { AuthorId } from "./author.ts";
import { limits } from "./limits.ts";
import { type OpArgs, type OpName, ops } from "./ops.ts";
import type { Song } from "./song.ts";
import { type Write, holds, placeOf, put, since } from "./write.ts";

/** One change as the history list shows it and undo takes it back. */
export interface Change {
  /** Counts up from 1 and is never used again. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: AuthorId;
  readonly op: OpName;
  readonly text: string;
  readonly writes: readonly Write[];
  /** Who took it back, and in which turn, so that redo goes the other way round. */
  readonly undone?: { readonly by: AuthorId; readonly turn: number } | undefined;
}

/** The song with all that can still be undone, oldest first. */
export interface Journal {
  readonly song: Song;
  readonly changes: readonly Change[];
  readonly next: number;
}

export interface CommitOptions {
  readonly at: number;
  /** One drag of a knob or one brush over steps: commits with the same gesture join into one change. */
  readonly gesture?: string | undefined;
}

/** What a step back or forth came to. `kept` counts places that someone has set since: those stay theirs. */
export interface Moved {
  readonly journal: Journal;
  readonly change: Change;
  readonly restored: number;
  readonly kept: number;
}

/** A journal that begins with a song. */
export function begin(song: Song): Journal {
  return { song, changes: [], next: 1 };
}

/** The journal with an op done. An op that changes nothing leaves it as it was and answers undefined for the change. */
export function commit<N extends OpName>(
  journal: Journal,
  by: AuthorId,
  name: N,
  args: OpArgs[N],
  options: CommitOptions,
): { readonly journal: Journal; readonly change: Change | undefined } {
  const writes = ops[name].writes(args, journal.song, by);
  if (writes.length === 0) return { journal, change: undefined };
  const text = ops[name].describe(args, journal.song);
  const song = writes.reduce((so, write) => put(so, write, "after"), journal.song);
  const last = journal.changes.at(-1);
  if (
    options.gesture !== undefined &&
    last !== undefined &&
    last.by === by &&
    last.op === name &&
    last.undone === undefined &&
    gestures.get(last) === options.gesture
  ) {
    const all = join(journal.song, last.writes, writes);
    const joined = { ...last, at: options.at, writes: all, text: joinedText(name, text, all.length) };
    gestures.set(joined, options.gesture);
    return { journal: { ...journal, song, changes: [...journal.changes.slice(0, -1), joined] }, change: joined };
  }
  const change: Change = { id: journal.next, at: options.at, by, op: name, text, writes };
  if (options.gesture !== undefined) gestures.set(change, options.gesture);
  const changes = bounded([...journal.changes.filter((each) => !(each.by === by && each.undone?.by === by)), change]);
  return { journal: { song, changes, next: journal.next + 1 }, change };
}

/** Takes back one author's latest change. Undefined when there is none. */
export function undo(journal: Journal, by: AuthorId): Moved | undefined {
  const change = journal.changes.findLast((each) => each.by === by && each.undone === undefined);
  return change === undefined ? undefined : revert(journal, change.id, by);
}

/** Takes back one change of anyone. Undefined when it is not known or already taken back. */
export function revert(journal: Journal, id: number, by: AuthorId): Moved | undefined {
  const change = journal.changes.find((each) => each.id === id && each.undone === undefined);
  if (change === undefined) return undefined;
  const turn = 1 + Math.max(0, ...journal.changes.map((each) => each.undone?.turn ?? 0));
  return move(journal, change, "after", "before", { ...change, undone: { by, turn } });
}

/** Does again what an author took back last. Undefined when there is nothing. */
export function redo(journal: Journal, by: AuthorId): Moved | undefined {
  const undone = journal.changes.filter((each) => each.undone?.by === by);
  const change = undone.toSorted((one, other) => (other.undone?.turn ?? 0) - (one.undone?.turn ?? 0))[0];
  return change === undefined ? undefined : move(journal, change, "before", "after", { ...change, undone: undefined });
}

function move(journal: Journal, change: Change, from: "before" | "after", to: "before" | "after", marked: Change): Moved {
  const mine = change.writes.filter((write) => holds(journal.song, write, from));
  const song = mine.reduce((so, write) => put(so, write, to), journal.song);
  const changes = journal.changes.map((each) => (each === change ? marked : each));
  return { journal: { ...journal, song, changes }, change: marked, restored: mine.length, kept: change.writes.length - mine.length };
}

/** The same place twice in one gesture is one write, from what was there before the gesture to what is there now. */
function join(song: Song, old: readonly Write[], fresh: readonly Write[]): readonly Write[] {
  const before = old.reduce((so, write) => put(so, write, "before"), song);
  return [...new Map([...old, ...fresh].map((write) => [placeOf(write), since(before, write)])).values()];
}

function joinedText(name: OpName, text: string, places: number): string {
  return name === "set_steps" ? text.replace(/\d+ steps?/, `${places} step${places === 1 ? "" : "s"}`) : text;
}

function bounded(changes: readonly Change[]): readonly Change[] {
  let from = Math.max(0, changes.length - limits.changes);
  let writes = changes.slice(from).reduce((sum, change) => sum + change.writes.length, 0);
  while (writes > limits.writes && from < changes.length - 1) writes -= changes[from++]?.writes.length ?? 0;
  return changes.slice(from);
}

/** Gestures live with the page, not with the saved song. */
const gestures = new WeakMap<Change, string>();
