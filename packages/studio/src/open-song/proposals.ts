import type { Limits } from "@jackfield/contract";
import type { Change } from "../song/change.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import type { songCeilings } from "./ceilings.ts";
import { type Decision, type Proposal, type Take, isOpenProposal } from "./proposal.ts";
import { Refusal } from "./refusal.ts";

/** The proposals of one song: what waits, what was decided. Knows nothing of who may: that is the open song's. */
export class Proposals {
  readonly #limits: Limits<typeof songCeilings>;
  readonly #kept = new Map<string, Proposal>();
  /** What each open one is about: places that its takes write to. Made when they are first asked for. */
  readonly #targets = new Map<string, readonly (readonly string[])[]>();
  #made: number;

  constructor(limits: Limits<typeof songCeilings>, kept: readonly Proposal[], made: number) {
    this.#limits = limits;
    for (const proposal of kept) this.#kept.set(proposal.id, proposal);
    this.#made = made;
  }

  /** In the order they were made. */
  get all(): readonly Proposal[] {
    return [...this.#kept.values()];
  }

  get made(): number {
    return this.#made;
  }

  /** Throws `missing`. */
  get(id: string): Proposal {
    const proposal = this.#kept.get(id);
    if (proposal === undefined) throw new Refusal("missing", "There is no such proposal", "List the proposals, then try");
    return proposal;
  }

  /** Throws `decided` where it does not wait any more. */
  open(id: string): Proposal {
    const proposal = this.get(id);
    if (!isOpenProposal(proposal)) throw new Refusal("decided", `That proposal is ${proposal.status} already`);
    return proposal;
  }

  /** Throws `missing`. Without a name: the only one, or the first. */
  take(id: string, take?: string): Take {
    const { takes } = this.get(id);
    const found = take === undefined ? takes[0] : takes.find((each) => each.id === take);
    if (found === undefined) throw new Refusal("missing", `That proposal has the takes ${takes.map((each) => each.id).join(", ")}`);
    return found;
  }

  /** Throws `full` where as many wait as may. */
  add(proposal: Omit<Proposal, "id" | "status">): Proposal {
    if (this.all.filter(isOpenProposal).length >= this.#limits.openProposals)
      throw new Refusal("full", `${this.#limits.openProposals} proposals wait already`, "Withdraw one, or wait until one is decided");
    this.#made += 1;
    const made: Proposal = { id: `r_${this.#made}`, ...proposal, status: "pending" };
    this.#kept.set(made.id, made);
    return made;
  }

  decide(id: string, status: "approved" | "rejected" | "withdrawn", decision: Decision): Proposal {
    const decided: Proposal = { ...this.open(id), status, decision };
    // To the end of the map, so that those decided longest ago come first.
    this.#kept.delete(id);
    this.#kept.set(id, decided);
    this.#targets.delete(id);
    const old = this.all.filter((each) => !isOpenProposal(each));
    for (const each of old.slice(0, Math.max(0, old.length - this.#limits.decidedProposals))) this.#kept.delete(each.id);
    return decided;
  }

  /** Notes a change of the song. Returns those whose object it touched for the first time. `before`: the song without it. */
  changed(change: Change, before: Song): readonly Proposal[] {
    const stale: Proposal[] = [];
    for (const proposal of this.#kept.values()) {
      if (proposal.status !== "pending" || proposal.id === change.on) continue;
      const targets = this.#targetsOf(proposal, before);
      if (!change.patches.some(({ path }) => targets.some((target) => touches(path, target)))) continue;
      const touched: Proposal = { ...proposal, status: "stale" };
      this.#kept.set(proposal.id, touched);
      stale.push(touched);
    }
    return stale;
  }

  #targetsOf(proposal: Proposal, song: Song): readonly (readonly string[])[] {
    const known = this.#targets.get(proposal.id);
    if (known !== undefined) return known;
    const targets = proposal.takes.flatMap(({ ops }) => targetsOf(song, ops));
    this.#targets.set(proposal.id, targets);
    return targets;
  }
}

/** A track's clip, its fader, its device: as deep into a song as people think of as one thing. */
const targetDepth = 4;

function targetsOf(song: Song, ops: readonly Op[]): readonly (readonly string[])[] {
  const targets = new Map<string, readonly string[]>();
  for (const { path } of applyOps(song, ops).patches) {
    const target = path.slice(0, targetDepth).map(String);
    if (target[0] !== "rev") targets.set(target.join("/"), target);
  }
  return [...targets.values()];
}

/** One lies at, above or below the other. */
function touches(one: readonly (string | number)[], other: readonly string[]): boolean {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at++) if (String(one[at]) !== other[at]) return false;
  return true;
}
