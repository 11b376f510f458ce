/** An echo that goes from side to side. */
export class Echo {
  #left: Float64Array;
  #right: Float64Array;
  #feedback: number;
  #at = 0;
  /** What was heard when the time between echoes changed, and how much of it is left. */
  #lastLeft = 0;
  #lastRight = 0;

  /** `frames` between two; `feedback` from 0 to 0.95. */
  constructor(frames: number, feedback: number) {
    const length = lengthOf(frames);
    this.#left = new Float64Array(length);
    this.#right = new Float64Array(length);
    this.#feedback = feedbackOf(feedback);
  }

  /** Another time between echoes begins with none: what was on its way is lost. */
  change(frames: number, feedback: number): void {
    this.#feedback = feedbackOf(feedback);
    const length = lengthOf(frames);
    if (length === this.#left.length) return;
    this.#lastLeft += this.#left[this.#at] as number;
    this.#lastRight += this.#right[this.#at] as number;
    this.#left = new Float64Array(length);
    this.#right = new Float64Array(length);
    this.#at = 0;
  }

  /** Adds the echoes of what is sent. */
  run(inLeft: Float64Array, inRight: Float64Array, outLeft: Float64Array, outRight: Float64Array, frames: number): void {
    const lineLeft = this.#left;
    const lineRight = this.#right;
    const feedback = this.#feedback;
    const { length } = lineLeft;
    let at = this.#at;
    for (let i = 0; i < frames; i++) {
      const left = lineLeft[at] as number;
      const right = lineRight[at] as number;
      lineLeft[at] = ((inLeft[i] as number) + (inRight[i] as number)) * 0.5 + right * feedback;
      lineRight[at] = Math.abs(left) < vanished ? 0 : left * feedback;
      outLeft[i] = (outLeft[i] as number) + left;
      outRight[i] = (outRight[i] as number) + right;
      at = at + 1 === length ? 0 : at + 1;
    }
    this.#at = at;
    if (this.#lastLeft !== 0 || this.#lastRight !== 0) this.#settle(outLeft, outRight, frames);
  }

  /** From the last value down to none: a step would click. */
  #settle(outLeft: Float64Array, outRight: Float64Array, frames: number): void {
    for (let i = 0; i < frames; i++) {
      this.#lastLeft *= settleShare;
      this.#lastRight *= settleShare;
      outLeft[i] = (outLeft[i] as number) + this.#lastLeft;
      outRight[i] = (outRight[i] as number) + this.#lastRight;
    }
    if (Math.abs(this.#lastLeft) < unheard) this.#lastLeft = 0;
    if (Math.abs(this.#lastRight) < unheard) this.#lastRight = 0;
  }
}

function lengthOf(frames: number): number {
  return Math.max(1, Math.floor(frames));
}

function feedbackOf(feedback: number): number {
  return Math.min(0.95, Math.max(0, feedback));
}

const vanished = 1e-15;
const unheard = 1e-6;
/** Kept each frame: gone in a few milliseconds. */
const settleShare = 0.98;
