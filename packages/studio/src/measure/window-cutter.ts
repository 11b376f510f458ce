/** Cuts what is fed in pieces of any length into windows of one size that follow each other by `hop`. */
export class WindowCutter {
  readonly #buffer: Float64Array;
  readonly #hop: number;
  readonly #each: (window: Float64Array, at: number) => void;
  #filled = 0;
  #at = 0;

  /** `each` gets a window and the frame that it begins at; the window is used again for the next. */
  constructor(size: number, hop: number, each: (window: Float64Array, at: number) => void) {
    this.#buffer = new Float64Array(size);
    this.#hop = hop;
    this.#each = each;
  }

  /** The next samples: both channels' mean. */
  feed(left: Float32Array, right: Float32Array): void {
    const buffer = this.#buffer;
    const size = buffer.length;
    for (let n = 0; n < left.length; n++) {
      // Where the hop is wider than the window, what lies between is passed over.
      if (this.#filled >= 0) buffer[this.#filled] = ((left[n] as number) + (right[n] as number)) * 0.5;
      if (++this.#filled < size) continue;
      this.#each(buffer, this.#at);
      this.#at += this.#hop;
      if (this.#hop < size) buffer.copyWithin(0, this.#hop);
      this.#filled = size - this.#hop;
    }
  }

  /** The last window that has begun, filled up with silence. */
  end(): void {
    if (this.#filled <= 0) return;
    this.#buffer.fill(0, this.#filled);
    this.#each(this.#buffer, this.#at);
    this.#filled = 0;
  }
}
