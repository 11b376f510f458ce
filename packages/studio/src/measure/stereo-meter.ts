import { decibelsOfGain } from "../kernel/exact-math.ts";

/** What is measured sample by sample. */
export interface Signal {
  /** dBFS of the highest sample; undefined: all are 0. */
  readonly samplePeak: number | undefined;
  /** 1: both sides the same; 0: nothing in common; −1: one is the other turned over, and mono is silent. Undefined where a side is silent. */
  readonly correlation: number | undefined;
  /** The share of the power that differs between the sides: 0 is mono, 0.5 has nothing in common. Undefined for silence. */
  readonly width: number | undefined;
  /** The mean of each side. */
  readonly dc: readonly [left: number, right: number];
  /** Samples at or beyond full scale. */
  readonly clipped: number;
  /** Nothing is above −70 dBFS. */
  readonly silent: boolean;
  /** Seconds at the beginning and at the end in which nothing is. */
  readonly silentStart: number;
  readonly silentEnd: number;
}

/** Measures as it is fed. */
export class StereoMeter {
  readonly #rate: number;
  #frames = 0;
  #peak = 0;
  #clipped = 0;
  #sums = { left: 0, right: 0, leftSquare: 0, rightSquare: 0, product: 0 };
  #firstLoud: number | undefined;
  #lastLoud = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  feed(left: Float32Array, right: Float32Array): void {
    let { left: sumLeft, right: sumRight, leftSquare, rightSquare, product } = this.#sums;
    let peak = this.#peak;
    for (let n = 0; n < left.length; n++) {
      const [l, r] = [left[n] as number, right[n] as number];
      sumLeft += l;
      sumRight += r;
      leftSquare += l * l;
      rightSquare += r * r;
      product += l * r;
      const most = Math.max(Math.abs(l), Math.abs(r));
      if (most > peak) peak = most;
      if (most >= 1) this.#clipped += (Math.abs(l) >= 1 ? 1 : 0) + (Math.abs(r) >= 1 ? 1 : 0);
      if (most > audible) {
        this.#firstLoud ??= this.#frames + n;
        this.#lastLoud = this.#frames + n;
      }
    }
    this.#frames += left.length;
    this.#peak = peak;
    this.#sums = { left: sumLeft, right: sumRight, leftSquare, rightSquare, product };
  }

  read(): Signal {
    const { left, right, leftSquare, rightSquare, product } = this.#sums;
    const frames = Math.max(1, this.#frames);
    const both = Math.sqrt(leftSquare) * Math.sqrt(rightSquare);
    const all = leftSquare + rightSquare;
    const seconds = this.#frames / this.#rate;
    return {
      samplePeak: this.#peak > 0 ? decibelsOfGain(this.#peak) : undefined,
      correlation: both > 0 ? Math.max(-1, Math.min(1, product / both)) : undefined,
      width: all > 0 ? (all - 2 * product) / (2 * all) : undefined,
      dc: [left / frames, right / frames],
      clipped: this.#clipped,
      silent: this.#firstLoud === undefined,
      silentStart: this.#firstLoud === undefined ? seconds : this.#firstLoud / this.#rate,
      silentEnd: this.#firstLoud === undefined ? seconds : (this.#frames - 1 - this.#lastLoud) / this.#rate,
    };
  }
}

/** −70 dBFS, where loudness begins to count too. */
const audible = 0.00031622776601683794;
