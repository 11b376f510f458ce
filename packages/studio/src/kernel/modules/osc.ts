import { blockBuffer } from "../block.ts";
import { sineOfTurn } from "../exact-math.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** A tone whose edges are rounded by a polynomial (polyBLEP, Välimäki 2007), so that little of it folds back from above half the rate. */
export const osc: ModuleType = {
  blurb: "A tone: sine, triangle, saw or pulse",
  inputs: { hertz: 440, width: 0.5, phase: 0 },
  options: { wave: ["sine", "triangle", "saw", "pulse"] },
  make: (parts) => new (waves[parts.option("wave")] ?? Sine)(parts),
};

/** A class for each wave: a function that is handed a phase for each frame would make a number object for each, on the audio thread. */
abstract class Osc implements Module {
  readonly out = blockBuffer();
  readonly release = nothing;
  readonly #hertz: Float64Array;
  readonly #start: Float64Array;
  readonly #perFrame: number;
  /** Phase of each frame of the block, and how far it moves. */
  readonly #phases = blockBuffer();
  readonly #steps = blockBuffer();
  #phase = 0;

  constructor(parts: ModuleParts) {
    this.#hertz = parts.input("hertz");
    this.#start = parts.input("phase");
    this.#perFrame = 1 / parts.rate;
  }

  start(): void {
    const phase = this.#start[0] ?? 0;
    this.#phase = phase - Math.floor(phase);
  }

  run(frames: number): void {
    const hertz = this.#hertz;
    const phases = this.#phases;
    const steps = this.#steps;
    const perFrame = this.#perFrame;
    let phase = this.#phase;
    for (let i = 0; i < frames; i++) {
      const step = Math.min(0.5, Math.max(0, (hertz[i] as number) * perFrame));
      phases[i] = phase;
      steps[i] = step;
      phase += step;
      if (phase >= 1) phase -= 1;
    }
    this.#phase = phase;
    this.wave(this.out, phases, steps, frames);
  }

  protected abstract wave(out: Float64Array, phases: Float64Array, steps: Float64Array, frames: number): void;
}

class Sine extends Osc {
  protected wave(out: Float64Array, phases: Float64Array, _steps: Float64Array, frames: number): void {
    for (let i = 0; i < frames; i++) out[i] = sineOfTurn(phases[i] as number);
  }
}

/** From 0 upward, as the sine. */
class Triangle extends Osc {
  protected wave(out: Float64Array, phases: Float64Array, _steps: Float64Array, frames: number): void {
    for (let i = 0; i < frames; i++) {
      const phase = phases[i] as number;
      out[i] = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4;
    }
  }
}

class Saw extends Osc {
  protected wave(out: Float64Array, phases: Float64Array, steps: Float64Array, frames: number): void {
    for (let i = 0; i < frames; i++) {
      const phase = phases[i] as number;
      out[i] = 2 * phase - 1 - edge(phase, steps[i] as number);
    }
  }
}

/** Without the offset that an uneven width would give it. */
class Pulse extends Osc {
  readonly #width: Float64Array;

  constructor(parts: ModuleParts) {
    super(parts);
    this.#width = parts.input("width");
  }

  protected wave(out: Float64Array, phases: Float64Array, steps: Float64Array, frames: number): void {
    const width = this.#width;
    for (let i = 0; i < frames; i++) {
      const phase = phases[i] as number;
      const step = steps[i] as number;
      const high = Math.min(0.95, Math.max(0.05, width[i] as number));
      const fall = phase < high ? phase - high + 1 : phase - high;
      out[i] = (phase < high ? 2 : 0) - 2 * high + edge(phase, step) - edge(fall, step);
    }
  }
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

const waves: Readonly<Record<string, new (parts: ModuleParts) => Osc>> = { sine: Sine, triangle: Triangle, saw: Saw, pulse: Pulse };
