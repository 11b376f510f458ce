import { Biquad } from "../kernel/biquad.ts";
import { kWeighting } from "./k-weighting.ts";
import { lufsOf } from "./loudness.ts";

/** Loudness of the last 400 ms (EBU Tech 3341, momentary), for what plays: it keeps eight sums and makes no objects while it is fed. */
export class MomentaryMeter {
  readonly #weighting: ReturnType<typeof kWeighting>;
  readonly #shelves = [new Biquad(), new Biquad()] as const;
  readonly #highPasses = [new Biquad(), new Biquad()] as const;
  readonly #step: number;
  readonly #sums = new Float64Array(steps);
  #scratch = new Float64Array(0);
  #at = 0;
  #count = 0;

  constructor(rate: number) {
    this.#weighting = kWeighting(rate);
    this.#step = Math.floor((rate * windowSeconds) / steps);
  }

  feed(left: Float32Array, right: Float32Array): void {
    if (this.#scratch.length < left.length) this.#scratch = new Float64Array(left.length);
    const sum = this.#weigh(left, 0) + this.#weigh(right, 1);
    this.#sums[this.#at] = (this.#sums[this.#at] as number) + sum;
    this.#count += left.length;
    if (this.#count < this.#step) return;
    this.#count = 0;
    this.#at = (this.#at + 1) % steps;
    this.#sums[this.#at] = 0;
  }

  /** LUFS; undefined: silence. */
  read(): number | undefined {
    let sum = 0;
    for (let n = 0; n < steps; n++) sum += this.#sums[n] as number;
    // The step that is being filled stands for as much as there is of it.
    const frames = this.#step * (steps - 1) + this.#count;
    return sum / frames > silence ? lufsOf(sum / frames) : undefined;
  }

  #weigh(data: Float32Array, side: 0 | 1): number {
    const scratch = this.#scratch;
    const { length } = data;
    scratch.set(data);
    this.#shelves[side].run(this.#weighting[0], scratch, length);
    this.#highPasses[side].run(this.#weighting[1], scratch, length);
    let sum = 0;
    for (let i = 0; i < length; i++) sum += (scratch[i] as number) * (scratch[i] as number);
    return sum;
  }
}

const windowSeconds = 0.4;
const steps = 8;
/** −100 LUFS. */
const silence = 1.2e-10;
