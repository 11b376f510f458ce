import type { Patch } from "immer";
import type { Op } from "./op-row.ts";

/** Who changes something. An agent acts for a person, and is an author of its own. */
export interface Author {
  readonly id: string;
  readonly name: string;
  readonly kind: "person" | "agent";
  /** The person that an agent acts for, by their id. */
  readonly for?: string;
  /** The way it came: the page, a relay, a process, a space's daemon. */
  readonly via?: "ui" | "relay" | "stdio" | "space";
}

/** A change as it is kept: what was asked for, and what it did. */
export interface Change extends ChangeMarks {
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
}

/** What a change says of itself beside what it did. */
export interface ChangeMarks {
  /** Of one that takes back or brings back: which kind. */
  readonly is?: "undo" | "redo" | "revert";
  /** The changes that this one takes back, or brings back. */
  readonly undoes?: readonly number[];
  readonly redoes?: readonly number[];
  /** Of those: whose patch each of `patches` takes back, as the number of the change and the patch's place in it. */
  readonly took?: readonly (readonly [seq: number, patch: number])[];
  /** The person who approved it, and the proposal that it was. */
  readonly approvedBy?: Author;
  readonly on?: string;
  /** The tool that it came through. */
  readonly tool?: string;
  /** Changes of one author and one group are taken back together. */
  readonly group?: string;
  /** Its patches are not in memory any more: it cannot be taken back. */
  readonly settled?: true;
}
