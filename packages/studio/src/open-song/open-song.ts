import { type Limits, applyCeilings } from "@jackfield/contract";
import { songDifferences } from "../song/differences.ts";
import type { Difference } from "../song/difference.ts";
import { deviceProblems } from "../song/device-problems.ts";
import { type Author, type Change, History, type Undone } from "../song/history.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import type { ApplyOptions, ApplyResult, Approved, DecideOptions, OpenSongOptions } from "./asking.ts";
import { type Caller, type Right, rightsOf } from "./caller.ts";
import { songCeilings } from "./ceilings.ts";
import { checkedOps, demandRole } from "./checked-ops.ts";
import { Comments } from "./comments.ts";
import { demandUnlocked, lockAgainst, lockedAgainst, stamped } from "./locks.ts";
import { type NewIds, followingIds } from "./new-ids.ts";
import { cutText, plainText } from "./plain-text.ts";
import { type Decision, type Proposal, type ProposalRequest, takeIds } from "./proposal.ts";
import { Proposals } from "./proposals.ts";
import { Refusal } from "./refusal.ts";
import { type AgentRule, type RenderNote, type ReviewState, emptyReview } from "./review-state.ts";
import type { CommentRequest, SongComment } from "./song-comment.ts";
import type { SongEvent, SongListener } from "./song-event.ts";

export type { ApplyOptions, ApplyResult, Approved, DecideOptions, OpenSongOptions } from "./asking.ts";
export type { AgentRule } from "./review-state.ts";

/**
 * A song that is open: the one place it is changed at. Every way in (page, agent, command, daemon) goes through it, and is checked here: who
 * may, what is locked, whether each op is one. Whatever it refuses it throws as a `Refusal`, with nothing changed.
 */
export class OpenSong {
  readonly #now: () => number;
  readonly #limits: Limits<typeof songCeilings>;
  readonly #history: History;
  readonly #proposals: Proposals;
  readonly #comments: Comments;
  readonly #listeners = new Set<SongListener>();
  #renders: readonly RenderNote[];
  #agents: AgentRule;

  constructor({ song, now, changes = [], review = emptyReview, agents = review.agents }: OpenSongOptions) {
    this.#now = now;
    this.#limits = applyCeilings(songCeilings).limits;
    this.#history = new History(song, now, changes);
    this.#proposals = new Proposals(this.#limits, review.proposals, review.made.proposals);
    this.#comments = new Comments(this.#limits, review.comments, review.made.comments);
    this.#renders = review.renders;
    this.#agents = agents;
  }

  get song(): Song {
    return this.#history.song;
  }

  /** Those in memory, oldest first. */
  get changes(): readonly Change[] {
    return this.#history.changes;
  }

  get agents(): AgentRule {
    return this.#agents;
  }

  /** All that are kept: those that wait and those that were decided. */
  get proposals(): readonly Proposal[] {
    return this.#proposals.all;
  }

  get comments(): readonly SongComment[] {
    return this.#comments.all;
  }

  get renders(): readonly RenderNote[] {
    return this.#renders;
  }

