import type { Curve } from "./plan.ts";

/** Reads a curve forward. Going back costs a search from its beginning. */
export class CurveReader {
  readonly #points: Exclude<Curve, number> | undefined;
  readonly #constant: number;
  #index = 0;

  constructor(curve: Curve) {
    this.#points = typeof curve === "number" || curve.length === 0 ? undefined : curve;
    this.#constant = typeof curve === "number" ? curve : 0;
  }

  /** The same number all the time. */
  get isConstant(): boolean {
    return this.#points === undefined;
  }

  valueAt(frame: number): number {
    const points = this.#points;
    if (points === undefined) return this.#constant;
    if (frame < (points[this.#index]?.at ?? 0)) this.#index = 0;
    while (this.#index + 1 < points.length && (points[this.#index + 1]?.at as number) <= frame) this.#index++;
    const here = points[this.#index];
    const next = points[this.#index + 1];
    if (here === undefined) return this.#constant;
    if (next === undefined || here.shape === "hold" || frame <= here.at) return here.value;
    return here.value + ((next.value - here.value) * (frame - here.at)) / (next.at - here.at);
  }
}
