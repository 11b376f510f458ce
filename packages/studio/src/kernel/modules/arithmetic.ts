import { blockBuffer } from "../block.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** `in` times `by`. With two tones it is a ring modulator. */
export const gain: ModuleType = {
  blurb: "One thing times another",
  inputs: { in: 0, by: 1 },
  options: {},
  make: (parts) => new Gain(parts),
};

/** Up to four things together. */
export const mix: ModuleType = {
  blurb: "Up to four things together",
  inputs: { a: 0, b: 0, c: 0, d: 0 },
  options: {},
  make: (parts) => new Mix(parts),
};

/** A bend that never passes 1: x ÷ (1 + |x|). What is loud gets overtones. */
export const shaper: ModuleType = {
  blurb: "Bends what is loud: drive from 1",
  inputs: { in: 0, drive: 1 },
  options: {},
  make: (parts) => new Shaper(parts),
};

class Gain implements Module {
  readonly out = blockBuffer();
  readonly start = nothing;
  readonly release = nothing;
  readonly #in: Float64Array;
  readonly #by: Float64Array;

  constructor(parts: ModuleParts) {
    this.#in = parts.input("in");
    this.#by = parts.input("by");
  }

  run(frames: number): void {
    const { out } = this;
    const input = this.#in;
    const by = this.#by;
    for (let i = 0; i < frames; i++) out[i] = (input[i] as number) * (by[i] as number);
  }
}

/** Most are of two or three: what is not fed costs nothing. */
class Mix implements Module {
  readonly out = blockBuffer();
  readonly start = nothing;
  readonly release = nothing;
  readonly #inputs: readonly Float64Array[];

  constructor(parts: ModuleParts) {
    this.#inputs = ["a", "b", "c", "d"].filter((name) => parts.feeds(name)).map((name) => parts.input(name));
  }

  run(frames: number): void {
    const { out } = this;
    const inputs = this.#inputs;
    const first = inputs[0];
    const second = inputs[1];
    if (first === undefined) return void out.fill(0, 0, frames);
    if (second === undefined) return out.set(first);
    for (let i = 0; i < frames; i++) out[i] = (first[i] as number) + (second[i] as number);
    for (let n = 2; n < inputs.length; n++) {
      const more = inputs[n] as Float64Array;
      for (let i = 0; i < frames; i++) out[i] = (out[i] as number) + (more[i] as number);
    }
  }
}

class Shaper implements Module {
  readonly out = blockBuffer();
  readonly start = nothing;
  readonly release = nothing;
  readonly #in: Float64Array;
  readonly #drive: Float64Array;

  constructor(parts: ModuleParts) {
    this.#in = parts.input("in");
    this.#drive = parts.input("drive");
  }

  run(frames: number): void {
    const { out } = this;
    const input = this.#in;
    const drive = this.#drive;
    for (let i = 0; i < frames; i++) {
      const x = (input[i] as number) * Math.max(0, drive[i] as number);
      out[i] = x / (1 + Math.abs(x));
    }
  }
}
