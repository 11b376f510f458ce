import type { Limits } from "@jackfield/contract";
import type { Patch } from "immer";
import type { AuthorStacks } from "./author-stacks.ts";
import type { Author, Change, ChangeMarks } from "./change.ts";
import { historyCeilings } from "./history-ceilings.ts";
import type { Op } from "./op-row.ts";
import { type Applied, applyOps } from "./ops.ts";
import { PatchPass } from "./patch-pass.ts";
import type { Song } from "./song.ts";
import { UndoStacks } from "./undo-stacks.ts";
import { type Writing, Writers } from "./writers.ts";

export type { Author, Change } from "./change.ts";

/** What taking back came to. */
export interface Undone {
  readonly change: Change | undefined;
  /** Parts that were left as they are: somebody else has changed or locked them since. */
  readonly kept: readonly KeptPart[];
  /** Changes that are so old that they cannot be taken back any more. */
  readonly tooOld: number;
}

export interface KeptPart {
  readonly path: string;
  /** Who the part belongs to now. */
  readonly of: Author;
  readonly why: "changed" | "locked";
}

/** Who has locked a place against the one who takes back, if anybody. */
export type LockedBy = (path: Patch["path"]) => Author | undefined;

/** What is known of a change beside what is kept of it. */
interface Standing {
  /** Of each inverse patch of a commit. Of one that takes back there are none: it has `took`. */
  writings: readonly (Writing | undefined)[];
  undone: boolean;
}

/**
 * A song and every change to it, in the order they were taken. Taking back is a change too. It takes back what its author did and no more:
 * what somebody else has written over, above or below since, stays theirs.
 */
export class History {
  readonly #now: () => number;
  readonly #limits: Limits<typeof historyCeilings>;
  /** From the first that is in memory on, without gaps. */
  readonly #changes: Change[] = [];
  readonly #standings: Standing[] = [];
  readonly #writers = new Writers();
  readonly #stacks = new UndoStacks();
  #song: Song;
  #last = 0;
  /** Patches in memory; the last change whose are not. */
  #patches = 0;
  #settled = 0;

  /** `changes`: what the song has come to be by, where it is opened again. */
  constructor(song: Song, now: () => number, changes: readonly Change[] = [], limits: Limits<typeof historyCeilings> = historyLimits) {
    this.#song = song;
    this.#now = now;
    this.#limits = limits;
    for (const change of changes) this.#keep(change);
  }

  get song(): Song {
    return this.#song;
  }

  /** Those in memory, oldest first. */
  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** The number of the last change; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** Undefined where there is none, or it is not in memory any more. */
  change(seq: number): Change | undefined {
    return this.#changes[this.#indexOf(seq)];
  }

  isUndone(seq: number): boolean {
    return this.#standings[this.#indexOf(seq)]?.undone === true;
  }

