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
  readonly #sustain: Float64Array;
  readonly #attack: Keep;
  readonly #decay: Keep;
  readonly #release: Keep;
  #stage: "attack" | "decay" | "release" | "over" = "over";
  #level = 0;

  constructor(parts: ModuleParts) {
    const { rate } = parts;
    this.#sustain = parts.input("sustain");
    this.#attack = new Keep(parts.input("attack"), attackCurve, rate);
    this.#decay = new Keep(parts.input("decay"), fallCurve, rate);
    this.#release = new Keep(parts.input("release"), fallCurve, rate);
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
    let done = 0;
    while (done < frames) done = this.#run(done, frames);
  }

  /** One stage, until it or the block ends. Its times are those at its beginning. */
  #run(from: number, frames: number): number {
    switch (this.#stage) {
      case "over":
        this.out.fill(0, from, frames);
        return frames;
      case "attack":
        return this.#rise(from, frames);
      case "decay":
        this.#fall(from, frames, Math.min(1, Math.max(0, this.#sustain[from] as number)), this.#decay.at(from));
        return frames;
      case "release":
        this.#fall(from, frames, 0, this.#release.at(from));
        return frames;
    }
  }

  #rise(from: number, frames: number): number {
    const { out } = this;
    const keep = this.#attack.at(from);
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

  #fall(from: number, frames: number, target: number, keep: number): void {
    const { out } = this;
    let level = this.#level;
    for (let i = from; i < frames; i++) {
      level = target + (level - target) * keep;
      out[i] = level;
    }
    this.#level = level;
    if (target === 0 && level < silent) this.#stage = "over";
  }
}

/** What is kept of the way that is left, each frame, so that `curve` times e-fold of it is gone after the time. Worked out where the time is another. */
class Keep {
  readonly #seconds: Float64Array;
  readonly #curve: number;
  readonly #rate: number;
  #last = Number.NaN;
  #keep = 0;

  constructor(seconds: Float64Array, curve: number, rate: number) {
    this.#seconds = seconds;
    this.#curve = curve;
    this.#rate = rate;
  }

  at(frame: number): number {
    const seconds = this.#seconds[frame] as number;
    if (seconds !== this.#last) {
      this.#last = seconds;
      this.#keep = exponential(-this.#curve / Math.max(1, seconds * this.#rate));
    }
    return this.#keep;
  }
}

/** It aims above 1 and is cut there: nearly straight, as an analogue one is. */
const attackTarget = 1.3;
/** ln(1.3 / 0.3): 1 is reached after the time. */
const attackCurve = 1.466337068793427;
/** −60 dB after the time. */
const fallCurve = 6.907755278982137;
/** −80 dB. */
const silent = 0.0001;
