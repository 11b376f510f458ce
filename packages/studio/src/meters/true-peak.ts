import { cosineOfTurn, decibelsOfGain, sineOfTurn } from "../kernel/exact-math.ts";

/**
 * The peak between the samples (BS.1770-4, Annex 2): four times the rate by 48 taps of a windowed sinc, so that a tone at a quarter of the
 * rate is read within +0.2 and −0.4 dB, as EBU Tech 3341 wants.
 */
export class TruePeakMeter {
  /** The last taps of what came before, and behind them the block that is looked at. */
  readonly #window = new Float64Array(taps + blockFrames);
  #peak = 0;

  /** dBTP; undefined: nothing but silence. */
  get decibels(): number | undefined {
    return this.#peak > 0 ? decibelsOfGain(this.#peak) : undefined;
  }

  feed(channel: Float32Array): void {
    const window = this.#window;
    for (let from = 0; from < channel.length; from += blockFrames) {
      const count = Math.min(blockFrames, channel.length - from);
      let highest = 0;
      for (let n = 0; n < taps; n++) highest = Math.max(highest, Math.abs(window[n] as number));
      for (let n = 0; n < count; n++) {
        const value = channel[from + n] as number;
        window[taps + n] = value;
        highest = Math.max(highest, Math.abs(value));
      }
      this.#peak = Math.max(this.#peak, highest);
      // What no filter can raise above the peak is not filtered: in music that is most.
      if (highest * mostGain > this.#peak) this.#between(count);
      window.copyWithin(0, count, count + taps);
    }
  }

  #between(count: number): void {
    const window = this.#window;
    let peak = this.#peak;
    for (let n = 1; n <= count; n++) {
      let one = 0;
      let two = 0;
      let three = 0;
      for (let tap = 0; tap < taps; tap++) {
        const value = window[n + tap] as number;
        one += (quarter[tap] as number) * value;
        two += (middle[tap] as number) * value;
        three += (threeQuarters[tap] as number) * value;
      }
      peak = Math.max(peak, Math.abs(one), Math.abs(two), Math.abs(three));
    }
    this.#peak = peak;
  }
}

const blockFrames = 64;
const taps = 24;
/** Filters for a quarter, a half and three quarters of a frame. */
const [quarter, middle, threeQuarters] = [filterOf(0.25), filterOf(0.5), filterOf(0.75)];
/** More than any of them gives of samples of full scale. */
const mostGain =
  Math.max(...[quarter, middle, threeQuarters].map((filter) => filter.reduce((sum, value) => sum + Math.abs(value), 0))) + 1e-6;

function filterOf(shift: number): Float64Array {
  const filter = new Float64Array(taps);
  let sum = 0;
  for (let tap = 0; tap < taps; tap++) {
    const x = tap - taps / 2 + 1 - shift;
    const window = 0.42 + 0.5 * cosineOfTurn(x / taps) + 0.08 * cosineOfTurn((2 * x) / taps);
    filter[tap] = (sineOfTurn(x / 2) / (Math.PI * x)) * window;
    sum += filter[tap] as number;
  }
  return filter.map((value) => value / sum);
}
