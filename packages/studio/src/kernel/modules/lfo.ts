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
    for (let from = 0; from < frames; from += stretchFrames) this.#stretch(from, Math.min(frames, from + stretchFrames));
  }

  /** From where it is to where it will be, straight: a sine for each frame of something this slow would be lost work. */
  #stretch(from: number, to: number): void {
    const { out } = this;
    const now = this.#valueAt(this.#phase);
    this.#phase += (this.#hertz[from] as number) * this.#perFrame * (to - from);
    if (!(this.#phase < 1)) {
      this.#phase = this.#phase < endless ? this.#phase - Math.floor(this.#phase) : 0;
      this.#step = this.#random.signed();
    }
    const then = this.#valueAt(this.#phase);
    const each = (then - now) / (to - from);
    for (let i = from; i < to; i++) out[i] = now + each * (i - from);
  }

  #valueAt(phase: number): number {
    return this.#isSine ? sineOfTurn(phase) : this.#isTriangle ? 1 - 4 * Math.abs(phase - 0.5) : this.#step;
  }
}

/** Its value is worked out so often: a third of a millisecond. */
const stretchFrames = 16;
/** More turns than that in a stretch are no number any more. */
const endless = 1e9;
