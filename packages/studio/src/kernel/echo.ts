/** An echo that goes from side to side. */
export class Echo {
  readonly #left: Float64Array;
  readonly #right: Float64Array;
  readonly #feedback: number;
  #at = 0;

  /** `frames` between two; `feedback` from 0 to 0.95. */
  constructor(frames: number, feedback: number) {
    const length = Math.max(1, Math.floor(frames));
    this.#left = new Float64Array(length);
    this.#right = new Float64Array(length);
    this.#feedback = Math.min(0.95, Math.max(0, feedback));
  }

  /** Adds the echoes of what is sent. */
  run(inLeft: Float64Array, inRight: Float64Array, outLeft: Float64Array, outRight: Float64Array, frames: number): void {
    const { length } = this.#left;
    for (let i = 0; i < frames; i++) {
      const left = this.#left[this.#at] as number;
      const right = this.#right[this.#at] as number;
      this.#left[this.#at] = ((inLeft[i] as number) + (inRight[i] as number)) * 0.5 + right * this.#feedback;
      this.#right[this.#at] = Math.abs(left) < vanished ? 0 : left * this.#feedback;
      outLeft[i] = (outLeft[i] as number) + left;
      outRight[i] = (outRight[i] as number) + right;
      this.#at = this.#at + 1 === length ? 0 : this.#at + 1;
    }
  }
}

const vanished = 1e-15;
