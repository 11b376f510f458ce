import { type Author, type Change, History, type Undone } from "../song/history.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps, opProblem, ops as opRows } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import { type Caller, type Right, rightsOf } from "./caller.ts";
import { type NewIds, followingIds } from "./new-ids.ts";
import { Refusal } from "./refusal.ts";
import type { SongEvent, SongListener } from "./song-event.ts";

export interface OpenSongOptions {
  readonly song: Song;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the song has come to be by, where it is opened again. */
  readonly changes?: readonly Change[];
  /** What an agent's changes are at first. Default: applied. */
  readonly agents?: AgentRule;
}

/** Whether an agent's changes are made, or proposed and decided by a person. */
export type AgentRule = "apply" | "propose";

export interface ApplyOptions {
  /** What the change is called in the history. */
  readonly label: string;
  /** All of them or none: one whose object is gone refuses all. Default true. */
  readonly atomic?: boolean;
  /** Say what would change, and change nothing. */
  readonly dryRun?: boolean;
  /** Only where this is still the song's revision. */
  readonly ifRev?: number;
}

/** What a list of ops came to. */
export interface ApplyResult {
  /** Undefined on a dry run, and where nothing changed. */
  readonly change: Change | undefined;
  readonly rev: number;
  /** Those whose object is not there. */
  readonly missed: readonly Op[];
}

/**
 * A song that is open: the one place it is changed at. Every way in (page, agent, command, daemon) goes through it, and is checked here: who
 * may, what is locked, whether each op is one. Whatever it refuses it throws as a `Refusal`, with nothing changed.
 */
export class OpenSong {
  readonly #history: History;
  readonly #listeners = new Set<SongListener>();
  #agents: AgentRule;

  constructor({ song, now, changes = [], agents = "apply" }: OpenSongOptions) {
    this.#history = new History(song, now, changes);
    this.#agents = agents;
  }

  get song(): Song {
    return this.#history.song;
  }

  get changes(): readonly Change[] {
    return this.#history.changes;
  }

  get agents(): AgentRule {
    return this.#agents;
  }

  isUndone(seq: number): boolean {
    return this.#history.isUndone(seq);
  }

  /** Ids for what a change adds, when its asker gives none. */
  newIds(): NewIds {
    return followingIds(this.song);
  }

  /** Throws where this caller has not this right. */
  demand(caller: Caller, right: Right): void {
    if (rightsOf[caller.role].includes(right)) return;
    if (caller.role === "viewer") throw new Refusal("session.read_only");
    if (caller.role === "reviewer") throw new Refusal("session.comment_only");
    throw new Refusal("session.not_yours");
  }

  apply(caller: Caller, asked: readonly unknown[], options: ApplyOptions): ApplyResult {
    this.demand(caller, "apply");
    const list = this.checked(asked);
    if (options.ifRev !== undefined && options.ifRev !== this.song.rev)
      throw new Refusal("stale", `The song is at revision ${this.song.rev}, not ${options.ifRev}`, "Read it again, then try");
    this.#demandUnlocked(caller, list);
    const trial = applyOps(this.song, list);
    if (trial.missed.length > 0 && (options.atomic ?? true)) {
      const first = trial.missed[0] as Op;
      throw new Refusal("missing", `${first.op} (${list.indexOf(first) + 1} of ${list.length}) is about something that is not there`);
    }
    if (options.dryRun === true) return { change: undefined, rev: this.song.rev, missed: trial.missed };
    const change = this.#history.commit(caller.author, options.label, list);
    this.#tellChange(change);
    return { change, rev: this.song.rev, missed: trial.missed };
  }

  /** Foreign ops as ops. Throws `invalid_op` that names the first that is none. */
  checked(asked: readonly unknown[]): readonly Op[] {
    for (const [index, op] of asked.entries()) {
      const problem = opProblem(op);
      if (problem !== undefined) throw new Refusal("invalid_op", `Op ${index + 1} of ${asked.length}: ${problem}`);
    }
    return asked as readonly Op[];
  }

  undo(caller: Caller): Undone {
    this.demand(caller, "undo-own");
    return this.#told(this.#history.undo(caller.author));
  }

  redo(caller: Caller): Undone {
    this.demand(caller, "undo-own");
    return this.#told(this.#history.redo(caller.author));
  }

  /** Takes back all that an author did since a change: one's own, or as the owner anybody's. */
  revert(caller: Caller, of: Author, since = 1): Undone {
    this.demand(caller, of.id === caller.author.id ? "undo-own" : "undo-others");
    return this.#told(this.#history.revert(caller.author, of, since));
  }

  /** Returns what ends it. */
  follow(listener: SongListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #told(undone: Undone): Undone {
    this.#tellChange(undone.change);
    return undone;
  }

  #tellChange(change: Change | undefined): void {
    if (change !== undefined) this.#tell({ is: "change", change });
  }

  #tell(event: SongEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** A lock on a track, or on the master, holds for everyone but who set it and the owner. */
  #demandUnlocked({ author, role }: Caller, list: readonly Op[]): void {
    if (role === "owner") return;
    for (const op of list) {
      const path = typeof op["track"] === "string" ? op["track"] : opRows.get(op.op)?.op.startsWith("master.") ? "master" : undefined;
      const lock = path !== undefined && Object.hasOwn(this.song.locks, path) ? this.song.locks[path] : undefined;
      if (lock !== undefined && lock.by !== author.name) throw new Refusal("locked", `locked by ${lock.by}`);
    }
  }
}
