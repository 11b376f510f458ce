import { blockBuffer } from "../block.ts";
import { tangentOfHalfTurn } from "../exact-math.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** A state-variable filter by trapezoids (Zavalishin, The Art of VA Filter Design, 2012), which stays stable while its frequency moves. */
export const svf: ModuleType = {
  blurb: "A filter: hertz, and resonance from 0 to 1",
  inputs: { in: 0, hertz: 1_000, resonance: 0.2 },
  options: { mode: ["low", "band", "high"] },
  make: (parts) => new Svf(parts),
};

class Svf implements Module {
  readonly out = blockBuffer();
  readonly release = nothing;
  readonly #in: Float64Array;
  readonly #hertz: Float64Array;
  readonly #resonance: Float64Array;
  readonly #perFrame: number;
  readonly #isLow: boolean;
  readonly #isBand: boolean;
  /** The coefficients, and what they are of. */
  #ofHertz = Number.NaN;
  #ofResonance = Number.NaN;
  #a1 = 0;
  #a2 = 0;
  #a3 = 0;
  #k = 0;
  #one = 0;
  #two = 0;

  constructor(parts: ModuleParts) {
    this.#in = parts.input("in");
    this.#hertz = parts.input("hertz");
    this.#resonance = parts.input("resonance");
    this.#perFrame = 1 / parts.rate;
    this.#isLow = parts.option("mode") === "low";
    this.#isBand = parts.option("mode") === "band";
  }

  start(): void {
    this.#one = 0;
    this.#two = 0;
  }

  run(frames: number): void {
    for (let from = 0; from < frames; from += coefficientFrames) this.#stretch(from, Math.min(frames, from + coefficientFrames));
  }

  #stretch(from: number, to: number): void {
    const { out } = this;
    const input = this.#in;
    this.#tune(this.#hertz[from] as number, this.#resonance[from] as number);
    const a1 = this.#a1;
    const a2 = this.#a2;
    const a3 = this.#a3;
    const k = this.#k;
    const isLow = this.#isLow;
    const isBand = this.#isBand;
    let one = this.#one;
    let two = this.#two;
    for (let i = from; i < to; i++) {
      const v0 = input[i] as number;
      const v3 = v0 - two;
      const v1 = a1 * one + a2 * v3;
      const v2 = two + a2 * one + a3 * v3;
      one = 2 * v1 - one;
      two = 2 * v2 - two;
      out[i] = isLow ? v2 : isBand ? v1 * k : v0 - k * v1 - v2;
    }
    this.#one = one;
    this.#two = two;
  }

  #tune(hertz: number, resonance: number): void {
    if (hertz === this.#ofHertz && resonance === this.#ofResonance) return;
    this.#ofHertz = hertz;
    this.#ofResonance = resonance;
    const g = tangentOfHalfTurn(Math.min(0.49, Math.max(0.0002, hertz * this.#perFrame)));
    this.#k = 2 - 1.96 * Math.min(1, Math.max(0, resonance));
    this.#a1 = 1 / (1 + g * (g + this.#k));
    this.#a2 = g * this.#a1;
    this.#a3 = g * this.#a2;
  }
}

/** Its coefficients hold for so long: a third of a millisecond. */
const coefficientFrames = 16;
