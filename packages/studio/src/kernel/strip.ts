import { blockBuffer } from "./block.ts";
import { Compressor } from "./compressor.ts";
import { Eq } from "./eq.ts";
import { cosineOfTurn, sineOfTurn } from "./exact-math.ts";
import { GainCurve } from "./gain-curve.ts";
import { CurveReader } from "./curve-reader.ts";
import { Glide } from "./glide.ts";
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
  readonly #rate: number;
  readonly #eq: Eq;
  readonly #compressor: Compressor;
  readonly #gain: GainCurve;
  readonly #pan: Pan;
  readonly #gainLeft = new Glide();
  readonly #gainRight = new Glide();
  readonly #open = new Glide();
  readonly #reverb: GainCurve;
  readonly #echo: GainCurve;
  readonly #toReverb = new Glide();
  readonly #toEcho = new Glide();
  #isSilent: boolean;
  /** What a listener has chosen, over the plan. */
  #chosen: boolean | undefined;

  constructor(plan: StripPlan, rate: number) {
    this.#rate = rate;
    this.#eq = new Eq(plan.eq, rate);
    this.#compressor = new Compressor(plan.compressor, rate);
    this.#gain = new GainCurve(plan.decibels);
    this.#pan = new Pan(plan.pan);
    this.#reverb = new GainCurve(plan.reverb);
    this.#echo = new GainCurve(plan.echo);
    this.#isSilent = plan.isSilent;
  }

  get reduction(): number {
    return this.#compressor.reduction;
  }

  /** Another setting while it plays: everything moves there within milliseconds. */
  change(plan: StripPlan): void {
    this.#eq.change(plan.eq, this.#rate);
    this.#compressor.change(plan.compressor);
    this.#gain.change(plan.decibels);
    this.#pan.change(plan.pan);
    this.#reverb.change(plan.reverb);
    this.#echo.change(plan.echo);
    this.#isSilent = plan.isSilent;
    for (const glide of [this.#gainLeft, this.#gainRight, this.#open, this.#toReverb, this.#toEcho]) glide.soften();
  }

  /** Heard or not, whatever the plan says; undefined: as it says. */
  listen(chosen: boolean | undefined): void {
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    for (const glide of [this.#open, this.#toReverb, this.#toEcho]) glide.soften();
  }

  /** Takes what stands in `left` and `right` to the buses. Afterwards they hold what the track's meter and stem get. */
  run(frame: number, frames: number, buses: Buses): void {
    const { left, right } = this;
    bound(left, right, frames);
    this.#eq.run(left, right, frames);
    this.#compressor.run(left, right, frames);
    // Fader and pan of constant power; they move straight within a block.
    const gain = this.#gain.valueAt(frame + frames);
    this.#pan.read(frame + frames);
    this.#gainLeft.run(gain * this.#pan.toLeft, left, frames);
    this.#gainRight.run(gain * this.#pan.toRight, right, frames);
    const audible = (this.#chosen ?? !this.#isSilent) ? 1 : 0;
    if (audible === 0 && this.#open.isDown() && this.#toReverb.isDown() && this.#toEcho.isDown()) return;
    this.#open.add(audible, left, right, buses.left, buses.right, frames);
    this.#toReverb.add(this.#reverb.valueAt(frame + frames) * audible, left, right, buses.reverbLeft, buses.reverbRight, frames);
    this.#toEcho.add(this.#echo.valueAt(frame + frames) * audible, left, right, buses.echoLeft, buses.echoRight, frames);
  }
}

/** Where a track stands between the speakers. What does not move is worked out once. */
class Pan {
  #curve: CurveReader;
  #last = Number.NaN;
  toLeft = 1;
  toRight = 1;

  constructor(pan: StripPlan["pan"]) {
    this.#curve = new CurveReader(pan);
  }

  change(pan: StripPlan["pan"]): void {
    this.#curve = new CurveReader(pan);
  }

  read(frame: number): void {
    const pan = Math.min(1, Math.max(-1, this.#curve.valueAt(frame)));
    if (pan === this.#last) return;
    this.#last = pan;
    const turn = (pan + 1) * 0.125;
    this.toLeft = cosineOfTurn(turn) * Math.SQRT2;
    this.toRight = sineOfTurn(turn) * Math.SQRT2;
  }
}

/** A foreign device or recording can make what is no number, or so loud that it rings in the rooms for good. */
function bound(left: Float64Array, right: Float64Array, frames: number): void {
  for (let i = 0; i < frames; i++) {
    const one = left[i] as number;
    const other = right[i] as number;
    if (one > -loudest && one < loudest && other > -loudest && other < loudest) continue;
    left[i] = bounded(one);
    right[i] = bounded(other);
  }
}

function bounded(value: number): number {
  return value >= loudest ? loudest : value <= -loudest ? -loudest : value > -loudest ? value : 0;
}

/** 36 dB above full scale: no sound of ours comes near. */
const loudest = 64;
