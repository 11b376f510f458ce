/**
 * Bytes that come in pieces and are wanted whole. One buffer that doubles, not a list of pieces: a peer that sends byte by byte would
 * make a list weigh a hundred times what it holds. Who uses it bounds the length.
 */
export class ByteGather {
  #buffer: Uint8Array = nothing;
  length = 0;

  /** Adds a copy of `bytes[from, to)`. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const length = this.length + to - from;
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(length, this.#buffer.length * 2, 256));
      grown.set(this.#buffer.subarray(0, this.length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes.subarray(from, to), this.length);
    this.length = length;
  }

  /** All of them. They belong to the caller; the gather begins anew. */
  take(): Uint8Array {
    const bytes = this.#buffer.subarray(0, this.length);
    this.drop();
    return bytes;
  }

  /** Forgets them. */
  drop(): void {
    this.#buffer = nothing;
    this.length = 0;
  }
}

/** Never written to: whatever is added makes a larger one. */
const nothing = new Uint8Array(0);