  /** The author has something to take back, by their id. */
  canUndo(author: string): boolean {
    return this.change(this.#stacks.undoable.last(author) ?? 0) !== undefined;
  }

  /** The author has something to bring back. */
  canRedo(author: string): boolean {
    return this.change(this.#stacks.redoable.last(author) ?? 0) !== undefined;
  }

  /** Applies ops that have been checked. Undefined: all of them missed, and nothing was kept. */
  commit(by: Author, label: string, ops: readonly Op[], marks: ChangeMarks = {}): Change | undefined {
    return this.take(applyOps(this.#song, ops), by, label, ops, marks);
  }

  /** The same for ops that have just been applied to the song as it is. */
  take(applied: Applied, by: Author, label: string, ops: readonly Op[], marks: ChangeMarks = {}): Change | undefined {
    const { song, patches, inverse, missed } = applied;
    if (song === this.#song) return undefined;
    return this.#add(song, { by, label, ops, patches, inverse, missed, ...marks });
  }

  /** Takes in a change that somebody else ordered: a follower's. Its number is the next. */
  takeOrdered(song: Song, change: Change): void {
    if (change.seq !== this.#last + 1 && this.#last !== 0) throw new RangeError(`Change ${change.seq} comes after ${this.#last}`);
    this.#song = song;
    this.#keep(change);
  }

  /** Takes back the author's own last change or revert that is not taken back, with all of its group. */
  undo(by: Author, lockedBy?: LockedBy): Undone {
    const last = this.change(this.#stacks.undoable.last(by.id) ?? 0);
    if (last === undefined) return this.#stacks.undoable.isForgetful(by.id) ? { ...nothingUndone, tooOld: 1 } : nothingUndone;
    const label = `Undo: ${last.label}`;
    if (last.is === "revert") {
      const marks: ChangeMarks = { is: "undo", undoes: [last.seq], redoes: last.undoes ?? [] };
      return this.#step(this.#stacks.undoable, this.#reverse(by, label, [last], marks, lockedBy), [last]);
    }
    const group = last.group === undefined ? [last] : this.#ownOf(by, (change) => change.group === last.group);
    return this.#step(this.#stacks.undoable, this.#reverse(by, label, group, { is: "undo" }, lockedBy), group);
  }

  /** Brings back what the author took back last, as far back as they have done nothing else since. */
  redo(by: Author, lockedBy?: LockedBy): Undone {
    const last = this.change(this.#stacks.redoable.last(by.id) ?? 0);
    if (last === undefined) return nothingUndone;
    const { undoes = [], redoes = [], label } = last;
    // What an undo of a revert brought back goes again.
    const marks: ChangeMarks = { is: "redo", redoes: undoes, undoes: [last.seq, ...redoes] };
    return this.#step(this.#stacks.redoable, this.#reverse(by, label.replace(/^Undo: /, "Redo: "), [last], marks, lockedBy), [last]);
  }

  /** Takes back all that the author has done from a change on. */
  revert(by: Author, of: Author, since = 1, lockedBy?: LockedBy): Undone {
    const own = this.#ownOf(of, ({ seq }) => seq >= since);
    return this.#revertAll(by, `Revert ${own.length} of ${of.name}`, own, lockedBy);
  }

  /** Takes back some changes, whoever made them. Those that are taken back already, or take back themselves, are left out. */
  takeBack(by: Author, seqs: readonly number[], label: string, lockedBy?: LockedBy): Undone {
    const found = seqs.map((seq) => this.change(seq)).filter((change) => change !== undefined);
    const left = found.filter((change) => change.is === undefined && this.#isLeft(change));
    return this.#revertAll(
      by,
      label,
      left.toSorted((one, other) => one.seq - other.seq),
      lockedBy,
    );
  }

  #revertAll(by: Author, label: string, changes: readonly Change[], lockedBy: LockedBy | undefined): Undone {
    return changes.length === 0 ? nothingUndone : this.#reverse(by, label, changes, { is: "revert" }, lockedBy);
  }

  #ownOf(of: Author, wanted: (change: Change) => boolean): readonly Change[] {
    return this.#changes.filter((change) => change.by.id === of.id && change.is === undefined && wanted(change) && this.#isLeft(change));
  }

  /** There is something of it that is not taken back. */
  #isLeft({ seq, settled }: Change): boolean {
    const standing = this.#standings[this.#indexOf(seq)];
    if (standing === undefined) return false;
    return settled === true ? !standing.undone : standing.writings.some((writing) => writing?.live === true);
  }

  /** What could not be taken back at all is passed over: the next step goes on to what is before it. */
  #step(stack: AuthorStacks, undone: Undone, changes: readonly Change[]): Undone {
    if (undone.change === undefined && undone.tooOld === 0) for (const { by, seq } of changes) stack.remove(by.id, seq);
    return undone;
  }

  /** Applies inverse patches, newest first, but for those on paths that another author has written to since. */
  #reverse(by: Author, label: string, changes: readonly Change[], marks: ChangeMarks, lockedBy?: LockedBy): Undone {
    const kept: KeptPart[] = [];
    const pass = new PatchPass(this.#song);
    const patches: Patch[] = [];
    const inverse: Patch[] = [];
    const took: [number, number][] = [];
    const undoes = new Set<number>();
    for (const change of changes.toReversed()) {
      for (let at = change.inverse.length - 1; at >= 0; at--) {
        const patch = change.inverse[at] as Patch;
        if (isRev(patch) || !this.#isStanding(change, at)) continue;
        const other = this.#writers.since(patch.path, change.seq, change.by.id);
        const of = other === undefined ? lockedBy?.(patch.path) : this.change(other)?.by;
        if (of !== undefined) {
          kept.push({ path: patch.path.join("/"), of, why: other === undefined ? "locked" : "changed" });
          continue;
        }
        const back = pass.apply(patch);
        if (back === undefined) continue;
        patches.push(patch);
        inverse.push(back);
        took.push([change.seq, at]);
        undoes.add(change.seq);
      }
    }
    const tooOld = changes.filter(({ settled }) => settled === true).length;
    if (patches.length === 0) return { change: undefined, kept, tooOld };
    const rev = this.#song.rev + 1;
    patches.push({ op: "replace", path: ["rev"], value: rev });
    const ascending = [...undoes].toReversed();
    const change = this.#add(
      { ...pass.finish(), rev },
      { by, label, ops: [], patches, inverse, missed: [], undoes: ascending, ...marks, took },
    );
    return { change, kept, tooOld };
  }

  #add(song: Song, change: Omit<Change, "seq" | "at">): Change {
    this.#song = song;
    const kept: Change = { seq: this.#last + 1, at: this.#now(), ...change };
    this.#keep(kept);
    return kept;
  }

  #keep(change: Change): void {
    this.#last = change.seq;
    this.#changes.push(change);
    this.#standings.push({ writings: this.#written(change), undone: false });
    this.#patches += change.patches.length;
    for (const [seq, at] of change.took ?? []) {
      const { writing, turns } = this.#sourceOf(seq, at);
      if (writing !== undefined) writing.live = turns % 2 === 1;
    }
    for (const seq of change.undoes ?? []) this.#mark(seq, true);
    for (const seq of change.redoes ?? []) this.#mark(seq, false);
    this.#stacks.take(change, (seq) => this.change(seq));
    this.#settle();
  }

  #written({ seq, by, is, inverse }: Change): Standing["writings"] {
    if (is !== undefined) return [];
    return inverse.map((patch) => {
      if (isRev(patch)) return undefined;
      const writing: Writing = { seq, by: by.id, live: true };
      this.#writers.add(patch.path, writing);
      return writing;
    });
  }

  #mark(seq: number, undone: boolean): void {
    const standing = this.#standings[this.#indexOf(seq)];
    if (standing !== undefined) standing.undone = undone;
  }

  /** What a patch wrote is there, where it was written; is not, where it was taken back: its inverse still has something to do. */
  #isStanding({ seq }: Change, at: number): boolean {
    const { writing, turns } = this.#sourceOf(seq, at);
    return writing === undefined || writing.live === (turns % 2 === 0);
  }

