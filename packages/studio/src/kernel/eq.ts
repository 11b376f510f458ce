import { blockBuffer } from "./block.ts";
import { Biquad, type Coefficients, cookbook } from "./biquad.ts";
import type { EqPlan } from "./plan.ts";

type Band = "highPass" | "low" | "bell" | "high";
interface BandFilter {
  readonly band: Band;
  readonly coefficients: Coefficients;
  readonly left: Biquad;
  readonly right: Biquad;
}

/** A strip's equaliser: what does nothing costs nothing. */
export class Eq {
  #plan: EqPlan;
  #bands: readonly BandFilter[];
  /** What it was before a change, until it has faded out. */
  #before: readonly BandFilter[] = [];
  #blocks = 0;
  readonly #left = blockBuffer();
  readonly #right = blockBuffer();

  constructor(plan: EqPlan, rate: number) {
    this.#plan = plan;
    this.#bands = bandsOf(plan, rate);
  }

  /** Other settings: the old ones fade into them. */
  change(plan: EqPlan, rate: number): void {
    if (bands.every((name) => this.#plan[name] === plan[name])) return;
    this.#plan = plan;
    this.#before = this.#bands;
    this.#bands = bandsOf(plan, rate);
    for (const now of this.#bands) {
      const before = this.#before.find(({ band }) => band === now.band);
      if (before === undefined) continue;
      now.left.goOnFrom(before.left);
      now.right.goOnFrom(before.right);
    }
    this.#blocks = fadeBlocks;
  }

  run(left: Float64Array, right: Float64Array, frames: number): void {
    if (this.#blocks > 0) return this.#runFade(left, right, frames);
    runAll(this.#bands, left, right, frames);
  }

  #runFade(left: Float64Array, right: Float64Array, frames: number): void {
    const oldLeft = this.#left;
    const oldRight = this.#right;
    oldLeft.set(left);
    oldRight.set(right);
    runAll(this.#before, oldLeft, oldRight, frames);
    runAll(this.#bands, left, right, frames);
    const from = this.#blocks / fadeBlocks;
    const step = 1 / (fadeBlocks * frames);
    for (let i = 0; i < frames; i++) {
      const share = Math.max(0, from - step * (i + 1));
      left[i] = (left[i] as number) + ((oldLeft[i] as number) - (left[i] as number)) * share;
      right[i] = (right[i] as number) + ((oldRight[i] as number) - (right[i] as number)) * share;
    }
    if (--this.#blocks === 0) this.#before = [];
  }
}

function bandsOf(plan: EqPlan, rate: number): readonly BandFilter[] {
  const made: BandFilter[] = [];
  const add = (band: Band, coefficients: Coefficients): void =>
    void made.push({ band, coefficients, left: new Biquad(), right: new Biquad() });
  if (plan.highPassHertz > 0) add("highPass", cookbook.highPass(plan.highPassHertz / rate, Math.SQRT1_2));
  if (plan.lowDecibels !== 0) add("low", cookbook.lowShelf(plan.lowHertz / rate, plan.lowDecibels));
  if (plan.bellDecibels !== 0) add("bell", cookbook.bell(plan.bellHertz / rate, plan.bellQ, plan.bellDecibels));
  if (plan.highDecibels !== 0) add("high", cookbook.highShelf(plan.highHertz / rate, plan.highDecibels));
  return made;
}

function runAll(filters: readonly BandFilter[], left: Float64Array, right: Float64Array, frames: number): void {
  for (let n = 0; n < filters.length; n++) {
    const filter = filters[n] as BandFilter;
    filter.left.run(filter.coefficients, left, frames);
    filter.right.run(filter.coefficients, right, frames);
  }
}

const bands = ["highPassHertz", "lowDecibels", "lowHertz", "bellDecibels", "bellHertz", "bellQ", "highDecibels", "highHertz"] as const;
/** About 12 ms: a filter that begins anew needs a moment to settle. */
const fadeBlocks = 8;
