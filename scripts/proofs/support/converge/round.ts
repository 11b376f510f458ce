import { canonicalJson } from "@jackfield/contract";
import {
  type Caller,
  type FollowerMessage,
  type Op,
  OpenSong,
  Refusal,
  type Role,
  SongFollower,
  SongHost,
  appendLine,
  emptySong,
  logBeginning,
  patchSong,
  readLog,
} from "@jackfield/studio";
import { Link } from "./link.ts";
import { Model } from "./model.ts";
import { randomOps } from "./random-ops.ts";
import { Random } from "./random.ts";

/** What a round came to; sums of rounds are what is shown. */
export interface RoundCounts {
  changes: number;
  asks: number;
  refused: number;
  byRole: number;
  undone: number;
  reverts: number;
  withheld: number;
  approved: number;
  missed: number;
  breaks: number;
  /** Leaves that were a person's when an agent's work was taken back, all of which must still be there. */
  spared: number;
  lost: number;
}

/** What went wrong in a round: nothing, where it went as it should. */
export interface Round {
  readonly counts: RoundCounts;
  readonly faults: readonly string[];
}

const people: readonly (readonly [id: string, role: Role, kind: "person" | "agent"])[] = [
  ["olga", "owner", "person"],
  ["ann", "editor", "person"],
  ["bob", "editor", "person"],
  ["rita", "reviewer", "person"],
  ["vic", "viewer", "person"],
  ["claude", "editor", "agent"],
];

const begin: readonly Op[] = ["t_a", "t_b", "t_c"].flatMap((id) => [
  { op: "track.add", id, name: id, kind: "notes", device: "sub", hue: 0, order: id },
  {
    op: "clip.add",
    track: id,
    id: `c_${id}`,
    name: "A",
    tick: 0,
    ticks: 1_920,
    notes: [{ id: "n_a", tick: 0, ticks: 240, pitch: 60, velocity: 90 }],
  },
]);

/** One song, six who follow it over links that are slow, break and come back, and `steps` things that happen in a random order. */
export async function playRound(seed: number, steps: number): Promise<Round> {
  return new RoundOf(seed).play(steps);
}

interface Seat {
  readonly caller: Caller;
  readonly link: Link;
  /** Ids it has made; the last of its asks that was run. */
  ids: number;
  ran: number;
}

