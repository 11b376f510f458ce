import { blockBuffer } from "../block.ts";
import { Random } from "../random.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** White noise, the same at each note of a voice. */
export const noise: ModuleType = { blurb: "White noise", inputs: {}, options: {}, make: (parts) => new Noise(parts) };

class Noise implements Module {
  readonly out = blockBuffer();
  readonly release = nothing;
  readonly #seed: number;
  readonly #random: Random;

  constructor({ seed }: ModuleParts) {
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  start(): void {
    this.#random.reset(this.#seed);
  }

  run(frames: number): void {
    this.#random.fill(this.out, frames);
  }
}
