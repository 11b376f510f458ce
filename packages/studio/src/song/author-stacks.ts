/** Numbers of changes by author, each author's in ascending order: what they undo next, or redo next, is their last. */
export class AuthorStacks {
  readonly #byAuthor = new Map<string, number[]>();
  /** Authors some of whose numbers were let go: no more of them than have changed this song. */
  readonly #forgetful = new Set<string>();

  last(author: string): number | undefined {
    return this.#byAuthor.get(author)?.at(-1);
  }

  /** Puts it where its number belongs. Twice does no harm. */
  add(author: string, seq: number): void {
    let stack = this.#byAuthor.get(author);
    if (stack === undefined) this.#byAuthor.set(author, (stack = []));
    let at = stack.length;
    while (at > 0 && (stack[at - 1] as number) > seq) at--;
    if (stack[at - 1] !== seq) stack.splice(at, 0, seq);
  }

  remove(author: string, seq: number): void {
    const stack = this.#byAuthor.get(author);
    const at = stack?.lastIndexOf(seq) ?? -1;
    if (at >= 0) stack?.splice(at, 1);
  }

  clear(author: string): void {
    this.#byAuthor.delete(author);
  }

  /** There were more of the author's than are known. */
  isForgetful(author: string): boolean {
    return this.#forgetful.has(author);
  }

  /** Those up to a number are let go. */
  forget(seq: number): void {
    for (const [author, stack] of this.#byAuthor) {
      const kept = stack.filter((each) => each > seq);
      if (kept.length < stack.length) this.#forgetful.add(author);
      if (kept.length === 0) this.#byAuthor.delete(author);
      else this.#byAuthor.set(author, kept);
    }
  }
}
