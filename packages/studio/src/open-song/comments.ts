import type { Limits } from "@jackfield/contract";
import type { Author } from "../song/change.ts";
import type { songCeilings } from "./ceilings.ts";
import { plainText } from "./plain-text.ts";
import { Refusal } from "./refusal.ts";
import type { CommentRequest, SongComment } from "./song-comment.ts";

/** The comments of one song. Knows nothing of who may: that is the open song's. */
export class Comments {
  readonly #limits: Limits<typeof songCeilings>;
  readonly #kept = new Map<string, SongComment>();
  #made: number;

  constructor(limits: Limits<typeof songCeilings>, kept: readonly SongComment[], made: number) {
    this.#limits = limits;
    for (const comment of kept) this.#kept.set(comment.id, comment);
    this.#made = made;
  }

  /** Oldest first. */
  get all(): readonly SongComment[] {
    return [...this.#kept.values()];
  }

  get made(): number {
    return this.#made;
  }

  /** Throws `missing`. */
  get(id: string): SongComment {
    const comment = this.#kept.get(id);
    if (comment === undefined) throw new Refusal("missing", "There is no such comment", "List the comments, then try");
    return comment;
  }

  /** Throws `full`, or `invalid_op` about its text. */
  add(by: Author, at: number, { text, tick, track }: CommentRequest): SongComment {
    const plain = this.#text(text);
    if (tick !== undefined && (!Number.isSafeInteger(tick) || tick < 0 || tick > 10_000_000))
      throw new Refusal("invalid_op", "tick must be a whole number from 0 to 10000000");
    this.#makeRoom();
    this.#made += 1;
    const place = { ...(tick === undefined ? {} : { tick }), ...(track === undefined ? {} : { track }) };
    return this.#keep({ id: `q_${this.#made}`, by, at, text: plain, ...place, replies: [] });
  }

  reply(id: string, by: Author, at: number, text: string): SongComment {
    const comment = this.get(id);
    if (comment.replies.length >= this.#limits.repliesPerComment)
      throw new Refusal(
        "full",
        `That comment has ${comment.replies.length} replies: there is no room for more`,
        "Add a comment of its own",
      );
    return this.#keep({ ...comment, replies: [...comment.replies, { by, at, text: this.#text(text) }] });
  }

  resolve(id: string, by: Author, at: number, isResolved: boolean): SongComment {
    const { resolved: _was, ...comment } = this.get(id);
    return this.#keep(isResolved ? { ...comment, resolved: { by, at } } : comment);
  }

  #text(text: unknown): string {
    return plainText(text, "text", this.#limits.commentCharacters);
  }

  #keep(comment: SongComment): SongComment {
    this.#kept.set(comment.id, comment);
    return comment;
  }

  #makeRoom(): void {
    if (this.#kept.size < this.#limits.comments) return;
    const oldest = this.all.find(({ resolved }) => resolved !== undefined);
    if (oldest === undefined) throw new Refusal("full", `There are ${this.#kept.size} comments already`, "Resolve one first");
    this.#kept.delete(oldest.id);
  }
}
