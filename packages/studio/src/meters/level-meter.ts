import type { Tap } from "../kernel/tap.ts";

/** Peaks and means of the tracks of an engine since they were last read. It makes no objects while it hears. */
export class LevelMeter implements Tap {
  #peaks = new Float64Array(0);
  #squares = new Float64Array(0);
  #frames = new Float64Array(0);

  /** How many sources there may be; the levels begin anew. */
  resize(sources: number): void {
    this.#peaks = new Float64Array(sources * 2);
    this.#squares = new Float64Array(sources);
    this.#frames = new Float64Array(sources);
  }

  hear(source: number, left: Float32Array | Float64Array, right: Float32Array | Float64Array): void {
    if (source >= this.#squares.length) return;
    let peakLeft = this.#peaks[source * 2] as number;
    let peakRight = this.#peaks[source * 2 + 1] as number;
    let squares = 0;
    const { length } = left;
    for (let i = 0; i < length; i++) {
      const one = left[i] as number;
      const other = right[i] as number;
      squares += one * one + other * other;
      if (one > peakLeft) peakLeft = one;
      else if (-one > peakLeft) peakLeft = -one;
      if (other > peakRight) peakRight = other;
      else if (-other > peakRight) peakRight = -other;
    }
    this.#peaks[source * 2] = peakLeft;
    this.#peaks[source * 2 + 1] = peakRight;
    this.#squares[source] = (this.#squares[source] as number) + squares;
    this.#frames[source] = (this.#frames[source] as number) + length * 2;
  }

  /** What a source came to since it was read last. */
  take(source: number): { readonly left: number; readonly right: number; readonly rms: number } {
    const frames = this.#frames[source] ?? 0;
    const level = {
      left: this.#peaks[source * 2] ?? 0,
      right: this.#peaks[source * 2 + 1] ?? 0,
      rms: frames > 0 ? Math.sqrt((this.#squares[source] ?? 0) / frames) : 0,
    };
    if (source < this.#squares.length) {
      this.#peaks.fill(0, source * 2, source * 2 + 2);
      this.#squares[source] = 0;
      this.#frames[source] = 0;
    }
    return level;
  }
}
