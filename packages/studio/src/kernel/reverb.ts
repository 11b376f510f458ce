import { exponential } from "./exact-math.ts";

/** A room: eight delays that feed each other through a Householder matrix (Jot 1991), each dulled a little. */
export class Reverb {
  readonly #rate: number;
  readonly #lines: readonly Float64Array[];
  readonly #at: Int32Array;
  readonly #keep: Float64Array;
  readonly #low: Float64Array;
  #dull = 0;

  /** `seconds` to −60 dB; `dulls` from 0, bright, to 1. */
  constructor(rate: number, seconds: number, dulls: number) {
    this.#rate = rate;
    this.#lines = milliseconds.map((each) => new Float64Array(Math.max(16, Math.floor((each * rate) / 1_000))));
    this.#at = new Int32Array(this.#lines.length);
    this.#keep = new Float64Array(this.#lines.length);
    this.#low = new Float64Array(this.#lines.length);
    this.change(seconds, dulls);
  }

  /** Another room: what rings goes on in it. */
  change(seconds: number, dulls: number): void {
    for (const [n, line] of this.#lines.entries())
      this.#keep[n] = exponential((-sixtyDecibels * line.length) / (Math.max(0.05, seconds) * this.#rate));
    this.#dull = Math.min(0.95, Math.max(0, dulls));
  }

  /** Adds the room's answer to what is sent. The inputs are left as they are. */
  run(inLeft: Float64Array, inRight: Float64Array, outLeft: Float64Array, outRight: Float64Array, frames: number): void {
    const lines = this.#lines;
    const { length } = lines;
    const places = this.#at;
    const lows = this.#low;
    const keeps = this.#keep;
    const dull = this.#dull;
    for (let i = 0; i < frames; i++) {
      let sum = 0;
      for (let n = 0; n < length; n++) {
        const line = lines[n] as Float64Array;
        const low = (line[places[n] as number] as number) * (1 - dull) + (lows[n] as number) * dull;
        lows[n] = Math.abs(low) < vanished ? 0 : low;
        sum += low;
      }
      const shared = (sum * 2) / length;
      let left = 0;
      let right = 0;
      for (let n = 0; n < length; n++) {
        const line = lines[n] as Float64Array;
        const at = places[n] as number;
        const low = lows[n] as number;
        if (n % 2 === 0) left += low;
        else right += low;
        line[at] = (n % 2 === 0 ? (inLeft[i] as number) : (inRight[i] as number)) + (low - shared) * (keeps[n] as number);
        places[n] = at + 1 === line.length ? 0 : at + 1;
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
