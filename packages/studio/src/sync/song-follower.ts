import { applyCeilings } from "@jackfield/contract";
import type { ApplyOptions } from "../open-song/open-song.ts";
import { type Proposal, isOpenProposal } from "../open-song/proposal.ts";
import { Refusal } from "../open-song/refusal.ts";
import { type AgentRule, type ReviewState, emptyReview } from "../open-song/review-state.ts";
import type { SongComment } from "../open-song/song-comment.ts";
import type { SongEvent, SongListener } from "../open-song/song-event.ts";
import type { Author, Change } from "../song/change.ts";
import { songDifferences } from "../song/differences.ts";
import type { Difference } from "../song/difference.ts";
import type { Op, Role } from "../song/op-row.ts";
import { applyOps, opProblem } from "../song/ops.ts";
import { patchSong } from "../song/patch-song.ts";
import type { Song } from "../song/song.ts";
import { UndoStacks } from "../song/undo-stacks.ts";
import type { AskName, AskResult } from "./ask.ts";
import { parseHostMessage } from "./parse-host-message.ts";
import type { SyncLimits } from "./song-host.ts";
import { syncCeilings } from "./sync-ceilings.ts";
import { type FollowerMessage, type HostMessage, type SyncPort, syncEnds } from "./sync-messages.ts";

export interface SongFollowerOptions {
  /** Names this follower over its connections. */
  readonly name: string;
  /** What is shown until the host has said more. */
  readonly song: Song;
  readonly limits?: Partial<SyncLimits>;
}

/** What was asked and has no answer yet. */
interface Pending {
  readonly n: number;
  readonly what: AskName;
  readonly with: object;
  /** Of an apply: what is shown until the host has said what came of it. */
  readonly ops: readonly Op[];
  /** The host has told what it made: it is in the song. */
  isMade: boolean;
  readonly resolve: (result: AskResult) => void;
  readonly reject: (error: Refusal) => void;
}

/**
 * A song that somebody else is the authority of, as it is seen from here: what the host has confirmed, and on top of it what was asked for here
 * and is not confirmed yet. What the host then makes of it holds, whatever it looked like here.
 */
export class SongFollower {
  readonly #name: string;
  readonly #limits: SyncLimits;
  readonly #listeners = new Set<SongListener>();
  readonly #proposals = new Map<string, Proposal>();
  readonly #comments = new Map<string, SongComment>();
  readonly #undone = new Set<number>();
  #stacks = new UndoStacks();
  #port: SyncPort<FollowerMessage> | undefined;
  #order: string | undefined;
  #confirmed: Song;
  #song: Song;
  #seq = 0;
  #changes: readonly Change[] = [];
  #agents: AgentRule = "apply";
  #you: Author | undefined;
  #role: Role = "viewer";
  #pending: readonly Pending[] = [];
  #asked = 0;
  /** The host has said on this port which song there is. */
  #isGreeted = false;

  constructor({ name, song, limits = {} }: SongFollowerOptions) {
    this.#name = name;
    this.#limits = applyCeilings(syncCeilings, limits).limits;
    this.#confirmed = this.#song = song;
  }

  /** With what was asked for here on top. */
  get song(): Song {
    return this.#song;
  }

  /** As the host knows it. */
  get confirmed(): Song {
    return this.#confirmed;
  }

  /** The last ones, without what they did. */
  get changes(): readonly Change[] {
    return this.#changes;
  }