  /** What is kept with the song beside its music and its history. */
  get review(): ReviewState {
    return {
      agents: this.#agents,
      proposals: this.#proposals.all,
      comments: this.#comments.all,
      renders: this.#renders,
      made: { proposals: this.#proposals.made, comments: this.#comments.made },
    };
  }

  isUndone(seq: number): boolean {
    return this.#history.isUndone(seq);
  }

  /** Ids for what a change adds, when its asker gives none. */
  newIds(): NewIds {
    return followingIds(this.song, this.#proposals.made);
  }

  /** Throws where this caller has not this right. */
  demand(caller: Caller, right: Right): void {
    if (personsOwn.has(right) && caller.role === "owner" && caller.author.kind !== "person") throw new Refusal("session.person_only");
    if (rightsOf[caller.role].includes(right)) return;
    if (caller.role === "viewer") throw new Refusal("session.read_only");
    if (caller.role === "reviewer") throw new Refusal("session.comment_only");
    throw new Refusal("session.not_yours");
  }

  // --- changes ---

  /** The author, by their id, has something that `undo` would take back. */
  canUndo(author: string): boolean {
    return this.#history.canUndo(author);
  }

  /** The author has something that `redo` would bring back. */
  canRedo(author: string): boolean {
    return this.#history.canRedo(author);
  }

  /** Makes a change, or proposes it where the song has agents propose. */
  apply(caller: Caller, asked: readonly unknown[], options: ApplyOptions): ApplyResult {
    const proposes = caller.author.kind === "agent" && this.#agents === "propose";
    this.demand(caller, proposes ? "propose" : "apply");
    const list = this.#mine(caller, asked);
    if (options.ifRev !== undefined && options.ifRev !== this.song.rev)
      throw new Refusal("stale", `The song is at revision ${this.song.rev}, not ${options.ifRev}`, "Read it again, then try");
    demandUnlocked(this.song, caller, list);
    const trial = applyOps(this.song, list);
    if (trial.missed.length > 0 && (options.atomic ?? true)) {
      const first = trial.missed[0] as Op;
      throw new Refusal("missing", `${first.op} (${list.indexOf(first) + 1} of ${list.length}) is about something that is not there`);
    }
    const { missed } = trial;
    const label = cutText(options.label, labelCharacters) || "Change";
    const { tool, group } = options;
    if (options.dryRun === true) return { change: undefined, rev: this.song.rev, missed };
    if (proposes) {
      const takes = [{ label, ops: list }];
      const request = { title: label, why: options.why ?? "", takes, ...(tool === undefined ? {} : { tool }) };
      return { change: undefined, rev: this.song.rev, missed, proposal: this.propose(caller, request) };
    }
    const marks = { ...(tool === undefined ? {} : { tool }), ...(group === undefined ? {} : { group }) };
    const before = this.song;
    const change = this.#history.take(trial, caller.author, label, list, marks);
    this.#tellChange(change, before);
    return { change, rev: this.song.rev, missed };
  }

  /** Foreign ops as ops. Throws `invalid_op` that names the first that is none. `song`: what they are for, where it is a copy to try them on. */
  checked(asked: readonly unknown[], song: Song = this.song): readonly Op[] {
    return checkedOps(asked, song, this.#limits.opsPerChange);
  }

  undo(caller: Caller): Undone {
    this.demand(caller, "undo-own");
    return this.#told(() => this.#history.undo(caller.author, lockedAgainst(this.song, caller)));
  }

  redo(caller: Caller): Undone {
    this.demand(caller, "undo-own");
    return this.#told(() => this.#history.redo(caller.author, lockedAgainst(this.song, caller)));
  }

  /** Takes back all that an author did since a change: one's own, one's own agent's, or as the owner anybody's. */
  revert(caller: Caller, of: Author, since = 1): Undone {
    // What an author says of themselves stands in their changes: whoever asks may say anything.
    const known = this.changes.findLast(({ by }) => by.id === of.id)?.by ?? of;
    this.demand(caller, this.#isOwn(caller, known) ? "undo-own" : "undo-others");
    return this.#told(() => this.#history.revert(caller.author, known, since, lockedAgainst(this.song, caller)));
  }

  /** Takes back some changes by their numbers: one's own, those one approved, or as the owner any. Throws `missing`. */
  takeBack(caller: Caller, seqs: readonly number[], label?: string): Undone {
    this.demand(caller, "undo-own");
    const changes = seqs.map((seq) => this.#history.change(seq));
    if (changes.length === 0 || changes.includes(undefined)) throw new Refusal("missing", "There is no such change, or it is too old");
    const own = changes.every(
      (change) => change !== undefined && (this.#isOwn(caller, change.by) || change.approvedBy?.id === caller.author.id),
    );
    if (!own) this.demand(caller, "undo-others");
    const name = label ?? (changes.length === 1 ? `Revert: ${changes[0]?.label ?? ""}` : `Revert ${changes.length} changes`);
    return this.#told(() => this.#history.takeBack(caller.author, seqs, cutText(name, labelCharacters), lockedAgainst(this.song, caller)));
  }

  /** Takes back the caller's own changes of one group, and nothing else: what others did in between stays. */
  takeBackGroup(caller: Caller, group: string): Undone {
    this.demand(caller, "undo-own");
    const seqs = this.changes.filter((change) => change.group === group && change.by.id === caller.author.id).map(({ seq }) => seq);
    return this.#told(() => this.#history.takeBack(caller.author, seqs, "Taken back", lockedAgainst(this.song, caller)));
  }

  // --- proposals ---

  /** Puts a change before the people of the song, in up to four takes. */
  propose(caller: Caller, { title, why, takes, tool }: ProposalRequest): Proposal {
    this.demand(caller, "propose");
    const { takesPerProposal, proposalCharacters } = this.#limits;
    if (takes.length === 0 || takes.length > takesPerProposal)
      throw new Refusal("invalid_op", `A proposal has 1 to ${takesPerProposal} takes, not ${takes.length}`);
    const checked = takes.map(({ label, ops }, index) => {
      const list = this.#mine(caller, ops);
      demandUnlocked(this.song, caller, list);
      return { id: takeIds[index] ?? "", label: cutText(label, labelCharacters) || `Take ${index + 1}`, ops: list };
    });
    if (JSON.stringify(checked).length > proposalCharacters)
      throw new Refusal("full", `A proposal has at most ${proposalCharacters} characters of ops`, "Propose it in parts");
    const proposal = this.#proposals.add({
      by: caller.author,
      at: this.#now(),
      base: this.#history.last,
      title: plainText(title, "title", labelCharacters),
      why: cutText(why, whyCharacters),
      ...(tool === undefined ? {} : { tool }),
      takes: checked,
    });
    return this.#toldProposal(proposal);
  }

  /** Throws `missing`. */
  proposal(id: string): Proposal {
    return this.#proposals.get(id);
  }

  /**
   * Reruns a take on the song as it is now. The change is its proposer's, approved by the caller. What finds its object gone or locked, or fits its device
   * no more, is left out and returned.
   */
  approve(caller: Caller, id: string, options: DecideOptions = {}): Approved {
    this.#demandDecides(caller, options);
    const { by, title, tool } = this.#proposals.open(id);
    const take = this.#proposals.take(id, options.take);
    const before = this.song;
    const unfit = new Set(deviceProblems(before, take.ops).map(({ index }) => index));
    const fit = take.ops.filter((op, index) => !unfit.has(index) && lockAgainst(before, caller, op) === undefined);
    const marks = { approvedBy: caller.author, on: id, ...(tool === undefined ? {} : { tool }) };
    const change = this.#history.commit(by, title, fit, marks);
    const done = new Set(fit);
    for (const op of change?.missed ?? fit) done.delete(op);
    const missed = take.ops.filter((op) => !done.has(op));
    const outcome = { take: take.id, missed: missed.length, ...(change === undefined ? {} : { change: change.seq }) };
    const proposal = this.#proposals.decide(id, "approved", this.#decision(caller, options, outcome));
    this.#tellChange(change, before);
    return { proposal: this.#toldProposal(proposal), change, missed };
  }

  reject(caller: Caller, id: string, options: DecideOptions = {}): Proposal {
    this.#demandDecides(caller, options);
    return this.#toldProposal(this.#proposals.decide(id, "rejected", this.#decision(caller, options)));
  }

  /** Takes one's own back, one's agent's, or as the owner anybody's. */
  withdraw(caller: Caller, id: string): Proposal {
    this.demand(caller, "propose");
    if (!this.#isOwn(caller, this.#proposals.open(id).by)) this.demand(caller, "admin");
    return this.#toldProposal(this.#proposals.decide(id, "withdrawn", this.#decision(caller, {})));
  }

  /** The song as it would be, for ears and meters: nothing is changed. */
  preview(id: string, take?: string): Song {
    this.#proposals.open(id);
    return applyOps(this.song, this.#proposals.take(id, take).ops).song;
  }

  /** What a take would change in the song as it is now, as a person reads it. Names in it are foreign text. */
  differences(id: string, take?: string): readonly Difference[] {
    return songDifferences(this.song, this.preview(id, take));
  }

  /** Whether agents' changes are made or proposed: the owner's to say, in person. */
  setAgents(caller: Caller, rule: AgentRule): void {
    this.demand(caller, "admin");
    if (rule === this.#agents) return;
    this.#agents = rule;
    this.#tell({ is: "rule", agents: rule });
  }

  // --- comments ---

  comment(caller: Caller, request: CommentRequest): SongComment {
    this.demand(caller, "comment");
    if (request.track !== undefined && !Object.hasOwn(this.song.tracks, request.track))
      throw new Refusal("missing", "There is no such track", "Leave it out to comment on the song");
    return this.#toldComment(this.#comments.add(caller.author, this.#now(), request));
  }

  reply(caller: Caller, id: string, text: string): SongComment {
    this.demand(caller, "comment");
    return this.#toldComment(this.#comments.reply(id, caller.author, this.#now(), text));
  }

  resolve(caller: Caller, id: string, isResolved = true): SongComment {
    this.demand(caller, "comment");
    return this.#toldComment(this.#comments.resolve(id, caller.author, this.#now(), isResolved));
  }

  /** Notes that somebody rendered the song as it is: by its hash it can be told later what was heard. */
  noteRender(by: Author, sha: string, what: string): void {
    const note: RenderNote = { sha, rev: this.song.rev, at: this.#now(), by, what: cutText(what, labelCharacters) };
    this.#renders = [...this.#renders.slice(1 - this.#limits.renderNotes), note];
  }

  /** Returns what ends it. */
  follow(listener: SongListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ops of a caller: checked, of kinds that their role may, and with their name on what they lock. */
  #mine(caller: Caller, asked: readonly unknown[]): readonly Op[] {
    const list = this.checked(asked);
    demandRole(caller.role, list);
    return list.map((op) => stamped(op, caller.author, this.#now()));
  }

  #isOwn({ author }: Caller, of: Author): boolean {
    return of.id === author.id || (of.kind === "agent" && of.for === author.id);
  }

  #demandDecides(caller: Caller, { asPerson = false }: DecideOptions): void {
    this.demand(caller, "decide");
    if (caller.author.kind !== "person" && !asPerson) throw new Refusal("session.person_only");
  }

  #decision({ author }: Caller, { note }: DecideOptions, outcome: Partial<Decision> = {}): Decision {
    return {
      by: author,
      at: this.#now(),
      ...(note === undefined || note === "" ? {} : { note: cutText(note, whyCharacters) }),
      ...outcome,
    };
  }

  #told(takeBack: () => Undone): Undone {
    const before = this.song;
    const undone = takeBack();
    this.#tellChange(undone.change, before);
    return undone;
  }

  #toldProposal(proposal: Proposal): Proposal {
    this.#tell({ is: "proposal", id: proposal.id, proposal });
    return proposal;
  }

  #toldComment(comment: SongComment): SongComment {
    this.#tell({ is: "comment", id: comment.id, comment });
    return comment;
  }

  #tellChange(change: Change | undefined, before: Song): void {
    if (change === undefined) return;
    const touched = this.#proposals.changed(change, before);
    this.#tell({ is: "change", change });
    for (const proposal of touched) this.#toldProposal(proposal);
  }

  #tell(event: SongEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** What an owner does in person only: their agent works with them, and is not them. */
const personsOwn: ReadonlySet<Right> = new Set(["undo-others", "admin"]);

/** Characters of what a change or proposal is called, and of why. */
const labelCharacters = 120;
const whyCharacters = 1_000;
