import { blockBuffer } from "../block.ts";
import { exponential } from "../exact-math.ts";
import type { Module, ModuleParts, ModuleType } from "./module.ts";

/** Attack, decay, sustain, release, each on the curve of a capacitor. The voice is over when the one that `ends` it is silent. */
export const env: ModuleType = {
  blurb: "An envelope: attack, decay and release in seconds, sustain from 0 to 1",
  inputs: { attack: 0.005, decay: 0.2, sustain: 0.7, release: 0.2 },
  options: {},
  make: (parts) => new Env(parts),
};

export class Env implements Module {
  readonly out = blockBuffer();
  readonly #times: Readonly<Record<"attack" | "decay" | "sustain" | "release", Float64Array>>;
  readonly #rate: number;
  #stage: "attack" | "decay" | "release" | "over" = "over";
  #level = 0;

  constructor(parts: ModuleParts) {
    const { rate } = parts;
    this.#times = {
      attack: parts.input("attack"),
      decay: parts.input("decay"),
      sustain: parts.input("sustain"),
      release: parts.input("release"),
    };
    this.#rate = rate;
  }

  get isOver(): boolean {
    return this.#stage === "over";
  }

  start(): void {
    this.#stage = "attack";
    this.#level = 0;
  }

  release(): void {
    if (this.#stage !== "over") this.#stage = "release";
  }

  run(frames: number): void {
    const { out } = this;
    let done = 0;
    while (done < frames) done = this.#run(out, done, frames);
  }

  /** One stage, until it or the block ends. Its times are those at its beginning: they cost an exponential each. */
  #run(out: Float64Array, from: number, frames: number): number {
    switch (this.#stage) {
      case "over":
        out.fill(0, from, frames);
        return frames;
      case "attack": {
        const keep = this.#keep(this.#times.attack[from] as number, attackCurve);
        let level = this.#level;
        for (let i = from; i < frames; i++) {
          level = attackTarget - (attackTarget - level) * keep;
          if (level >= 1) {
            out[i] = this.#level = 1;
            this.#stage = "decay";
            return i + 1;
          }
          out[i] = level;
        }
        this.#level = level;
        return frames;
      }
      case "decay": {
        const target = Math.min(1, Math.max(0, this.#times.sustain[from] as number));
        const keep = this.#keep(this.#times.decay[from] as number, fallCurve);
        let level = this.#level;
        for (let i = from; i < frames; i++) {
          level = target + (level - target) * keep;
          out[i] = level;
        }
        this.#level = level;
        if (target === 0 && level < silent) this.#stage = "over";
        return frames;
      }
      case "release": {
        const keep = this.#keep(this.#times.release[from] as number, fallCurve);
        let level = this.#level;
        for (let i = from; i < frames; i++) {
          level *= keep;
          out[i] = level;
        }
        this.#level = level;
        if (level < silent) this.#stage = "over";
        return frames;
      }
    }
  }

  /** What is kept of the way that is left, each frame, so that `curve` times e-fold of it is gone after the time. */
  #keep(seconds: number, curve: number): number {
    return exponential(-curve / Math.max(1, seconds * this.#rate));
  }
}

/** It aims above 1 and is cut there: nearly straight, as an analogue one is. */
const attackTarget = 1.3;
/** ln(1.3 / 0.3): 1 is reached after the time. */
const attackCurve = 1.466337068793427;
/** −60 dB after the time. */
const fallCurve = 6.907755278982137;
/** −90 dB. */
const silent = 0.0000316;
