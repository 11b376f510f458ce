import { blockBuffer } from "./block.ts";
import { Compressor } from "./compressor.ts";
import { CurveReader } from "./curve-reader.ts";
import { Eq } from "./eq.ts";
import { cosineOfTurn, gainOfDecibels, sineOfTurn } from "./exact-math.ts";
import type { StripPlan } from "./plan.ts";

/** What a block of a track goes to. */
export interface Buses {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly reverbLeft: Float64Array;
  readonly reverbRight: Float64Array;
  readonly echoLeft: Float64Array;
  readonly echoRight: Float64Array;
}

/** A track's way into the mix: equaliser, compressor, fader, pan, sends. */
export class Strip {
  readonly left = blockBuffer();
  readonly right = blockBuffer();
  readonly #eq: Eq;
  readonly #compressor: Compressor | undefined;
  readonly #decibels: CurveReader;
  readonly #pan: CurveReader;
  readonly #reverb: Send;
  readonly #echo: Send;
  readonly #isSilent: boolean;
  #gainLeft = Number.NaN;
  #gainRight = Number.NaN;

  constructor(plan: StripPlan, rate: number) {
    this.#eq = new Eq(plan.eq, rate);
    this.#compressor = plan.compressor === undefined ? undefined : new Compressor(plan.compressor, rate);
    this.#decibels = new CurveReader(plan.decibels);
    this.#pan = new CurveReader(plan.pan);
    this.#reverb = new Send(plan.reverb);
    this.#echo = new Send(plan.echo);
    this.#isSilent = plan.isSilent;
  }

  get reduction(): number {
    return this.#compressor?.reduction ?? 0;
  }

  /** Takes what stands in `left` and `right` to the buses. Afterwards they hold what the track's meter and stem get. */
  run(frame: number, frames: number, buses: Buses): void {
    const { left, right } = this;
    this.#eq.run(left, right, frames);
    this.#compressor?.run(left, right, frames);
    this.#fade(frame, frames);
    if (this.#isSilent) return;
    for (let i = 0; i < frames; i++) {
      buses.left[i] = (buses.left[i] as number) + (left[i] as number);
      buses.right[i] = (buses.right[i] as number) + (right[i] as number);
    }
    this.#reverb.run(frame, frames, left, right, buses.reverbLeft, buses.reverbRight);
    this.#echo.run(frame, frames, left, right, buses.echoLeft, buses.echoRight);
  }

  /** Fader and pan of constant power; they move straight within a block. */
  #fade(frame: number, frames: number): void {
    const gain = gainOfDecibels(this.#decibels.valueAt(frame + frames));
    const turn = (Math.min(1, Math.max(-1, this.#pan.valueAt(frame + frames))) + 1) * 0.125;
    const toLeft = gain * cosineOfTurn(turn) * Math.SQRT2;
    const toRight = gain * sineOfTurn(turn) * Math.SQRT2;
    let nowLeft = Number.isNaN(this.#gainLeft) ? toLeft : this.#gainLeft;
    let nowRight = Number.isNaN(this.#gainRight) ? toRight : this.#gainRight;
    const stepLeft = (toLeft - nowLeft) / frames;
    const stepRight = (toRight - nowRight) / frames;
    const { left, right } = this;
    for (let i = 0; i < frames; i++) {
      nowLeft += stepLeft;
      nowRight += stepRight;
      left[i] = (left[i] as number) * nowLeft;
      right[i] = (right[i] as number) * nowRight;
    }
    this.#gainLeft = toLeft;
    this.#gainRight = toRight;
  }
}

class Send {
  readonly #curve: CurveReader;

  constructor(curve: StripPlan["reverb"]) {
    this.#curve = new CurveReader(curve);
  }

  run(frame: number, frames: number, left: Float64Array, right: Float64Array, toLeft: Float64Array, toRight: Float64Array): void {
    const gain = gainOfDecibels(this.#curve.valueAt(frame));
    if (gain === 0) return;
    for (let i = 0; i < frames; i++) {
      toLeft[i] = (toLeft[i] as number) + (left[i] as number) * gain;
      toRight[i] = (toRight[i] as number) + (right[i] as number) * gain;
    }
  }
}
