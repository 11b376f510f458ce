import { blockBuffer } from "../block.ts";
import { sineOfTurn } from "../exact-math.ts";
import { Random } from "../random.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** A slow movement from −1 to 1, begun anew with each note. */
export const lfo: ModuleType = {
  blurb: "A slow movement from −1 to 1",
  inputs: { hertz: 4 },
  options: { wave: ["sine", "triangle", "steps"] },
  make: (parts) => new Lfo(parts),
};

class Lfo implements Module {
  readonly out = blockBuffer();
  readonly release = nothing;
  readonly #hertz: Float64Array;
  readonly #perFrame: number;
  readonly #isSine: boolean;
  readonly #isTriangle: boolean;
  readonly #seed: number;
  readonly #random: Random;
  #phase = 0;
  #step = 0;

  constructor(parts: ModuleParts) {
    this.#hertz = parts.input("hertz");
    this.#perFrame = 1 / parts.rate;
    this.#isSine = parts.option("wave") === "sine";
    this.#isTriangle = parts.option("wave") === "triangle";
    this.#seed = parts.seed;
    this.#random = new Random(parts.seed);
  }

  start(): void {
    this.#phase = 0;
    this.#random.reset(this.#seed);
    this.#step = this.#random.signed();
  }

  run(frames: number): void {
    const { out } = this;
    let phase = this.#phase;
    for (let i = 0; i < frames; i++) {
      out[i] = this.#isSine ? sineOfTurn(phase) : this.#isTriangle ? 1 - 4 * Math.abs(phase - 0.5) : this.#step;
      phase += (this.#hertz[i] as number) * this.#perFrame;
      if (phase < 1) continue;
      phase -= Math.floor(phase);
      this.#step = this.#random.signed();
    }
    this.#phase = phase;
  }
}
