import { decibelsOfGain } from "../kernel/exact-math.ts";
import { Spectrum } from "./fft.ts";
import { WindowCutter } from "./window-cutter.ts";

/** How a sound's power lies over the frequencies. */
export interface Tone {
  /** Decibels of each band's share of all: their powers together are 0 dB. Undefined: nothing is there. */
  readonly bands: Readonly<Record<BandName, number | undefined>>;
  /** The middle of the power, in hertz: the higher, the brighter. Undefined for silence. */
  readonly centroidHz: number | undefined;
}

export type BandName = keyof typeof bands;

/** The bands, by the words that people have for them, in hertz. */
export const bands = {
  sub: [20, 60],
  bass: [60, 150],
  lowMids: [150, 400],
  mids: [400, 1_000],
  highMids: [1_000, 2_500],
  presence: [2_500, 5_000],
  treble: [5_000, 10_000],
  air: [10_000, 20_000],
} as const satisfies Record<string, readonly [from: number, to: number]>;

/** Measures as it is fed. */
export class ToneMeter {
  readonly #rate: number;
  readonly #spectrum = new Spectrum(size);
  readonly #power = new Float64Array(size / 2 + 1);
  readonly #sums = new Float64Array(size / 2 + 1);
  readonly #cutter = new WindowCutter(size, size / 2, (window) => {
    this.#spectrum.run(window, this.#power);
    for (let bin = 0; bin < this.#sums.length; bin++) this.#sums[bin] = (this.#sums[bin] as number) + (this.#power[bin] as number);
  });

  constructor(rate: number) {
    this.#rate = rate;
  }

  feed(left: Float32Array, right: Float32Array): void {
    this.#cutter.feed(left, right);
  }

  /** Ends it. */
  end(): Tone {
    this.#cutter.end();
    let [all, weighted] = [0, 0];
    const shares: Record<string, number> = {};
    for (const [bin, power] of this.#sums.entries()) {
      const hertz = (bin * this.#rate) / size;
      const band = Object.entries(bands).find(([, [from, to]]) => hertz >= from && hertz < to);
      if (band === undefined) continue;
      all += power;
      weighted += power * hertz;
      shares[band[0]] = (shares[band[0]] ?? 0) + power;
    }
    const loud = all > 1e-14;
    const decibels = (share = 0): number | undefined => (loud && share > all * 1e-12 ? decibelsOfGain(Math.sqrt(share / all)) : undefined);
    return {
      bands: Object.fromEntries(Object.keys(bands).map((name) => [name, decibels(shares[name])])) as Tone["bands"],
      centroidHz: loud ? weighted / all : undefined,
    };
  }
}

/** A tenth of a second at 44.1 kHz: bins of 11 Hz, so that the lowest band has some. */
const size = 4_096;
