import { blockBuffer } from "../block.ts";
import { sineOfTurn } from "../exact-math.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** A tone whose edges are rounded by a polynomial (polyBLEP, Välimäki 2007), so that little of it folds back from above half the rate. */
export const osc: ModuleType = {
  blurb: "A tone: sine, triangle, saw or pulse",
  inputs: { hertz: 440, width: 0.5, phase: 0 },
  options: { wave: ["sine", "triangle", "saw", "pulse"] },
  make: (parts) => new Osc(parts),
};

class Osc implements Module {
  readonly out = blockBuffer();
  readonly release = nothing;
  readonly #hertz: Float64Array;
  readonly #width: Float64Array;
  readonly #start: Float64Array;
  readonly #perFrame: number;
  readonly #wave: (phase: number, step: number, width: number) => number;
  #phase = 0;

  constructor(parts: ModuleParts) {
    this.#hertz = parts.input("hertz");
    this.#width = parts.input("width");
    this.#start = parts.input("phase");
    this.#perFrame = 1 / parts.rate;
    this.#wave = waves[parts.option("wave")] ?? sine;
  }

  start(): void {
    const phase = this.#start[0] ?? 0;
    this.#phase = phase - Math.floor(phase);
  }

  run(frames: number): void {
    const { out } = this;
    const hertz = this.#hertz;
    const width = this.#width;
    const wave = this.#wave;
    const perFrame = this.#perFrame;
    let phase = this.#phase;
    for (let i = 0; i < frames; i++) {
      const step = Math.min(0.5, Math.max(0, (hertz[i] as number) * perFrame));
      out[i] = wave(phase, step, width[i] as number);
      phase += step;
      if (phase >= 1) phase -= 1;
    }
    this.#phase = phase;
  }
}

function sine(phase: number): number {
  return sineOfTurn(phase);
}

function triangle(phase: number): number {
  return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase;
}

function saw(phase: number, step: number): number {
  return 2 * phase - 1 - edge(phase, step);
}

function pulse(phase: number, step: number, width: number): number {
  const high = Math.min(0.95, Math.max(0.05, width));
  const fall = phase - high < 0 ? phase - high + 1 : phase - high;
  return (phase < high ? 1 : -1) + edge(phase, step) - edge(fall, step);
}

/** What rounds an upward edge of height 2 at phase 0. */
function edge(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}

const waves: Readonly<Record<string, (phase: number, step: number, width: number) => number>> = { sine, triangle, saw, pulse };
