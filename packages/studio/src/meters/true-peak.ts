import { cosineOfTurn, decibelsOfGain, sineOfTurn } from "../kernel/exact-math.ts";

/**
 * The peak between the samples (BS.1770-4, Annex 2): four times the rate by 48 taps of a windowed sinc, so that a tone at a quarter of the
 * rate is read within +0.2 and −0.4 dB, as EBU Tech 3341 wants.
 */
export class TruePeakMeter {
  readonly #history: Float64Array;
  #at = 0;
  #peak = 0;

  constructor() {
    this.#history = new Float64Array(taps * 2);
  }

  /** dBTP; undefined: nothing but silence. */
  get decibels(): number | undefined {
    return this.#peak > 0 ? decibelsOfGain(this.#peak) : undefined;
  }

  feed(channel: Float32Array): void {
    const history = this.#history;
    let peak = this.#peak;
    for (const value of channel) {
      // Twice, so that the last taps always lie in one piece.
      history[this.#at] = value;
      history[this.#at + taps] = value;
      this.#at = this.#at + 1 === taps ? 0 : this.#at + 1;
      peak = Math.max(peak, Math.abs(value));
      for (const phase of phases) {
        let sum = 0;
        for (let tap = 0; tap < taps; tap++) sum += (phase[tap] as number) * (history[this.#at + tap] as number);
        peak = Math.max(peak, Math.abs(sum));
      }
    }
    this.#peak = peak;
  }
}

const taps = 24;
/** Filters for a quarter, a half and three quarters of a frame. */
const phases: readonly Float64Array[] = [0.25, 0.5, 0.75].map((shift) => {
  const filter = new Float64Array(taps);
  let sum = 0;
  for (let tap = 0; tap < taps; tap++) {
    const x = tap - taps / 2 + 1 - shift;
    const window = 0.42 + 0.5 * cosineOfTurn(x / taps) + 0.08 * cosineOfTurn((2 * x) / taps);
    filter[tap] = (sineOfTurn(x / 2) / (Math.PI * x)) * window;
    sum += filter[tap] as number;
  }
  return filter.map((value) => value / sum);
});
