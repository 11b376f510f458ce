import { blockBuffer, blockFrames } from "./block.ts";
import { Echo } from "./echo.ts";
import { GainCurve } from "./gain-curve.ts";
import { Glide } from "./glide.ts";
import { Limiter } from "./limiter.ts";
import type { SampleData } from "./modules/module.ts";
import { type PlanChange, changedTrack } from "./plan-change.ts";
import type { Plan, TrackPlan } from "./plan.ts";
import { Reverb } from "./reverb.ts";
import type { Buses } from "./strip.ts";
import type { Tap } from "./tap.ts";
import { Track } from "./track.ts";

/** Plays a plan, block by block. Nothing in it knows where it runs, and nothing in a block makes objects. */
export class Engine {
  readonly #rate: number;
  readonly #samples: ReadonlyMap<string, SampleData>;
  readonly #buses: Buses = {
    left: blockBuffer(),
    right: blockBuffer(),
    reverbLeft: blockBuffer(),
    reverbRight: blockBuffer(),
    echoLeft: blockBuffer(),
    echoRight: blockBuffer(),
  };
  readonly #all: readonly Float64Array[] = Object.values<Float64Array>({ ...this.#buses });
  readonly #roomsLeft = blockBuffer();
  readonly #roomsRight = blockBuffer();
  readonly #reverb: Reverb;
  readonly #echo: Echo;
  readonly #master: GainCurve;
  readonly #masterLeft = new Glide();
  readonly #masterRight = new Glide();
  readonly #limiter: Limiter;
  #tracks: readonly Track[];
  #frame = 0;
  /** Something has been played: from now on a jump is softened. */
  #hasRun = false;

  constructor(plan: Plan, samples: ReadonlyMap<string, SampleData>) {
    const { rate } = plan;
    this.#rate = rate;
    this.#samples = samples;
    this.#tracks = plan.tracks.map((track) => this.#track(track));
    this.#reverb = new Reverb(rate, plan.reverb.seconds, plan.reverb.dulls);
    this.#echo = new Echo(plan.echo.frames, plan.echo.feedback);
    this.#master = new GainCurve(plan.master.decibels);
    this.#limiter = new Limiter(rate, plan.master.ceilingDecibels);
  }

  /** The frame that comes next, before the limiter's look-ahead. */
  get frame(): number {
    return this.#frame;
  }

  /** Frames by which the output is behind. */
  get latency(): number {
    return this.#limiter.latency;
  }

  /** Tracks, in the order in which a tap hears them. */
  get trackCount(): number {
    return this.#tracks.length;
  }

  /** Goes on from another frame, which is put on the grid of blocks. `gently`: what sounds is let go and not cut, as where a loop begins again. */
  seek(frame: number, gently = false): void {
    const from = this.#hasRun ? this.#frame : undefined;
    this.#frame = Math.floor(frame / blockFrames) * blockFrames;
    for (const track of this.#tracks) track.seek(this.#frame, from, gently);
  }

  /** The song stands still: what sounds is let go. */
  rest(): void {
    for (const track of this.#tracks) track.rest(this.#frame);
  }

  /** Becomes what a change makes of its plan, from the next block on, without a click. */
  change(change: PlanChange): void {
    const { order, tracks, reverb, echo, master } = change;
    const all = new Map(this.#tracks.map((track) => [track.id, track]));
    for (const part of tracks) {
      const known = all.get(part.id);
      if (known !== undefined) known.change(part, this.#frame);
      else {
        const plan = changedTrack(undefined, part);
        if (plan === undefined) continue;
        const made = this.#track(plan);
        made.seek(this.#frame, undefined, false);
        all.set(part.id, made);
      }
    }
    this.#tracks = order.flatMap((id) => all.get(id) ?? []);
    this.#reverb.change(reverb.seconds, reverb.dulls);
    this.#echo.change(echo.frames, echo.feedback);
    this.#master.change(master.decibels);
    this.#masterLeft.soften();
    this.#masterRight.soften();
    this.#limiter.change(master.ceilingDecibels);
  }

  /** Only these tracks are heard, whatever the plan says of them; undefined: as it says. */
  listenOnly(tracks: ReadonlySet<string> | undefined): void {
    for (const track of this.#tracks) track.strip.listen(tracks === undefined ? undefined : tracks.has(track.id));
  }

  /** A key of a track's device goes down; `key` is the player's own number for it, from 1. */
  press(track: string, pitch: number, velocity: number, key: number): void {
    this.#tracks.find(({ id }) => id === track)?.press(pitch, velocity, key);
  }

  letGo(key: number): void {
    for (const track of this.#tracks) track.letGo(key);
  }

  /** Fills both channels, whose length is a multiple of a block. `rolls`: the song goes on. */
  run(left: Float32Array, right: Float32Array, tap?: Tap, rolls = true): void {
    if (left.length % blockFrames !== 0) throw new RangeError(`Cannot play ${left.length} frames: ask for a multiple of ${blockFrames}`);
    this.#hasRun = true;
    for (let at = 0; at < left.length; at += blockFrames) this.#block(left, right, at, tap, rolls);
  }

  #block(left: Float32Array, right: Float32Array, at: number, tap: Tap | undefined, rolls: boolean): void {
    const buses = this.#buses;
    const tracks = this.#tracks;
    for (let n = 0; n < this.#all.length; n++) this.#all[n]?.fill(0);
    for (let n = 0; n < tracks.length; n++) {
      const track = tracks[n] as Track;
      track.run(this.#frame, blockFrames, buses, rolls);
      tap?.hear(n, track.strip.left, track.strip.right, at);
    }
    const roomsLeft = this.#roomsLeft.fill(0);
    const roomsRight = this.#roomsRight.fill(0);
    this.#reverb.run(buses.reverbLeft, buses.reverbRight, roomsLeft, roomsRight, blockFrames);
    this.#echo.run(buses.echoLeft, buses.echoRight, roomsLeft, roomsRight, blockFrames);
    tap?.hear(tracks.length, roomsLeft, roomsRight, at);
    for (let i = 0; i < blockFrames; i++) {
      buses.left[i] = (buses.left[i] as number) + (roomsLeft[i] as number);
      buses.right[i] = (buses.right[i] as number) + (roomsRight[i] as number);
    }
    const gain = this.#master.valueAt(this.#frame + blockFrames);
    this.#masterLeft.run(gain, buses.left, blockFrames);
    this.#masterRight.run(gain, buses.right, blockFrames);
    this.#limiter.run(buses.left, buses.right, blockFrames);
    left.set(buses.left, at);
    right.set(buses.right, at);
    if (rolls) this.#frame += blockFrames;
  }

  #track(plan: TrackPlan): Track {
    return new Track(plan, this.#rate, (name) => this.#samples.get(name));
  }
}
