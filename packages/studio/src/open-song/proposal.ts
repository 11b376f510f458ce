import type { Author } from "../song/change.ts";
import type { Op } from "../song/op-row.ts";

/** One of the ways that a proposal could go. */
export interface Take {
  /** `a` to `d`, in order. */
  readonly id: string;
  readonly label: string;
  readonly ops: readonly Op[];
}

export const takeIds: readonly string[] = ["a", "b", "c", "d"];

/** `stale`: what it is about has changed since. It can be decided all the same: its ops are rerun on the song as it is then. */
export type ProposalStatus = "pending" | "stale" | "approved" | "rejected" | "withdrawn";

/** A change that waits for a person: as ops, not as what they did, so that it is made on the song as it is when it is approved. */
export interface Proposal {
  /** `r_1`, `r_2` … */
  readonly id: string;
  readonly by: Author;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The last change that the proposer had seen: its number. */
  readonly base: number;
  readonly title: string;
  readonly why: string;
  readonly tool?: string;
  readonly takes: readonly Take[];
  readonly status: ProposalStatus;
  readonly decision?: Decision;
}

/** How a proposal ended. */
export interface Decision {
  readonly by: Author;
  readonly at: number;
  readonly note?: string;
  /** Of one that was approved: the take, the number of the change, and how many of its ops found their object gone. */
  readonly take?: string;
  readonly change?: number;
  readonly missed?: number;
}

/** What a proposer gives. */
export interface ProposalRequest {
  readonly title: string;
  /** For the person who decides. */
  readonly why: string;
  readonly takes: readonly { readonly label: string; readonly ops: readonly unknown[] }[];
  /** The tool that it comes from. */
  readonly tool?: string;
}

export function isOpenProposal({ status }: Proposal): boolean {
  return status === "pending" || status === "stale";
}