  get proposals(): readonly Proposal[] {
    return [...this.#proposals.values()];
  }

  get comments(): readonly SongComment[] {
    return [...this.#comments.values()];
  }

  get agents(): AgentRule {
    return this.#agents;
  }

  /** Who this is, as the host says; undefined before it has. */
  get you(): Author | undefined {
    return this.#you;
  }

  get role(): Role {
    return this.#role;
  }

  get isConnected(): boolean {
    return this.#isGreeted;
  }

  /** Asks that have no answer yet. */
  get pending(): number {
    return this.#pending.length;
  }

  isUndone(seq: number): boolean {
    return this.#undone.has(seq);
  }

  /** The author has something to take back, as far as the host has told what was done. */
  canUndo(author: string): boolean {
    return this.#stacks.undoable.last(author) !== undefined;
  }

  canRedo(author: string): boolean {
    return this.#stacks.redoable.last(author) !== undefined;
  }

  /** Goes on over a port; the one before is let go. What it receives is given to `receive`, and `lost` is called when it closes. */
  connect(port: SyncPort<FollowerMessage>): void {
    this.#port?.close(syncEnds.closing);
    this.#port = port;
    this.#isGreeted = false;
    port.send({ is: "hello", follower: this.#name, ...(this.#order === undefined ? {} : { order: this.#order, since: this.#seq }) });
  }

  /** The port is gone. What is asked waits for the next. */
  lost(): void {
    this.#port = undefined;
    this.#isGreeted = false;
  }

  /** Makes a change: shown at once, and as the host takes it. Rejects with the host's `Refusal`. */
  apply(ops: readonly Op[], options: ApplyOptions): Promise<AskResult> {
    return this.ask("apply", { ops, ...options });
  }

  /** Asks the host for anything that can be asked of a song. Rejects with its `Refusal`, or with `full` where too much waits already. */
  ask(what: AskName, fields: object): Promise<AskResult> {
    if (this.#pending.length >= this.#limits.pendingAsks)
      return Promise.reject(new Refusal("full", "Too much waits for the other side", "Wait until it is there again"));
    this.#asked += 1;
    const n = this.#asked;
    return new Promise((resolve, reject) => {
      const pending: Pending = { n, what, with: fields, ops: this.#shown(what, fields), isMade: false, resolve, reject };
      this.#pending = [...this.#pending, pending];
      if (pending.ops.length > 0) this.#song = applyOps(this.#song, pending.ops).song;
      if (this.#isGreeted) this.#port?.send({ is: "ask", n, what, with: fields });
    });
  }

  /** The song as a take would make it. Throws `missing`. */
  preview(id: string, take?: string): Song {
    const proposal = this.#proposals.get(id);
    const found = take === undefined ? proposal?.takes[0] : proposal?.takes.find((each) => each.id === take);
    if (proposal === undefined || found === undefined || !isOpenProposal(proposal)) throw new Refusal("missing");
    return applyOps(this.#song, found.ops).song;
  }

  differences(id: string, take?: string): readonly Difference[] {
    return songDifferences(this.#song, this.preview(id, take));
  }

  /** Returns what ends it. */
  follow(listener: SongListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** What came from the host. Whatever is no message ends the connection. */
  receive(value: unknown): void {
    const message = parseHostMessage(value);
    if (message === undefined || (!this.#isGreeted && message.is !== "song" && message.is !== "resumed")) return this.#unclear();
    switch (message.is) {
      case "song":
        return this.#begin(message);
      case "resumed":
        return this.#resume(message);
      case "change":
        return this.#change(message.change, message.n);
      case "proposal":
        this.#proposals.set(message.proposal.id, message.proposal);
        return this.#tell({ is: "proposal", id: message.proposal.id, proposal: message.proposal });
      case "comment":
        this.#comments.set(message.comment.id, message.comment);
        return this.#tell({ is: "comment", id: message.comment.id, comment: message.comment });
      case "rule":
        this.#agents = message.agents;
        return this.#tell({ is: "rule", agents: message.agents });
      case "role":
        this.#role = message.role;
        return;
      case "answer":
        return this.#settle(message.n, (pending) => pending.resolve(message.result));
      case "refusal":
        return this.#settle(message.n, (pending) => pending.reject(new Refusal(message.code, message.message, message.hint)));
    }
  }

  #begin({ order, seq, song, changes, undone, review, you, role }: HostMessage & { readonly is: "song" }): void {
    const isOther = this.#order !== undefined && this.#order !== order;
    this.#order = order;
    this.#seq = seq;
    this.#confirmed = song;
    this.#changes = changes.slice(-this.#limits.listedChanges);
    this.#undone.clear();
    for (const each of undone) this.#undone.add(each);
    this.#stacks = new UndoStacks();
    for (const change of this.#changes) this.#stack(change);
    this.#introduce(review, you, role);
    // Nobody there remembers what was asked of another: changes can be asked for again, since what was done misses; the rest is the person's to look at.
    if (isOther) this.#giveUp((pending) => pending.what !== "apply");
    this.#goOn();
    this.#tell({ is: "song" });
  }

  #resume({ order, review, you, role }: HostMessage & { readonly is: "resumed" }): void {
    if (order !== this.#order) return this.#unclear();
    this.#introduce(review, you, role);
    this.#goOn();
  }

  #introduce(review: ReviewState, you: Author, role: Role): void {
    const { agents, proposals, comments } = review ?? emptyReview;
    this.#you = you;
    this.#role = role;
    this.#agents = agents;
    this.#proposals.clear();
    for (const each of proposals) this.#proposals.set(each.id, each);
    this.#comments.clear();
    for (const each of comments) this.#comments.set(each.id, each);
  }

  #goOn(): void {
    this.#isGreeted = true;
    for (const { n, what, with: fields } of this.#pending) this.#port?.send({ is: "ask", n, what, with: fields });
    this.#show();
  }

  #change(change: Change, n: number | undefined): void {
    if (change.seq !== this.#seq + 1) return this.#unclear();
    this.#seq = change.seq;
    this.#confirmed = patchSong(this.#confirmed, change.patches);
    this.#changes = [...this.#changes.slice(1 - this.#limits.listedChanges), { ...change, patches: [] }];
    for (const seq of change.undoes ?? []) this.#undone.add(seq);
    for (const seq of change.redoes ?? []) this.#undone.delete(seq);
    this.#stack(change);
    const own = n === undefined ? undefined : this.#pending.find((pending) => pending.n === n);
    if (own !== undefined) own.isMade = true;
    this.#show();
    this.#tell({ is: "change", change });
  }

  #stack(change: Change): void {
    this.#stacks.take(change, (seq) => this.#changes.find((each) => each.seq === seq));
    const first = this.#changes[0]?.seq ?? 0;
    if (this.#changes.length === this.#limits.listedChanges) this.#stacks.forget(first - 1);
  }

  #settle(n: number, how: (pending: Pending) => void): void {
    const pending = this.#pending.find((each) => each.n === n);
    if (pending === undefined) return;
    this.#pending = this.#pending.filter((each) => each !== pending);
    this.#show();
    how(pending);
  }

  /** The confirmed song with what waits on top. */
  #show(): void {
    const waiting = this.#pending.filter(({ isMade, ops }) => !isMade && ops.length > 0);
    this.#song = waiting.reduce((song, { ops }) => applyOps(song, ops).song, this.#confirmed);
  }

  /** What of an ask can be shown before the host has answered. */
  #shown(what: AskName, fields: object): readonly Op[] {
    const { ops = [], dryRun = false } = fields as { ops?: readonly Op[]; dryRun?: boolean };
    const waits = this.#you?.kind === "agent" && this.#agents === "propose";
    const isShown = what === "apply" && !dryRun && !waits && (this.#role === "editor" || this.#role === "owner");
    return isShown && ops.every((op) => opProblem(op) === undefined) ? ops : [];
  }

  #giveUp(which: (pending: Pending) => boolean): void {
    const gone = this.#pending.filter(which);
    this.#pending = this.#pending.filter((pending) => !which(pending));
    for (const { reject } of gone)
      reject(new Refusal("stale", "The other side was another: this may have been done or not", "Look, then ask again"));
  }

  #unclear(): void {
    // From here on nothing that comes can be trusted to fit: the next port begins anew.
    this.#order = undefined;
    const port = this.#port;
    this.lost();
    port?.close(syncEnds.unclear);
  }

  #tell(event: SongEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
