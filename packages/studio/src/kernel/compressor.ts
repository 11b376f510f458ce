import { decibelsOfGain, exponential, gainOfDecibels } from "./exact-math.ts";
import type { CompressorPlan } from "./plan.ts";

/** A feed-forward compressor over both channels together. Its gain is worked out every 16 frames and moves straight between. */
export class Compressor {
  readonly #plan: CompressorPlan;
  readonly #attack: number;
  readonly #release: number;
  readonly #makeup: number;
  /** Decibels that are taken away, smoothed. */
  #reduction = 0;
  #gain = 1;

  constructor(plan: CompressorPlan, rate: number) {
    this.#plan = plan;
    const keep = (seconds: number): number => exponential(-stepFrames / Math.max(1, seconds * rate));
    this.#attack = keep(plan.attackSeconds);
    this.#release = keep(plan.releaseSeconds);
    this.#makeup = gainOfDecibels(plan.makeupDecibels);
  }

  /** Decibels that are taken away now. */
  get reduction(): number {
    return this.#reduction;
  }

  run(left: Float64Array, right: Float64Array, frames: number): void {
    for (let from = 0; from < frames; from += stepFrames) this.#step(left, right, from, Math.min(frames, from + stepFrames));
  }

  #step(left: Float64Array, right: Float64Array, from: number, to: number): void {
    let peak = 0;
    for (let i = from; i < to; i++) peak = Math.max(peak, Math.abs(left[i] as number), Math.abs(right[i] as number));
    const { thresholdDecibels, ratio } = this.#plan;
    const above = peak <= 0 ? 0 : Math.max(0, decibelsOfGain(peak) - thresholdDecibels);
    const wanted = above - above / Math.max(1, ratio);
    const keep = wanted > this.#reduction ? this.#attack : this.#release;
    this.#reduction = wanted + (this.#reduction - wanted) * keep;
    const target = gainOfDecibels(-this.#reduction) * this.#makeup;
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
