import { exponential, gainOfDecibels } from "./exact-math.ts";

/**
 * Keeps what comes after it below a ceiling: it looks ahead, so that its gain is down before the peak is there. Frames never pass it; what lies
 * between two of them passes it by a few tenths of a decibel at most.
 */
export class Limiter {
  #ceiling: number;
  readonly #release: number;
  readonly #left: Float64Array;
  readonly #right: Float64Array;
  /** The last five frames of each side. */
  readonly #pastLeft = new Float64Array(5);
  readonly #pastRight = new Float64Array(5);
  /** The gain that each frame of the look-ahead wants, and the smallest of them, by a queue of candidates. */
  readonly #wants: Float64Array;
  readonly #queue: Int32Array;
  #first = 0;
  #last = 0;
  #frame = 0;
  #gain = 1;

  constructor(rate: number, ceilingDecibels: number) {
    this.#ceiling = gainOfDecibels(ceilingDecibels);
    this.#release = exponential(-1 / (releaseSeconds * rate));
    const length = Math.max(1, Math.floor(rate * aheadSeconds));
    this.#left = new Float64Array(length);
    this.#right = new Float64Array(length);
    this.#wants = new Float64Array(length);
    this.#queue = new Int32Array(length + 1);
  }

  /** Another ceiling, from what comes in next on. */
  change(ceilingDecibels: number): void {
    this.#ceiling = gainOfDecibels(ceilingDecibels);
  }

  /** Frames by which it is late. */
  get latency(): number {
    return this.#left.length;
  }

  run(left: Float64Array, right: Float64Array, frames: number): void {
    const { length } = this.#left;
    for (let i = 0; i < frames; i++) {
      const at = this.#frame % length;
      const peak = Math.max(this.#peak(this.#pastLeft, left[i] as number), this.#peak(this.#pastRight, right[i] as number));
      const want = peak > this.#ceiling ? this.#ceiling / peak : 1;
      const smallest = this.#smallest(want, at);
      // Down at once: the look-ahead ramps it, since the smallest is known before its frame is due.
      this.#gain =
        smallest < this.#gain ? this.#gain + (smallest - this.#gain) * attackShare : smallest + (this.#gain - smallest) * this.#release;
      const gain = Math.min(this.#gain, this.#wantOf(at, length));
      const outLeft = (this.#left[at] as number) * gain;
      const outRight = (this.#right[at] as number) * gain;
      this.#left[at] = left[i] as number;
      this.#right[at] = right[i] as number;
      this.#wants[at] = want;
      left[i] = outLeft;
      right[i] = outRight;
      this.#frame++;
    }
  }

  /** The larger of a frame and of what lies halfway between two that are there already: what a converter makes of them may be above both. */
  #peak(past: Float64Array, now: number): number {
    const a = past[0] as number;
    const b = past[1] as number;
    const c = past[2] as number;
    const d = past[3] as number;
    const e = past[4] as number;
    past[0] = b;
    past[1] = c;
    past[2] = d;
    past[3] = e;
    past[4] = now;
    // Lagrange's polynomial through six frames, at their middle.
    const halfway = ((c + d) * 150 - (b + e) * 25 + (a + now) * 3) / 256;
    return Math.max(Math.abs(now), Math.abs(halfway));
  }

  /** What the frame that leaves now wants itself: never above the ceiling, however short the look-ahead. */
  #wantOf(at: number, length: number): number {
    return this.#frame < length ? 1 : (this.#wants[at] as number);
  }

  /** The smallest gain wanted by any frame in the look-ahead, this one among them. */
  #smallest(want: number, at: number): number {
    const { length } = this.#wants;
    const queue = this.#queue;
    const size = queue.length;
    // Who is too old leaves; whoever wants no less than the new one will never be the smallest again.
    while (this.#first !== this.#last && this.#frame - (queue[this.#first] as number) >= length) this.#first = (this.#first + 1) % size;
    while (this.#first !== this.#last && this.#wanted((this.#last + size - 1) % size, at, want) >= want)
      this.#last = (this.#last + size - 1) % size;
    queue[this.#last] = this.#frame;
    this.#last = (this.#last + 1) % size;
    const frame = queue[this.#first] as number;
    return frame === this.#frame ? want : (this.#wants[frame % length] as number);
  }

  #wanted(place: number, at: number, want: number): number {
    const frame = this.#queue[place] as number;
    return frame === this.#frame ? want : frame % this.#wants.length === at ? 1 : (this.#wants[frame % this.#wants.length] as number);
  }
}

const aheadSeconds = 0.002;
const releaseSeconds = 0.08;
const attackShare = 0.06;
