/**
 * Pieces on their way from who makes them to who takes them, one at a time: whoever makes them waits until the one before was taken, so that
 * nothing gathers. One taker.
 */
export class PieceLane<T> implements AsyncIterable<T> {
  #waiting: { readonly piece: T; readonly taken: () => void } | undefined;
  #wake: () => void = () => undefined;
  #over: { readonly error?: unknown } | undefined;
  #begun = false;

  /** Something was pushed. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Resolves when it was taken. Throws the signal's reason, and what the lane failed with. */
  async push(piece: T, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#begun = true;
    let giveUp: () => void = () => undefined;
    await new Promise<void>((resolve, reject) => {
      giveUp = () => reject(signal.reason as Error);
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting = { piece, taken: resolve };
      this.#wake();
    }).finally(() => signal.removeEventListener("abort", giveUp));
  }

  /** Nothing more comes. */
  end(): void {
    this.#over ??= {};
    this.#wake();
  }

  /** Whoever takes gets this thrown. */
  fail(error: unknown): void {
    this.#over = { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      if (this.#over !== undefined && "error" in this.#over) throw this.#over.error;
      const next = this.#waiting;
      if (next !== undefined) {
        this.#waiting = undefined;
        yield next.piece;
        next.taken();
        continue;
      }
      if (this.#over !== undefined) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
