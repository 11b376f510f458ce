import { Engine } from "../kernel/engine.ts";
import type { SampleData } from "../kernel/modules/module.ts";
import type { PlanChange } from "../kernel/plan-change.ts";
import type { Plan } from "../kernel/plan.ts";
import type { Tap } from "../kernel/tap.ts";

/** One of the plans that a player has, with its engine and how loud it is heard. */
export class Take {
  readonly engine: Engine;
  /** What brings it to the loudness of the others. */
  readonly #gain: number;
  readonly #step: number;
  #tracks: readonly string[];
  #frames: number;
  #level: number;
  #target: number;

  constructor(plan: Plan, samples: ReadonlyMap<string, SampleData>, gain: number, isHeard: boolean) {
    this.#tracks = plan.tracks.map(({ id }) => id);
    this.#frames = plan.frames;
    this.engine = new Engine(plan, samples);
    this.#gain = gain;
    this.#step = gain / (fadeSeconds * plan.rate);
    this.#target = isHeard ? gain : 0;
    this.#level = this.#target;
  }

  /** The ids of its tracks, in their order. */
  get tracks(): readonly string[] {
    return this.#tracks;
  }

  /** Where it ends. */
  get frames(): number {
    return this.#frames;
  }

  /** It has faded out. */
  get isGone(): boolean {
    return this.#level === 0 && this.#target === 0;
  }

  /** Its engine's output is what is heard, to the bit. */
  get isPlain(): boolean {
    return this.#level === 1 && this.#target === 1;
  }

  change(change: PlanChange): void {
    this.#tracks = change.order;
    this.#frames = change.frames;
    this.engine.change(change);
  }

  /** It is heard from now on, or not: it takes 5 ms. `fromSilence`: also where it stood. */
  hear(isHeard: boolean, fromSilence = false): void {
    this.#target = isHeard ? this.#gain : 0;
    if (fromSilence) this.#level = 0;
  }

  /** Adds what is heard of it. */
  add(left: Float32Array, right: Float32Array, ownLeft: Float32Array, ownRight: Float32Array, tap: Tap | undefined, rolls: boolean): void {
    this.engine.run(ownLeft, ownRight, tap, rolls);
    let level = this.#level;
    const target = this.#target;
    for (let i = 0; i < left.length; i++) {
      level = level < target ? Math.min(target, level + this.#step) : Math.max(target, level - this.#step);
      left[i] = (left[i] as number) + (ownLeft[i] as number) * level;
      right[i] = (right[i] as number) + (ownRight[i] as number) * level;
    }
    this.#level = level;
  }
}

const fadeSeconds = 0.005;