class RoundOf {
  readonly #random: Random;
  readonly #open: OpenSong;
  readonly #host: SongHost;
  readonly #seats: readonly Seat[];
  readonly #model: Model;
  readonly #faults: string[] = [];
  readonly #counts: RoundCounts = {
    changes: 0,
    asks: 0,
    refused: 0,
    byRole: 0,
    undone: 0,
    reverts: 0,
    withheld: 0,
    approved: 0,
    missed: 0,
    breaks: 0,
    spared: 0,
    lost: 0,
  };
  readonly #base = emptySong("s_1");
  #settled = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
    let time = 0;
    this.#open = new OpenSong({ song: this.#base, now: () => ++time, agents: this.#random.chance(60) ? "propose" : "apply" });
    this.#host = new SongHost({ open: this.#open, order: `order-${seed}`, limits: { resumeChanges: 20, rememberedAnswers: 1_000 } });
    this.#model = new Model(this.#base);
    this.#open.follow((event) => {
      if (event.is !== "change") return;
      this.#counts.changes += 1;
      this.#model.changed(event.change, this.#open.song);
    });
    this.#open.apply({ author: { id: "olga", name: "olga", kind: "person" }, role: "owner" }, begin, { label: "Begin" });
    this.#seats = people.map(([id, role, kind]) => {
      const caller: Caller = { author: { id, name: id, kind, ...(kind === "agent" ? { for: "ann" } : {}) }, role };
      return {
        caller,
        ids: 0,
        ran: 0,
        link: new Link(this.#host, new SongFollower({ name: `${id}-tab`, song: emptySong("s_0") }), caller),
      };
    });
    for (const { link } of this.#seats) link.connect();
  }

  async play(steps: number): Promise<Round> {
    for (let step = 0; step < steps; step++) this.#step();
    for (let left = 10_000; left > 0 && this.#isBusy(); left--) {
      for (const { link } of this.#seats) if (!link.isUp) link.connect();
      this.#deliver();
    }
    // Answers are promises: what hangs on them runs after this.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#settled !== this.#counts.asks) this.#faults.push(`${this.#counts.asks - this.#settled} asks never ended`);
    this.#check();
    this.#counts.breaks = this.#seats.reduce((sum, { link }) => sum + link.broken, 0);
    return { counts: this.#counts, faults: this.#faults };
  }

  #isBusy(): boolean {
    return this.#seats.some(({ link }) => !link.isUp || link.waiting > 0 || !link.follower.isConnected || link.follower.pending > 0);
  }

  #step(): void {
    const seat = this.#random.one(this.#seats);
    if (seat === undefined) return;
    const { link } = seat;
    if (!link.isUp) return void (this.#random.chance(30) && link.connect());
    if (this.#random.chance(3)) return link.break();
    if (this.#random.chance(45)) return this.#act(seat);
    for (let many = this.#random.whole(8); many >= 0; many--) this.#deliver();
  }

  #deliver(): void {
    const waiting = this.#seats.filter(({ link }) => link.waiting > 0);
    const seat = this.#random.one(waiting);
    if (seat === undefined) return;
    if (this.#random.chance(50)) return void seat.link.deliverDown();
    const next = seat.link.peekUp();
    if (next?.is !== "ask") return void seat.link.deliverUp();
    this.#watched(seat, next);
  }

  /** Runs an ask at the host, and holds what it takes back against the model, and against what is a person's. */
  #watched(seat: Seat, { n, what, with: fields }: FollowerMessage & { readonly is: "ask" }): void {
    const { caller, link } = seat;
    // What comes again is answered, not run.
    const isNew = n > seat.ran;
    seat.ran = Math.max(seat.ran, n);
    const { of } = fields as { of?: string };
    const asker = { id: caller.author.id, role: caller.role };
    const expected = isNew && what === "revert" && of !== undefined ? this.#model.keptByRevert(this.#open.song, of, asker) : undefined;
    const takesBackAgent = of === "claude" || (caller.author.kind === "agent" && /^(?:undo|redo)$/.test(what));
    const persons = takesBackAgent ? this.#model.ofPersons() : undefined;
    link.deliverUp();
    const answer = link.peekLastDown();
    for (const [leaf, value] of persons ?? []) {
      this.#counts.spared += 1;
      if (this.#model.valueOf(leaf) === value) continue;
      this.#counts.lost += 1;
      this.#faults.push(`${what} by ${caller.author.id} took ${leaf}, which is a person's`);
    }
    if (answer?.is !== "answer") return;
    const { kept = [], change } = answer.result;
    if (isNew && (what === "undo" || what === "redo") && change !== undefined) this.#counts.undone += 1;
    if (expected === undefined) return;
    const told = kept.map(({ path }) => path).toSorted();
    this.#counts.reverts += 1;
    this.#counts.withheld += told.length;
    if (canonicalJson(told) !== canonicalJson(expected))
      this.#faults.push(`a revert kept ${told.join(" ") || "nothing"}, and should keep ${expected.join(" ") || "nothing"}`);
  }

  #act(seat: Seat): void {
    const { caller, link } = seat;
    const { follower } = link;
    const newId = (prefix: string): string => `${prefix}_${caller.author.id}${(seat.ids += 1)}`;
    const random = this.#random;
    const proposal = random.one(follower.proposals.filter(({ status }) => status === "pending" || status === "stale"));
    const comment = random.one(follower.comments);
    const ops = (): readonly Op[] => randomOps(follower.song, random, newId);
    const ask = (what: Parameters<SongFollower["ask"]>[0], fields: object): void => this.#ask(caller, follower, what, fields);
    const dice = random.whole(100);
    if (dice < 55) return ask("apply", { ops: ops(), label: "Change", atomic: random.chance(40) });
    if (dice < 64) return ask("undo", {});
    if (dice < 69) return ask("redo", {});
    if (dice < 74) return ask("revert", { of: random.chance(70) ? "claude" : caller.author.id });
    if (dice < 82) {
      const takes = Array.from({ length: 1 + random.whole(3) }, () => ({ label: "Take", ops: ops() }));
      return ask("propose", { title: "Idea", why: "So", takes });
    }
    if (dice < 90 && proposal !== undefined) return ask("approve", { id: proposal.id, take: random.one(proposal.takes)?.id ?? "a" });
    if (dice < 92 && proposal !== undefined) return ask("reject", { id: proposal.id });
    if (dice < 93 && proposal !== undefined) return ask("withdraw", { id: proposal.id });
    if (dice < 94) return ask("setAgents", { rule: random.chance(50) ? "apply" : "propose" });
    if (dice < 97 && comment !== undefined) return ask("reply", { id: comment.id, text: "Yes" });
    return ask("comment", { text: "Hm" });
  }

  #ask({ role, author }: Caller, follower: SongFollower, what: Parameters<SongFollower["ask"]>[0], fields: object): void {
    this.#counts.asks += 1;
    const mayNot = role === "viewer" || (role === "reviewer" && what !== "comment" && what !== "reply");
    follower.ask(what, fields).then(
      ({ missed = [] }) => {
        this.#settled += 1;
        if (mayNot) this.#faults.push(`${what} of a ${role} was taken`);
        if (author.kind === "agent" && (what === "approve" || what === "reject")) this.#faults.push(`an agent decided`);
        if (what !== "approve") return;
        this.#counts.approved += 1;
        this.#counts.missed += missed.length;
      },
      (error: unknown) => {
        this.#settled += 1;
        this.#counts.refused += 1;
        if (!(error instanceof Refusal)) return void this.#faults.push(String(error));
        const isByRole = error.code === "session.read_only" || error.code === "session.comment_only";
        if (isByRole) this.#counts.byRole += 1;
        if (mayNot !== isByRole) this.#faults.push(`${what} of a ${role} ended as ${error.code}`);
      },
    );
  }

  #check(): void {
    const { song, changes, proposals, comments } = this.#open;
    const whole = canonicalJson(song);
    for (const { caller, link } of this.#seats) {
      const { follower } = link;
      const name = caller.author.id;
      if (canonicalJson(follower.confirmed) !== whole) this.#faults.push(`${name} has another song`);
      if (canonicalJson(follower.song) !== whole) this.#faults.push(`${name} shows another song`);
      if (follower.pending > 0) this.#faults.push(`${name} still waits for ${follower.pending} answers`);
      if (canonicalJson(follower.proposals.toSorted(byId)) !== canonicalJson(proposals.toSorted(byId)))
        this.#faults.push(`${name} has other proposals`);
      if (canonicalJson(follower.comments) !== canonicalJson(comments)) this.#faults.push(`${name} has other comments`);
      const undone = follower.changes.filter(({ seq }) => follower.isUndone(seq) !== this.#open.isUndone(seq));
      if (undone.length > 0)
        this.#faults.push(`${name} holds ${undone.length} changes for undone that are not, or not for undone that are`);
    }
    let before = logBeginning;
    const lines = changes.map((change) => {
      const { line, hash } = appendLine(change, before);
      before = hash;
      return line;
    });
    const read = readLog(lines);
    if (read.problem !== undefined) this.#faults.push(`the log is broken at line ${read.problem.line}: ${read.problem.why}`);
    const again = read.changes.reduce((each, { patches }) => patchSong(each, patches), this.#base);
    if (canonicalJson(again) !== whole) this.#faults.push("the log makes another song");
  }
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
