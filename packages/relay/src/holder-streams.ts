/** A connection that a holder keeps open. */
export interface KeptOpen {
  /** A sign of life, where nothing has been sent since `before`. */
  beat(before: number): void;
  /** Ends once the holder has read what was sent. */
  end(): void;
}

/** The streams of holders that are open now, of every transport. Their signs of life come from one sweep: a wait for each would outweigh the stream. */
export class HolderStreams {
  readonly #open = new Set<KeptOpen>();

  get open(): number {
    return this.#open.size;
  }

  add(stream: KeptOpen): void {
    this.#open.add(stream);
  }

  /** Twice does no harm. */
  remove(stream: KeptOpen): void {
    this.#open.delete(stream);
  }

  /** Every stream ends: who listened comes back, to another process. */
  endAll(): void {
    for (const stream of this.#open) stream.end();
  }

  /** A sign of life on each stream on which nothing was sent since `before`. */
  beat(before: number): void {
    for (const stream of this.#open) stream.beat(before);
  }
}
