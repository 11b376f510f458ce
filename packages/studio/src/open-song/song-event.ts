import type { Change } from "../song/change.ts";
import type { Proposal } from "./proposal.ts";
import type { AgentRule } from "./review-state.ts";
import type { SongComment } from "./song-comment.ts";

/** What those who follow a song hear, in order. */
export type SongEvent =
  /** Of one that is followed from afar: it is another now, or as it has become while nobody told. */
  | { readonly is: "song" }
  | { readonly is: "change"; readonly change: Change }
  | { readonly is: "proposal"; readonly id: string; readonly proposal: Proposal }
  | { readonly is: "comment"; readonly id: string; readonly comment: SongComment }
  | { readonly is: "rule"; readonly agents: AgentRule };

export type SongListener = (event: SongEvent) => void;
