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
  readonly #mode: string;
  #one = 0;
  #two = 0;

  constructor(parts: ModuleParts) {
    this.#in = parts.input("in");
    this.#hertz = parts.input("hertz");
    this.#resonance = parts.input("resonance");
    this.#perFrame = 1 / parts.rate;
    this.#mode = parts.option("mode");
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
    const g = tangentOfHalfTurn(Math.min(0.49, Math.max(0.0002, (this.#hertz[from] as number) * this.#perFrame)));
    const k = 2 - 1.96 * Math.min(1, Math.max(0, this.#resonance[from] as number));
    const a1 = 1 / (1 + g * (g + k));
    const a2 = g * a1;
    const a3 = g * a2;
    const mode = this.#mode;
    let one = this.#one;
    let two = this.#two;
    for (let i = from; i < to; i++) {
      const v0 = input[i] as number;
      const v3 = v0 - two;
      const v1 = a1 * one + a2 * v3;
      const v2 = two + a2 * one + a3 * v3;
      one = 2 * v1 - one;
      two = 2 * v2 - two;
      out[i] = mode === "low" ? v2 : mode === "band" ? v1 * k : v0 - k * v1 - v2;
    }
    this.#one = one;
    this.#two = two;
  }
}

/** Its coefficients hold for so long: a third of a millisecond. */
const coefficientFrames = 16;
