import { logOfTwo } from "../kernel/exact-math.ts";

/** How a sound comes and goes. */
export interface Shape {
  /** Decibels between its loudest moments and its middle: high where it strikes, low where it stands. Undefined for silence. */
  readonly punch: number | undefined;
  /** The share of time that it is within 20 dB of its loudest moments: high where it rings on. */
  readonly ring: number | undefined;
  /** Its mean power in decibels: what lies low counts as much as what lies high. */
  readonly power: number | undefined;
  /** Decibels that its last quarter is above its first: what builds is above 0. */
  readonly rise: number | undefined;
}

/** Measures as it is fed: one number for each 20 ms. */
export class ShapeMeter {
  readonly #step: number;
  readonly #levels: number[] = [];
  #sum = 0;
  #count = 0;

  constructor(rate: number) {
    this.#step = Math.round(rate / 50);
  }

  feed(left: Float32Array, right: Float32Array): void {
    for (let n = 0; n < left.length; n++) {
      const [l, r] = [left[n] as number, right[n] as number];
      this.#sum += l * l + r * r;
      if (++this.#count < this.#step) continue;
      this.#levels.push(this.#sum / this.#step);
      this.#sum = 0;
      this.#count = 0;
    }
  }

  read(): Shape {
    const powers = this.#levels;
    const sorted = powers.toSorted((a, b) => a - b);
    const at = (share: number): number => decibels(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    const loudest = at(0.97);
    if (powers.length === 0 || loudest <= silence) return { punch: undefined, ring: undefined, power: undefined, rise: undefined };
    const quarter = Math.max(1, Math.floor(powers.length / 4));
    const mean = (list: readonly number[]): number => list.reduce((sum, power) => sum + power, 0) / list.length;
    return {
      punch: loudest - Math.max(loudest - 60, at(0.5)),
      ring: powers.filter((power) => decibels(power) > loudest - 20).length / powers.length,
      power: decibels(mean(powers)),
      rise: Math.max(-60, Math.min(60, decibels(mean(powers.slice(-quarter))) - decibels(mean(powers.slice(0, quarter))))),
    };
  }
}

function decibels(power: number): number {
  return power <= 0 ? -150 : Math.max(-150, logOfTwo(power) * 3.010299956639812);
}

const silence = -100;