  /** The writing that a patch is about in the end, and how often it has been turned on the way: taken back, brought back. */
  #sourceOf(seq: number, at: number): { readonly writing: Writing | undefined; readonly turns: number } {
    let turns = 0;
    let place: readonly [number, number] = [seq, at];
    for (;;) {
      const next = this.change(place[0])?.took?.[place[1]];
      if (next === undefined) return { writing: this.#standings[this.#indexOf(place[0])]?.writings[place[1]], turns };
      place = next;
      turns += 1;
    }
  }

  #indexOf(seq: number): number {
    return seq - (this.#changes[0]?.seq ?? 1);
  }

  /** Lets go of what is oldest where there is too much: first of what undo needs, and of the changes themselves at last. */
  #settle(): void {
    const { patchesInMemory, changesInMemory } = this.#limits;
    if (this.#patches > patchesInMemory && this.#settled < this.#last - 1) {
      // Down to half, so that this is not done at each change. The last change always stays.
      let at = Math.max(0, this.#indexOf(this.#settled + 1));
      for (; at < this.#changes.length - 1 && this.#patches > patchesInMemory / 2; at++) {
        const { patches, took: _, ...change } = this.#changes[at] as Change;
        this.#patches -= patches.length;
        this.#changes[at] = { ...change, patches: [], inverse: [], settled: true };
        (this.#standings[at] as Standing).writings = [];
        this.#settled = change.seq;
      }
      this.#writers.forget(this.#settled);
    }
    if (this.#changes.length > changesInMemory) {
      const gone = this.#changes.splice(0, this.#changes.length - Math.floor(changesInMemory / 2));
      this.#standings.splice(0, gone.length);
      this.#patches -= gone.reduce((sum, { patches }) => sum + patches.length, 0);
      const seq = gone.at(-1)?.seq ?? 0;
      this.#settled = Math.max(this.#settled, seq);
      this.#writers.forget(seq);
      this.#stacks.forget(seq);
    }
  }
}

const historyLimits: Limits<typeof historyCeilings> = {
  patchesInMemory: historyCeilings.patchesInMemory.value,
  changesInMemory: historyCeilings.changesInMemory.value,
};

const nothingUndone: Undone = { change: undefined, kept: [], tooOld: 0 };

/** Each change has the number of the song's state among its patches: it is nobody's. */
function isRev({ path }: Patch): boolean {
  return path.length === 1 && path[0] === "rev";
}
