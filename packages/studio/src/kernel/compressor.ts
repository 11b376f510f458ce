import { decibelsOfGain, exponential, gainOfDecibels } from "./exact-math.ts";
import type { CompressorPlan } from "./plan.ts";

/**
 * A feed-forward compressor over both channels together. Its gain is worked out every 16 frames and moves straight between. One without a plan
 * does nothing, once it has let go of what it held.
 */
export class Compressor {
  readonly #rate: number;
  #threshold = 0;
  /** What is taken away of what is above the threshold: 0 to 1. */
  #share = 0;
  #attack = 0;
  #release = 0;
  #makeup = 1;
  /** On its way to `#makeup`. */
  #makeupNow = 1;
  /** Decibels that are taken away, smoothed. */
  #reduction = 0;
  #gain = 1;
  /** It does nothing, and stands still. */
  #isOff: boolean;
  #isOn = false;

  constructor(plan: CompressorPlan | undefined, rate: number) {
    this.#rate = rate;
    this.#isOff = plan === undefined;
    this.#set(plan);
    this.#gain = this.#makeupNow = this.#makeup;
  }

  /** Decibels that are taken away now. */
  get reduction(): number {
    return this.#reduction;
  }

  change(plan: CompressorPlan | undefined): void {
    if (plan !== undefined) this.#isOff = false;
    this.#set(plan);
  }

  run(left: Float64Array, right: Float64Array, frames: number): void {
    if (this.#isOff) return;
    for (let from = 0; from < frames; from += stepFrames) this.#step(left, right, from, Math.min(frames, from + stepFrames));
    if (!this.#isOn && this.#reduction < unheard && Math.abs(this.#gain - 1) < unheard) {
      this.#isOff = true;
      this.#reduction = 0;
      this.#gain = 1;
    }
  }

  #set(plan: CompressorPlan | undefined): void {
    this.#isOn = plan !== undefined;
    this.#makeup = plan === undefined ? 1 : gainOfDecibels(plan.makeupDecibels);
    if (plan === undefined) {
      this.#share = 0;
      return;
    }
    const keep = (seconds: number): number => exponential(-stepFrames / Math.max(1, seconds * this.#rate));
    this.#threshold = plan.thresholdDecibels;
    this.#share = 1 - 1 / Math.max(1, plan.ratio);
    this.#attack = keep(plan.attackSeconds);
    this.#release = keep(plan.releaseSeconds);
  }

  #step(left: Float64Array, right: Float64Array, from: number, to: number): void {
    let peak = 0;
    for (let i = from; i < to; i++) {
      const one = Math.abs(left[i] as number);
      const other = Math.abs(right[i] as number);
      if (one > peak) peak = one;
      if (other > peak) peak = other;
    }
    const above = peak <= 0 ? 0 : Math.max(0, decibelsOfGain(peak) - this.#threshold);
    const wanted = above * this.#share;
    const keep = wanted > this.#reduction ? this.#attack : this.#release;
    this.#reduction = wanted + (this.#reduction - wanted) * keep;
    const way = this.#makeup - this.#makeupNow;
    this.#makeupNow = Math.abs(way) < unheard ? this.#makeup : this.#makeupNow + way * makeupShare;
    const target = gainOfDecibels(-this.#reduction) * this.#makeupNow;
    const perFrame = (target - this.#gain) / (to - from);
    let gain = this.#gain;
    for (let i = from; i < to; i++) {
      gain += perFrame;
      left[i] = (left[i] as number) * gain;
      right[i] = (right[i] as number) * gain;
    }
    this.#gain = target;
  }
}

const stepFrames = 16;
const unheard = 0.0005;
/** Of the way that is left, in 16 frames: most of it in 5 ms. */
const makeupShare = 0.15;
