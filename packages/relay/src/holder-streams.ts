import type { HolderStream } from "./holder-stream.ts";

/** The event streams of holders that are open now. Their signs of life come from one sweep: a wait for each would outweigh the stream. */
export class HolderStreams {
  readonly #open = new Set<HolderStream>();

  get open(): number {
    return this.#open.size;
  }

  add(stream: HolderStream): void {
    this.#open.add(stream);
  }

  /** Twice does no harm. */
  remove(stream: HolderStream): void {
    this.#open.delete(stream);
  }

  /** Every stream ends: who listened comes back, to another process. */
  endAll(): void {
    for (const stream of this.#open) stream.end();
  }

  /** A comment on each stream on which nothing was sent since `before`. */
  beat(before: number): void {
    for (const stream of this.#open) stream.beat(before);
  }
}
