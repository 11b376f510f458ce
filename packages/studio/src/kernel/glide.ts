/** A gain that goes straight from where it was to where it shall be, within a block; after `soften` within a few, so that a step is not heard. */
export class Glide {
  #now = Number.NaN;
  #blocks = 1;

  /** The next way takes several blocks. */
  soften(): void {
    this.#blocks = softBlocks;
  }

  /** It has gone down to nothing, or not begun: then it is at nothing from now on. */
  isDown(): boolean {
    if (Number.isNaN(this.#now)) this.#now = 0;
    return this.#now === 0;
  }

  /** Multiplies what is in `data`. */
  run(target: number, data: Float64Array, frames: number): void {
    const step = this.#step(target, frames);
    let now = this.#now;
    if (step === 0) {
      if (now !== 1) for (let i = 0; i < frames; i++) data[i] = (data[i] as number) * now;
      return;
    }
    for (let i = 0; i < frames; i++) {
      now += step;
      data[i] = (data[i] as number) * now;
    }
    this.#arrive(now, target);
  }

  /** Adds both sides, times the gain, to others. */
  add(target: number, left: Float64Array, right: Float64Array, toLeft: Float64Array, toRight: Float64Array, frames: number): void {
    const step = this.#step(target, frames);
    let now = this.#now;
    if (step === 0 && now === 0) return;
    for (let i = 0; i < frames; i++) {
      now += step;
      toLeft[i] = (toLeft[i] as number) + (left[i] as number) * now;
      toRight[i] = (toRight[i] as number) + (right[i] as number) * now;
    }
    if (step !== 0) this.#arrive(now, target);
  }

  #step(target: number, frames: number): number {
    if (Number.isNaN(this.#now)) this.#now = target;
    return this.#now === target ? 0 : (target - this.#now) / (frames * this.#blocks);
  }

  #arrive(now: number, target: number): void {
    // The sum of steps is not the target to the bit.
    this.#now = this.#blocks > 1 ? now : target;
    if (this.#blocks > 1) this.#blocks--;
  }
}

/** About 6 ms. */
const softBlocks = 4;
