import type { Change } from "../song/change.ts";
import type { Op } from "../song/op-row.ts";
import type { Song } from "../song/song.ts";
import type { Proposal } from "./proposal.ts";
import type { AgentRule, ReviewState } from "./review-state.ts";

export interface OpenSongOptions {
  readonly song: Song;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the song has come to be by, where it is opened again. */
  readonly changes?: readonly Change[];
  /** What was proposed and said, where it is opened again. */
  readonly review?: ReviewState;
  /** What an agent's changes are at first. Default: as the review says, else applied. */
  readonly agents?: AgentRule;
}

export interface ApplyOptions {
  /** What the change is called in the history. */
  readonly label: string;
  /** All of them or none: one whose object is gone refuses all. Default true. */
  readonly atomic?: boolean;
  /** Say what would change, and change nothing. */
  readonly dryRun?: boolean;
  /** Only where this is still the song's revision. */
  readonly ifRev?: number;
  /** The tool that it comes through. */
  readonly tool?: string;
  /** Changes of one caller and one group are undone in one step: those of a batch. */
  readonly group?: string;
  /** For the person who decides, where the change becomes a proposal. */
  readonly why?: string;
}

/** What a list of ops came to. */
export interface ApplyResult {
  /** Undefined on a dry run, where nothing changed, and where it waits as a proposal. */
  readonly change: Change | undefined;
  readonly rev: number;
  /** Those whose object is not there. */
  readonly missed: readonly Op[];
  /** The song has agents propose: this waits for a person. */
  readonly proposal?: Proposal;
}

/** How somebody decides. */
export interface DecideOptions {
  /** The take, where there are several. Default: the first. */
  readonly take?: string;
  readonly note?: string;
  /** An agent decides: its person said so, in so many words. Only the tools for that set it. */
  readonly asPerson?: boolean;
}

/** What an approval came to. */
export interface Approved {
  readonly proposal: Proposal;
  /** Undefined where nothing of it was left to do. */
  readonly change: Change | undefined;
  readonly missed: readonly Op[];
}
