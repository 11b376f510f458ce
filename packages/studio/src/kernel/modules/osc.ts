import { blockBuffer } from "../block.ts";
import { sineOfPhase } from "../exact-math.ts";
import { type Module, type ModuleParts, type ModuleType, nothing } from "./module.ts";

/** A tone whose edges are rounded by a polynomial (polyBLEP, Välimäki 2007), so that little of it folds back from above half the rate. */
export const osc: ModuleType = {
  blurb: "A tone: sine, triangle, saw or pulse",
  inputs: { hertz: 440, width: 0.5, phase: 0 },
  options: { wave: ["sine", "triangle", "saw", "pulse"] },
  make: (parts) => new (waves[parts.option("wave")] ?? Sine)(parts),
};

/**
 * A class for each wave, with its own loop: a function that is handed a phase for each frame would make a number object for each, on the audio
 * thread, and oscillators are a quarter of all that is computed.
 */
abstract class Osc implements Module {
  readonly out = blockBuffer();
  readonly release = nothing;
  protected readonly hertz: Float64Array;
  protected readonly perFrame: number;
  protected phase = 0;
  readonly #start: Float64Array;

  constructor(parts: ModuleParts) {
    this.hertz = parts.input("hertz");
    this.#start = parts.input("phase");
    this.perFrame = 1 / parts.rate;
  }

  start(): void {
    const phase = this.#start[0] ?? 0;
    this.phase = phase - Math.floor(phase);
  }

  abstract run(frames: number): void;
}

class Sine extends Osc {
  run(frames: number): void {
    const { out, hertz, perFrame } = this;
    let { phase } = this;
    for (let i = 0; i < frames; i++) {
      out[i] = sineOfPhase(phase);
      phase += stepOf((hertz[i] as number) * perFrame);
      if (phase >= 1) phase -= 1;
    }
    this.phase = phase;
  }
}

/** From 0 upward, as the sine. */
class Triangle extends Osc {
  run(frames: number): void {
    const { out, hertz, perFrame } = this;
    let { phase } = this;
    for (let i = 0; i < frames; i++) {
      out[i] = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4;
      phase += stepOf((hertz[i] as number) * perFrame);
      if (phase >= 1) phase -= 1;
    }
    this.phase = phase;
  }
}

class Saw extends Osc {
  run(frames: number): void {
    const { out, hertz, perFrame } = this;
    let { phase } = this;
    for (let i = 0; i < frames; i++) {
      const step = stepOf((hertz[i] as number) * perFrame);
      out[i] = 2 * phase - 1 - edge(phase, step);
      phase += step;
      if (phase >= 1) phase -= 1;
    }
    this.phase = phase;
  }
}

/** Without the offset that an uneven width would give it. */
class Pulse extends Osc {
  readonly #width: Float64Array;

  constructor(parts: ModuleParts) {
    super(parts);
    this.#width = parts.input("width");
  }

  run(frames: number): void {
    const { out, hertz, perFrame } = this;
    const width = this.#width;
    let { phase } = this;
    for (let i = 0; i < frames; i++) {
      const step = stepOf((hertz[i] as number) * perFrame);
      const wide = width[i] as number;
      const high = wide > 0.05 ? (wide < 0.95 ? wide : 0.95) : 0.05;
      const fall = phase < high ? phase - high + 1 : phase - high;
      out[i] = (phase < high ? 2 : 0) - 2 * high + edge(phase, step) - edge(fall, step);
      phase += step;
      if (phase >= 1) phase -= 1;
    }
    this.phase = phase;
  }
}

/** Share of a turn that a frame is, from none to half: above half the rate there is no tone. */
function stepOf(turn: number): number {
  return turn > 0 ? (turn < 0.5 ? turn : 0.5) : 0;
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
