import { exponential } from "./exact-math.ts";

/** A room: eight delays that feed each other through a Householder matrix (Jot 1991), each dulled a little. */
export class Reverb {
  readonly #lines: readonly Float64Array[];
  readonly #at: number[];
  readonly #keep: readonly number[];
  readonly #dull: number;
  readonly #low: number[];

  /** `seconds` to −60 dB; `dulls` from 0, bright, to 1. */
  constructor(rate: number, seconds: number, dulls: number) {
    const lengths = milliseconds.map((each) => Math.max(16, Math.floor((each * rate) / 1_000)));
    this.#lines = lengths.map((length) => new Float64Array(length));
    this.#at = lengths.map(() => 0);
    this.#low = lengths.map(() => 0);
    this.#keep = lengths.map((length) => exponential((-sixtyDecibels * length) / (Math.max(0.05, seconds) * rate)));
    this.#dull = Math.min(0.95, Math.max(0, dulls));
  }

  /** Adds the room's answer to what is sent. The inputs are left as they are. */
  run(inLeft: Float64Array, inRight: Float64Array, outLeft: Float64Array, outRight: Float64Array, frames: number): void {
    const lines = this.#lines;
    const { length } = lines;
    for (let i = 0; i < frames; i++) {
      let sum = 0;
      for (let n = 0; n < length; n++) {
        const line = lines[n] as Float64Array;
        const low = (line[this.#at[n] as number] as number) * (1 - this.#dull) + (this.#low[n] as number) * this.#dull;
        this.#low[n] = Math.abs(low) < vanished ? 0 : low;
        sum += low;
      }
      const shared = (sum * 2) / length;
      let left = 0;
      let right = 0;
      for (let n = 0; n < length; n++) {
        const line = lines[n] as Float64Array;
        const at = this.#at[n] as number;
        const low = this.#low[n] as number;
        if (n % 2 === 0) left += low;
        else right += low;
        line[at] = (n % 2 === 0 ? (inLeft[i] as number) : (inRight[i] as number)) + (low - shared) * (this.#keep[n] as number);
        this.#at[n] = at + 1 === line.length ? 0 : at + 1;
      }
      outLeft[i] = (outLeft[i] as number) + left * level;
      outRight[i] = (outRight[i] as number) + right * level;
    }
  }
}

/** Mutually prime enough at every usual rate. */
const milliseconds = [29.7, 37.1, 41.1, 43.7, 53.3, 61.9, 71.3, 79.1] as const;
const sixtyDecibels = 6.907755278982137;
const vanished = 1e-15;
const level = 0.35;
