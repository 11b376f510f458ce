import { logOfTwo } from "../kernel/exact-math.ts";
import { Spectrum } from "./fft.ts";
import { WindowCutter } from "./window-cutter.ts";

/**
 * Counts where something begins to sound: spectral flux (the sum of what each band's level rose by since the window before), peaks of it that
 * stand out from its surroundings (after Dixon 2006).
 */
export class OnsetMeter {
  readonly #rate: number;
  readonly #hop: number;
  readonly #flux: number[] = [];
  readonly #cutter: WindowCutter;
  #before: Float64Array;
  #frames = 0;

  constructor(rate: number) {
    this.#rate = rate;
    this.#hop = Math.round(rate / windowsPerSecond);
    let size = 256;
    while (size < this.#hop * 2) size *= 2;
    const spectrum = new Spectrum(size);
    const power = new Float64Array(size / 2 + 1);
    const groups = groupsOf(size, rate);
    this.#before = new Float64Array(groups.length).fill(floor);
    this.#cutter = new WindowCutter(size, this.#hop, (window) => {
      spectrum.run(window, power);
      const now = levelsOf(power, groups);
      let rise = 0;
      for (const [index, level] of now.entries()) rise += Math.max(0, level - (this.#before[index] as number));
      this.#before = now;
      this.#flux.push(rise / groups.length);
    });
  }

  feed(left: Float32Array, right: Float32Array): void {
    this.#frames += left.length;
    this.#cutter.feed(left, right);
  }

  /** Ends it: how many a second, and where, in seconds. */
  end(): { readonly perSecond: number; readonly at: readonly number[] } {
    this.#cutter.end();
    const flux = this.#flux;
    const at: number[] = [];
    let last = -leastGap;
    for (const [index, value] of flux.entries()) {
      const around = flux.slice(Math.max(0, index - 3), index + 4);
      const before = flux.slice(Math.max(0, index - 12), index + 4);
      const usual = before.reduce((sum, each) => sum + each, 0) / before.length;
      if (value < leastRise || value < usual * 1.3 + leastRise / 2 || around.some((each) => each > value) || index - last < leastGap)
        continue;
      last = index;
      at.push((index * this.#hop) / this.#rate);
    }
    const seconds = this.#frames / this.#rate;
    return { perSecond: seconds > 0 ? at.length / seconds : 0, at };
  }
}

/** Bins put together, a third of an octave each above 400 Hz: as the ear does, so that a hiss does not count for more than a bass. */
function groupsOf(size: number, rate: number): readonly (readonly [from: number, to: number])[] {
  const groups: [number, number][] = [];
  for (let from = 1; from < size / 2 && (from * rate) / size < 16_000;) {
    const to = Math.min(size / 2, Math.max(from + 1, Math.round(from * 1.26)));
    groups.push([from, to]);
    from = to;
  }
  return groups;
}

/** Levels in octaves of power: a factor of two is one. */
function levelsOf(power: Float64Array, groups: readonly (readonly [number, number])[]): Float64Array {
  return Float64Array.from(groups, ([from, to]) => {
    let sum = 0;
    for (let bin = from; bin < to; bin++) sum += power[bin] as number;
    return Math.max(floor, logOfTwo(sum + 1e-12));
  });
}

const windowsPerSecond = 86;
/** −60 dB: what rises below is nothing that anyone hears begin. */
const floor = -20;
/** All bands together rise by 2 dB on average. */
const leastRise = 0.66;
/** Windows between two: 58 ms. */
const leastGap = 5;
