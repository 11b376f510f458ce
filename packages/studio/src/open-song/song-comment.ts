import type { Author } from "../song/change.ts";
import type { Id } from "../song/song.ts";

/** A remark at a place of the song. */
export interface SongComment {
  /** `q_1`, `q_2` … */
  readonly id: string;
  readonly by: Author;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
  readonly tick?: number;
  readonly track?: Id;
  readonly replies: readonly { readonly by: Author; readonly at: number; readonly text: string }[];
  readonly resolved?: { readonly by: Author; readonly at: number };
}

/** What a commenter gives. Without a place it is about the song as a whole. */
export interface CommentRequest {
  readonly text: string;
  readonly tick?: number;
  readonly track?: Id;
}
