import type { SampleData } from "../kernel/modules/module.ts";
import { LevelMeter } from "../meters/level-meter.ts";
import { MomentaryMeter } from "../meters/momentary-meter.ts";
import { type PlayerReport, type PlayerRequest, maxTakes } from "./player-messages.ts";
import { Take } from "./take.ts";

/** What a player needs of where it runs. */
export interface PlayerHost {
  readonly rate: number;
  /** Milliseconds, for how long computing takes. Coarse is enough. */
  now(): number;
  report(report: PlayerReport): void;
}

/** The player, wherever it runs: an AudioWorklet calls `process` for each quantum, a test as it likes. Nothing it does clicks. */
export class PlayerCore {
  readonly #host: PlayerHost;
  readonly #samples = new Map<string, SampleData>();
  readonly #takes = new Map<number, Take>();
  /** Those that fade out and are dropped. */
  #leaving: readonly Take[] = [];
  #heard = 0;
  #rolls = false;
  #loop: { readonly from: number; readonly to: number } | undefined;
  /** Frames after which a scrub stops. */
  #scrub = Number.POSITIVE_INFINITY;
  #only: ReadonlySet<string> | undefined;
  readonly #levels = new LevelMeter();
  readonly #master = new LevelMeter();
  readonly #momentary: MomentaryMeter;
  /** Requests that the next quantum has in it. */
  #applied: number[] = [];
  #quanta = 0;
  #quiet = 0;
  #late = 0;
  #spent = 0;
  #left = new Float32Array(128);
  #right = new Float32Array(128);

  constructor(host: PlayerHost) {
    this.#host = host;
    this.#momentary = new MomentaryMeter(host.rate);
    this.#master.resize(1);
  }

