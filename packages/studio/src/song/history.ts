import { type Patch, applyPatches } from "immer";
import type { Op } from "./op-row.ts";
import { applyOps } from "./ops.ts";
import type { Song } from "./song.ts";

/** Who changes something. An agent acts for a person, and is an author of its own. */
export interface Author {
  readonly id: string;
  readonly name: string;
  readonly kind: "person" | "agent";
}

/** A change as it is kept: what was asked for, and what it did. */
export interface Change {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: Author;
  readonly label: string;
  readonly ops: readonly Op[];
  readonly patches: readonly Patch[];
  readonly inverse: readonly Patch[];
  readonly missed: readonly Op[];
  /** The changes that this one takes back, or brings back. */
  readonly undoes?: readonly number[];
  readonly redoes?: readonly number[];
}

/** What taking back came to. `kept`: parts that somebody else has changed since, by who they belong to now. */
export interface Undone {
  readonly change: Change | undefined;
  readonly kept: readonly { readonly path: string; readonly of: Author }[];
}

/**
 * A song and every change to it, in the order they were taken. Taking back is a change too. It takes back what its author did and no more:
 * what somebody else has written over, above or below since, stays theirs.
 */
export class History {
  readonly #now: () => number;
  readonly #changes: Change[] = [];
  /** Changes that are taken back now. */
  readonly #undone = new Set<number>();
  #song: Song;

  /** `changes`: what the song has come to be by, where it is opened again. */
  constructor(song: Song, now: () => number, changes: readonly Change[] = []) {
    this.#song = song;
    this.#now = now;
    for (const change of changes) this.#keep(change);
  }

  get song(): Song {
    return this.#song;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  isUndone(seq: number): boolean {
    return this.#undone.has(seq);
  }

  /** Applies ops that have been checked. Undefined: all of them missed, and nothing was kept. */
  commit(by: Author, label: string, ops: readonly Op[]): Change | undefined {
    const { song, patches, inverse, missed } = applyOps(this.#song, ops);
    if (song === this.#song) return undefined;
    return this.#take(song, { by, label, ops, patches, inverse, missed });
  }

  /** Takes back the author's own last change that is not taken back. */
  undo(by: Author): Undone {
    const last = this.#changes.findLast((change) => this.#isOwn(change, by) && !this.#undone.has(change.seq));
    return last === undefined ? nothingUndone : this.#takeBack(by, `Undo: ${last.label}`, [last]);
  }

  /** Brings back what the author took back last, unless they have done something else since. */
  redo(by: Author): Undone {
    const last = this.#changes.findLast((change) => change.by.id === by.id);
    if (last?.undoes === undefined) return nothingUndone;
    return this.#reverse(by, `Redo: ${last.label.replace(/^Undo: /, "")}`, [last], { redoes: last.undoes });
  }

  /** Takes back all that the author has done from a change on. */
  revert(by: Author, of: Author, since = 1): Undone {
    const own = this.#changes.filter((change) => change.seq >= since && this.#isOwn(change, of) && !this.#undone.has(change.seq));
    return own.length === 0 ? nothingUndone : this.#takeBack(by, `Revert ${own.length} of ${of.name}`, own);
  }

  #isOwn({ by, undoes, redoes }: Change, who: Author): boolean {
    return by.id === who.id && undoes === undefined && redoes === undefined;
  }

  #takeBack(by: Author, label: string, changes: readonly Change[]): Undone {
    return this.#reverse(by, label, changes, { undoes: changes.map(({ seq }) => seq) });
  }

  /** Applies inverse patches, newest first, but for those on paths that another author has written to since. */
  #reverse(by: Author, label: string, changes: readonly Change[], marks: Pick<Change, "undoes" | "redoes">): Undone {
    const kept: { path: string; of: Author }[] = [];
    let song = this.#song;
    const patches: Patch[] = [];
    const inverse: Patch[] = [];
    for (const change of changes.toReversed()) {
      const later = this.#changes.slice(change.seq).filter((each) => each.by.id !== change.by.id && !this.#undone.has(each.seq));
      for (const patch of change.inverse) {
        if (isRev(patch)) continue;
        const other = later.find((each) => each.patches.some((theirs) => !isRev(theirs) && touches(theirs.path, patch.path)));
        if (other !== undefined) {
          kept.push({ path: patch.path.join("/"), of: other.by });
          continue;
        }
        const applied = attempt(song, patch);
        if (applied === undefined) continue;
        song = applied.song;
        patches.push(patch);
        inverse.unshift(applied.inverse);
      }
    }
    if (patches.length === 0) return { change: undefined, kept };
    const rev = song.rev + 1;
    patches.push({ op: "replace", path: ["rev"], value: rev });
    const change = this.#take({ ...song, rev }, { by, label, ops: [], patches, inverse, missed: [], ...marks });
    return { change, kept };
  }

  #take(song: Song, change: Omit<Change, "seq" | "at">): Change {
    this.#song = song;
    const kept: Change = { seq: this.#changes.length + 1, at: this.#now(), ...change };
    this.#keep(kept);
    return kept;
  }

  #keep(change: Change): void {
    this.#changes.push(change);
    for (const seq of change.undoes ?? []) this.#undone.add(seq);
    for (const seq of change.redoes ?? []) this.#undone.delete(seq);
    // What is brought back by undoing an undo is done again; the undo itself is over.
    if (change.redoes !== undefined) this.#undone.add(change.seq);
  }
}

const nothingUndone: Undone = { change: undefined, kept: [] };

/** Each change has the number of the song's state among its patches: it is nobody's. */
function isRev({ path }: Patch): boolean {
  return path.length === 1 && path[0] === "rev";
}

/** One lies at, above or below the other. */
function touches(one: Patch["path"], other: Patch["path"]): boolean {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** One patch, and what takes it back; undefined where its place is not there any more. */
function attempt(song: Song, patch: Patch): { readonly song: Song; readonly inverse: Patch } | undefined {
  let parent: unknown = song;
  for (const step of patch.path.slice(0, -1)) {
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, step)) return undefined;
    parent = (parent as Record<string, unknown>)[step];
  }
  const last = patch.path.at(-1);
  if (typeof parent !== "object" || parent === null || last === undefined) return undefined;
  const was = Object.hasOwn(parent, last);
  if (patch.op === "remove" && !was) return undefined;
  const before = (parent as Record<string, unknown>)[last];
  const inverse: Patch = was
    ? { op: patch.op === "remove" ? "add" : "replace", path: patch.path, value: before }
    : { op: "remove", path: patch.path };
  return { song: applyPatches(song, [patch]), inverse };
}
