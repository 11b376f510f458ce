import {
  type AgentRule,
  type ApplyOptions,
  type ApplyResult,
  type Approved,
  type AskName,
  type Author,
  type Caller,
  type Change,
  type CommentRequest,
  type DecideOptions,
  type Op,
  OpenSong,
  type Proposal,
  type ProposalRequest,
  Refusal,
  type Song,
  type SongComment,
  type SongFollower,
  type SongEvent,
  type SongListener,
  type Undone,
  applyOps,
} from "@jackfield/studio";

/**
 * A song whose authority is another tab, as an open one: what is done to it here is shown at once and asked of that tab. What comes of it is known
 * later: until then a change has the number that it will most likely get, and what is taken back is said to have taken back nothing. What the
 * other tab refuses is told to `refused`.
 */
export class FollowedSong extends OpenSong {
  readonly #follower: SongFollower;
  readonly #refused: (refusal: Refusal) => void;
  /** Runs before a change is asked for: what it names has to be where the other tab finds it. */
  readonly #listeners = new Set<SongListener>();
  readonly #before: (ops: readonly Op[]) => Promise<void>;

  constructor(
    follower: SongFollower,
    now: () => number,
    refused: (refusal: Refusal) => void,
    before: (ops: readonly Op[]) => Promise<void>,
  ) {
    super({ song: follower.song, now });
    this.#follower = follower;
    this.#refused = refused;
    this.#before = before;
    follower.follow((event) => this.#told(event));
  }

  override get song(): Song {
    return this.#follower.song;
  }

  override get changes(): readonly Change[] {
    return this.#follower.changes;
  }

  override get proposals(): readonly Proposal[] {
    return this.#follower.proposals;
  }

  override get comments(): readonly SongComment[] {
    return this.#follower.comments;
  }

  override get agents(): AgentRule {
    return this.#follower.agents;
  }

  override isUndone(seq: number): boolean {
    return this.#follower.isUndone(seq);
  }

  override canUndo(author: string): boolean {
    return this.#follower.canUndo(author);
  }

  override canRedo(author: string): boolean {
    return this.#follower.canRedo(author);
  }

  override apply(caller: Caller, asked: readonly unknown[], options: ApplyOptions): ApplyResult {
    this.demand(caller, "apply");
    const ops = this.checked(asked);
    const { patches, inverse, missed } = applyOps(this.song, ops);
    const [first] = missed;
    if (first !== undefined && (options.atomic ?? true)) throw new Refusal("missing", `${first.op} is about something that is not there`);
    if (options.dryRun === true) return { change: undefined, rev: this.song.rev, missed };
    // What needs no preparing is asked now, and shown before this returns.
    if (ops.some(({ op }) => op === "sample.add")) void this.#before(ops).then(() => this.#ask("apply", { ops, ...options }));
    else this.#ask("apply", { ops, ...options });
    const change: Change = {
      seq: (this.changes.at(-1)?.seq ?? 0) + this.#follower.pending + 1,
      at: Date.now(),
      by: caller.author,
      label: options.label,
      ops,
      patches,
      inverse,
      missed,
    };
    return { change, rev: this.song.rev, missed };
  }

  override undo(): Undone {
    return this.#takesBack("undo", {});
  }

  override redo(): Undone {
    return this.#takesBack("redo", {});
  }

  override revert(_caller: Caller, of: Author, since = 1): Undone {
    return this.#takesBack("revert", { of: of.id, since });
  }

  override takeBack(_caller: Caller, changes: readonly number[], label?: string): Undone {
    return this.#takesBack("takeBack", { changes, ...(label === undefined ? {} : { label }) });
  }

  override takeBackGroup(_caller: Caller, group: string): Undone {
    return this.#takesBack("takeBackGroup", { group });
  }

  override propose(caller: Caller, request: ProposalRequest): Proposal {
    this.#ask("propose", request);
    const takes = request.takes.map(({ label, ops }, index) => ({ id: "abcd"[index] ?? "", label, ops: this.checked(ops) }));
    const base = this.changes.at(-1)?.seq ?? 0;
    return { id: `r_${this.proposals.length + 1}`, by: caller.author, at: Date.now(), base, status: "pending", ...request, takes };
  }

  override proposal(id: string): Proposal {
    const found = this.proposals.find((each) => each.id === id);
    if (found === undefined) throw new Refusal("missing", "There is no such proposal");
    return found;
  }

  override approve(_caller: Caller, id: string, { take, note }: DecideOptions = {}): Approved {
    this.#ask("approve", { id, ...(take === undefined ? {} : { take }), ...(note === undefined ? {} : { note }) });
    return { proposal: this.proposal(id), change: undefined, missed: [] };
  }

  override reject(_caller: Caller, id: string, { note }: DecideOptions = {}): Proposal {
    this.#ask("reject", { id, ...(note === undefined ? {} : { note }) });
    return this.proposal(id);
  }

  override withdraw(_caller: Caller, id: string): Proposal {
    this.#ask("withdraw", { id });
    return this.proposal(id);
  }

  override preview(id: string, take?: string): Song {
    return this.#follower.preview(id, take);
  }

  override differences(id: string, take?: string): ReturnType<OpenSong["differences"]> {
    return this.#follower.differences(id, take);
  }

  override setAgents(_caller: Caller, rule: AgentRule): void {
    this.#ask("setAgents", { rule });
  }

  override comment(caller: Caller, request: CommentRequest): SongComment {
    this.#ask("comment", request);
    return { id: `q_${this.comments.length + 1}`, by: caller.author, at: Date.now(), replies: [], ...request };
  }

  override reply(_caller: Caller, id: string, text: string): SongComment {
    this.#ask("reply", { id, text });
    return this.#comment(id);
  }

  override resolve(_caller: Caller, id: string, isResolved = true): SongComment {
    this.#ask("resolve", { id, isResolved });
    return this.#comment(id);
  }

  /** A render is noted by the tab that holds the song. */
  override noteRender(): void {
    return undefined;
  }

  override follow(listener: SongListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #told(event: SongEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #comment(id: string): SongComment {
    const found = this.comments.find((each) => each.id === id);
    if (found === undefined) throw new Refusal("missing", "There is no such comment");
    return found;
  }

  #takesBack(what: AskName, fields: object): Undone {
    this.#ask(what, fields);
    return { change: undefined, kept: [], tooOld: 0 };
  }

  #ask(what: AskName, fields: object): void {
    this.#follower.ask(what, fields).then(
      () => this.#told({ is: "song" }),
      (error: unknown) => {
        this.#told({ is: "song" });
        if (!(error instanceof Refusal)) throw error;
        this.#refused(error);
      },
    );
    this.#told({ is: "song" });
  }
}
