import { CurveReader } from "./curve-reader.ts";
import { gainOfDecibels } from "./exact-math.ts";
import type { Curve } from "./plan.ts";

/** A curve of decibels, read as a gain. A power is worked out where the decibels have moved, and only there. */
export class GainCurve {
  #curve: CurveReader;
  #decibels = Number.NaN;
  #gain = 0;

  constructor(curve: Curve) {
    this.#curve = new CurveReader(curve);
  }

  change(curve: Curve): void {
    this.#curve = new CurveReader(curve);
  }

  valueAt(frame: number): number {
    const decibels = this.#curve.valueAt(frame);
    if (decibels !== this.#decibels) {
      this.#decibels = decibels;
      this.#gain = gainOfDecibels(decibels);
    }
    return this.#gain;
  }
}
