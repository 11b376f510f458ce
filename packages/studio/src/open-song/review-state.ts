import type { Author } from "../song/change.ts";
import type { Proposal } from "./proposal.ts";
import type { SongComment } from "./song-comment.ts";

/** Whether an agent's changes are made, or proposed and decided by a person. */
export type AgentRule = "apply" | "propose";

/** A render that somebody made of the song, by the hash of its sound. */
export interface RenderNote {
  readonly sha: string;
  readonly rev: number;
  readonly at: number;
  readonly by: Author;
  readonly what: string;
}

/** What is kept with a song beside its music and its history: `review.json` of a session. */
export interface ReviewState {
  readonly agents: AgentRule;
  readonly proposals: readonly Proposal[];
  readonly comments: readonly SongComment[];
  readonly renders: readonly RenderNote[];
  /** How many there have ever been: their ids go on from here. */
  readonly made: { readonly proposals: number; readonly comments: number };
}

export const emptyReview: ReviewState = {
  agents: "apply",
  proposals: [],
  comments: [],
  renders: [],
  made: { proposals: 0, comments: 0 },
};
