/** The end of a stream of text: older bytes are forgotten. */
export class TextTail {
  readonly #most: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  /** `most`: bytes that are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    // A copy: what is kept of a large chunk must not keep all of it.
    const kept = Buffer.from(chunk.subarray(Math.max(0, chunk.length - this.#most)));
    this.#chunks.push(kept);
    this.#bytes += kept.length;
    while (this.#bytes > this.#most) {
      const [first] = this.#chunks;
      if (first === undefined) return;
      const over = this.#bytes - this.#most;
      if (first.length <= over) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(over);
      this.#bytes -= Math.min(over, first.length);
    }
    // Many small writes: join them, so that there is not one object for each byte.
    if (this.#chunks.length > mostChunks) this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}

const mostChunks = 256;
