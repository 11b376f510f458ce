import type { Role } from "../song/op-row.ts";
import type { Author, Change } from "../song/change.ts";
import type { Song } from "../song/song.ts";
import type { Proposal } from "../open-song/proposal.ts";
import type { RefusalCode } from "../open-song/refusal.ts";
import type { AgentRule, ReviewState } from "../open-song/review-state.ts";
import type { SongComment } from "../open-song/song-comment.ts";
import type { AskResult } from "./ask.ts";

/** What a follower says. Messages are plain data: they go through `postMessage` and JSON alike, and arrive in order. */
export type FollowerMessage =
  /** The first. `since`: the last change it has, of the song's order that `order` names. `follower` names it over its connections. */
  | { readonly is: "hello"; readonly follower: string; readonly order?: string; readonly since?: number }
  /** `n` counts the follower's asks, upwards; one that got no answer is sent again with its number. */
  | { readonly is: "ask"; readonly n: number; readonly what: string; readonly with: object };

/** What the host says. */
export type HostMessage =
  /** The song as it is, and who the follower is here. Everything before it is void. */
  | {
      readonly is: "song";
      readonly order: string;
      readonly seq: number;
      readonly song: Song;
      /** The last changes, without what they did. */
      readonly changes: readonly Change[];
      readonly undone: readonly number[];
      readonly review: ReviewState;
      readonly you: Author;
      readonly role: Role;
    }
  /** Instead of that, where it has but missed some changes: they follow. */
  | { readonly is: "resumed"; readonly order: string; readonly review: ReviewState; readonly you: Author; readonly role: Role }
  /** `n`: it is what the follower's ask of that number made. */
  | { readonly is: "change"; readonly change: Change; readonly n?: number }
  | { readonly is: "proposal"; readonly proposal: Proposal }
  | { readonly is: "comment"; readonly comment: SongComment }
  | { readonly is: "rule"; readonly agents: AgentRule }
  | { readonly is: "role"; readonly role: Role }
  | { readonly is: "answer"; readonly n: number; readonly result: AskResult }
  | { readonly is: "refusal"; readonly n: number; readonly code: RefusalCode; readonly message: string; readonly hint?: string };

/** Why a host lets go of a follower. Numbers as WebSockets have them. */
export const syncEnds = {
  /** What it said is none of the messages. */
  unclear: 4400,
  /** It may not be here any more. */
  removed: 4403,
  /** It does not read, or there are too many. */
  slow: 4408,
  full: 4429,
  /** The host closes: come again. */
  closing: 1012,
} as const;

/** One side's end of an ordered channel: a BroadcastChannel's port, a WebSocket, a pair in memory. */
export interface SyncPort<M> {
  send(message: M): void;
  /** Bytes that were sent and that the other side has not taken, as far as is known. */
  readonly waiting: number;
  /** Twice does no harm. */
  close(code: number): void;
}