  /** Does what it is told; it is heard from the next `process` on. */
  told(request: PlayerRequest): void {
    this.#quiet = 0;
    switch (request.is) {
      case "samples":
        for (const [name, sample] of request.samples) this.#samples.set(name, sample);
        return;
      case "plan":
        return this.#setPlan(request);
      case "change":
        this.#takes.get(request.take)?.change(request.change);
        if (request.take === this.#heard) this.#fitMeter();
        this.#applied.push(request.seq);
        return this.#listenOnly();
      case "forget":
        this.#leave(request.take);
        return;
      case "listen":
        if (!this.#takes.has(request.take)) return;
        this.#heard = request.take;
        for (const [number, take] of this.#takes) take.hear(number === request.take);
        return this.#fitMeter();
      case "play":
        this.#scrub = Number.POSITIVE_INFINITY;
        this.#rolls = true;
        return this.#seek(request.from, false);
      case "stop":
        return this.#stop();
      case "seek":
        return this.#seek(request.to, false);
      case "scrub":
        this.#seek(request.at, false);
        this.#scrub = Math.floor(this.#host.rate * scrubSeconds);
        this.#rolls = true;
        return;
      case "loop":
        this.#loop = request.range !== undefined && request.range.to - request.range.from >= shortestLoop ? request.range : undefined;
        return;
      case "press":
        for (const take of this.#takes.values()) take.engine.press(request.track, request.pitch, request.velocity, request.key);
        return;
      case "letGo":
        for (const take of this.#takes.values()) take.engine.letGo(request.key);
        return;
      case "only":
        this.#only = request.tracks === undefined ? undefined : new Set(request.tracks);
        return this.#listenOnly();
    }
  }

  /** Fills a quantum, whose first frame is at `time` seconds. */
  process(left: Float32Array, right: Float32Array, time: number): void {
    if (this.#applied.length > 0) this.#reportApplied(time);
    const heard = this.#takes.get(this.#heard);
    if (heard === undefined && this.#leaving.length === 0) return this.#tick(left, time, undefined);
    // Nothing rolls and nothing rings: it costs nothing.
    if (!this.#rolls && this.#quiet > quietSeconds * this.#host.rate) return this.#tick(left, time, heard);
    const began = this.#host.now();
    this.#run(left, right, heard);
    this.#master.hear(0, left, right);
    this.#momentary.feed(left, right);
    this.#quiet = isQuiet(left) && isQuiet(right) ? this.#quiet + left.length : 0;
    const spent = this.#host.now() - began;
    this.#spent += spent;
    if (spent > (left.length / this.#host.rate) * 1_000) this.#late++;
    this.#goOn(left.length, heard);
    this.#tick(left, time, heard);
  }

  #run(left: Float32Array, right: Float32Array, heard: Take | undefined): void {
    if (heard?.isPlain === true && this.#takes.size === 1 && this.#leaving.length === 0) {
      heard.engine.run(left, right, this.#levels, this.#rolls);
      return;
    }
    if (this.#left.length !== left.length) [this.#left, this.#right] = [new Float32Array(left.length), new Float32Array(left.length)];
    left.fill(0);
    right.fill(0);
    for (const take of this.#takes.values())
      take.add(left, right, this.#left, this.#right, take === heard ? this.#levels : undefined, this.#rolls);
    for (const take of this.#leaving) take.add(left, right, this.#left, this.#right, undefined, this.#rolls);
    if (this.#leaving.some((take) => take.isGone)) this.#leaving = this.#leaving.filter((take) => !take.isGone);
  }

  /** Where the song ends, begins again, or was only to be heard for a moment. */
  #goOn(frames: number, heard: Take | undefined): void {
    if (!this.#rolls || heard === undefined) return;
    this.#scrub -= frames;
    const { frame, latency } = heard.engine;
    if (this.#scrub <= 0) this.#stop();
    else if (this.#loop !== undefined && frame >= this.#loop.to) this.#seek(this.#loop.from, true);
    else if (this.#loop === undefined && frame >= heard.frames + latency) this.#stop();
  }

  #setPlan({ take: number, plan, gain, seq }: Extract<PlayerRequest, { readonly is: "plan" }>): void {
    const old = this.#takes.get(number);
    // A player plays at its own rate alone, and has room for so many.
    if (plan.rate !== this.#host.rate || (old === undefined && this.#takes.size >= maxTakes)) return;
    const at = (old ?? this.#takes.get(this.#heard))?.engine.frame ?? 0;
    const take = new Take(plan, this.#samples, gain, number === this.#heard);
    take.engine.seek(at);
    if (old !== undefined) {
      this.#leave(number);
      take.hear(number === this.#heard, true);
    }
    this.#takes.set(number, take);
    this.#applied.push(seq);
    if (number === this.#heard) this.#fitMeter();
    this.#listenOnly();
  }

  #leave(number: number): void {
    const take = this.#takes.get(number);
    if (take === undefined) return;
    this.#takes.delete(number);
    take.hear(false);
    // No more than so many fade at once: the oldest is over.
    this.#leaving = [...this.#leaving, take].slice(-maxTakes);
  }

  #seek(frame: number, gently: boolean): void {
    for (const take of this.#takes.values()) take.engine.seek(Math.max(0, frame), gently);
  }

  #stop(): void {
    this.#scrub = Number.POSITIVE_INFINITY;
    if (!this.#rolls) return;
    this.#rolls = false;
    for (const take of this.#takes.values()) take.engine.rest();
  }

  #listenOnly(): void {
    for (const take of this.#takes.values()) take.engine.listenOnly(this.#only);
  }

  #fitMeter(): void {
    this.#levels.resize((this.#takes.get(this.#heard)?.engine.trackCount ?? 0) + 1);
  }

  #reportApplied(time: number): void {
    for (const seq of this.#applied) this.#host.report({ is: "applied", seq, time });
    this.#applied = [];
  }

  #tick(left: Float32Array, time: number, heard: Take | undefined): void {
    if (++this.#quanta % reportQuanta > 0) return;
    const seconds = (left.length * reportQuanta) / this.#host.rate;
    const { latency = 0, frame = 0 } = heard?.engine ?? {};
    this.#host.report({
      is: "state",
      time: time + left.length / this.#host.rate,
      frame: Math.max(0, frame - (this.#rolls ? latency : 0)),
      playing: this.#rolls,
      take: this.#heard,
      tracks: heard?.tracks.map((id, index) => ({ id, ...this.#levels.take(index) })) ?? [],
      master: this.#master.take(0),
      momentary: this.#momentary.read(),
      late: this.#late,
      load: this.#spent / 1_000 / seconds,
    });
    this.#spent = 0;
  }
}

function isQuiet(data: Float32Array): boolean {
  for (let i = 0; i < data.length; i++) if (Math.abs(data[i] as number) > unheard) return false;
  return true;
}

const reportQuanta = 8;
/** What a scrub lets hear. */
const scrubSeconds = 0.12;
/** As long as an echo may be silent between two. */
const quietSeconds = 4;
/** −120 dB. */
const unheard = 1e-6;
/** Frames: shorter ones would be a tone. */
const shortestLoop = 1_024;
