import { blockBuffer, blockFrames } from "./block.ts";
import { CurveReader } from "./curve-reader.ts";
import { Echo } from "./echo.ts";
import { gainOfDecibels } from "./exact-math.ts";
import { Limiter } from "./limiter.ts";
import type { SampleData } from "./modules/module.ts";
import type { Plan } from "./plan.ts";
import { Reverb } from "./reverb.ts";
import type { Buses } from "./strip.ts";
import { Track } from "./track.ts";

/** Where a track's own sound goes. */
export interface Stem {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Plays a plan, block by block. Nothing in it knows where it runs. */
export class Engine {
  readonly tracks: readonly Track[];
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
  readonly #decibels: CurveReader;
  readonly #limiter: Limiter;
  #frame = 0;

  constructor(plan: Plan, samples: ReadonlyMap<string, SampleData>) {
    const { rate } = plan;
    this.tracks = plan.tracks.map((track) => new Track(track, rate, (name) => samples.get(name)));
    this.#reverb = new Reverb(rate, plan.reverb.seconds, plan.reverb.dulls);
    this.#echo = new Echo(plan.echo.frames, plan.echo.feedback);
    this.#decibels = new CurveReader(plan.master.decibels);
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

  /** Goes on from another frame, which is put on the grid of blocks. */
  seek(frame: number): void {
    this.#frame = Math.floor(frame / blockFrames) * blockFrames;
    for (const track of this.tracks) track.seek(this.#frame);
  }

  /**
   * Fills both channels, whose length is a multiple of a block. `stems`, where given, are as long, one for each track and one for the rooms:
   * they get what goes into the mix, before the master.
   */
  run(left: Float32Array, right: Float32Array, stems?: readonly Stem[]): void {
    if (left.length % blockFrames !== 0) throw new RangeError(`Cannot play ${left.length} frames: ask for a multiple of ${blockFrames}`);
    for (let at = 0; at < left.length; at += blockFrames) this.#block(left, right, at, stems);
  }

  #block(left: Float32Array, right: Float32Array, at: number, stems: readonly Stem[] | undefined): void {
    const buses = this.#buses;
    const { tracks } = this;
    for (let n = 0; n < this.#all.length; n++) this.#all[n]?.fill(0);
    for (let n = 0; n < tracks.length; n++) {
      const track = tracks[n] as Track;
      track.run(this.#frame, blockFrames, buses);
      keep(stems?.[n], track.strip.left, track.strip.right, at);
    }
    const roomsLeft = this.#roomsLeft.fill(0);
    const roomsRight = this.#roomsRight.fill(0);
    this.#reverb.run(buses.reverbLeft, buses.reverbRight, roomsLeft, roomsRight, blockFrames);
    this.#echo.run(buses.echoLeft, buses.echoRight, roomsLeft, roomsRight, blockFrames);
    keep(stems?.[tracks.length], roomsLeft, roomsRight, at);
    const gain = gainOfDecibels(this.#decibels.valueAt(this.#frame));
    for (let i = 0; i < blockFrames; i++) {
      buses.left[i] = ((buses.left[i] as number) + (roomsLeft[i] as number)) * gain;
      buses.right[i] = ((buses.right[i] as number) + (roomsRight[i] as number)) * gain;
    }
    this.#limiter.run(buses.left, buses.right, blockFrames);
    left.set(buses.left, at);
    right.set(buses.right, at);
    this.#frame += blockFrames;
  }
}

function keep(stem: Stem | undefined, left: Float64Array, right: Float64Array, at: number): void {
  stem?.left.set(left, at);
  stem?.right.set(right, at);
}
