import { Biquad, type Coefficients, cookbook } from "./biquad.ts";
import type { EqPlan } from "./plan.ts";

/** A strip's equaliser: what does nothing costs nothing. */
export class Eq {
  readonly #bands: readonly { readonly coefficients: Coefficients; readonly left: Biquad; readonly right: Biquad }[];

  constructor(plan: EqPlan, rate: number) {
    const bands: Coefficients[] = [];
    if (plan.highPassHertz > 0) bands.push(cookbook.highPass(plan.highPassHertz / rate, Math.SQRT1_2));
    if (plan.lowDecibels !== 0) bands.push(cookbook.lowShelf(plan.lowHertz / rate, plan.lowDecibels));
    if (plan.bellDecibels !== 0) bands.push(cookbook.bell(plan.bellHertz / rate, plan.bellQ, plan.bellDecibels));
    if (plan.highDecibels !== 0) bands.push(cookbook.highShelf(plan.highHertz / rate, plan.highDecibels));
    this.#bands = bands.map((coefficients) => ({ coefficients, left: new Biquad(), right: new Biquad() }));
  }

  run(left: Float64Array, right: Float64Array, frames: number): void {
    for (const band of this.#bands) {
      band.left.run(band.coefficients, left, frames);
      band.right.run(band.coefficients, right, frames);
    }
  }
}
