import type { SampleData } from "../kernel/modules/module.ts";
import { planChange } from "../kernel/plan-change.ts";
import type { Plan } from "../kernel/plan.ts";
import { gainOfDecibels } from "../kernel/exact-math.ts";
import { samplesOf } from "../samples-of.ts";
import { songRate } from "../song/song-rate.ts";
import type { PlayerReport, PlayerRequest, PlayerState } from "./player-messages.ts";

export { type Level, type PlayerState, type TrackLevel, maxTakes } from "./player-messages.ts";

export interface PlayerOptions {
  /** Where `player-worklet` is served. */
  readonly worklet: string | URL;
  /** Frames a second of all plans; the songs' own where it is left out, so that what is heard is what is bounced. */
  readonly rate?: number;
  /** A recording by the name that plans call it by. */
  sample(name: string): SampleData | undefined;
  /** Some 40 times a second. */
  onState?(state: PlayerState): void;
  /** A change is heard from `time` on, in seconds of the AudioContext. */
  onApplied?(seq: number, time: number): void;
}

/** Plays a song in a page, while it changes. The page's side of the AudioWorklet: it sends what is different, and each recording once. */
export class Player implements AsyncDisposable {
  readonly context: AudioContext;
  readonly #node: AudioWorkletNode;
  readonly #options: PlayerOptions;
  readonly #plans = new Map<number, { readonly plan: Plan; readonly gain: number }>();
  readonly #sent = new Set<string>();
  #state: PlayerState | undefined;
  #loop: { readonly from: number; readonly to: number } | undefined;
  #seq = 0;

  private constructor(context: AudioContext, node: AudioWorkletNode, options: PlayerOptions) {
    this.context = context;
    this.#node = node;
    this.#options = options;
    node.port.onmessage = ({ data }: MessageEvent<PlayerReport>) => this.#told(data);
  }

  /** Fails where the browser has no AudioWorklet, or the worklet is not there. A page may not sound before somebody touched it: `play` and `press` wake it. */
  static async open(options: PlayerOptions): Promise<Player> {
    const context = new AudioContext({ latencyHint: "interactive", sampleRate: options.rate ?? songRate });
    try {
      await context.audioWorklet.addModule(options.worklet);
      const node = new AudioWorkletNode(context, "jackfield-player", { numberOfInputs: 0, outputChannelCount: [2] });
      node.connect(context.destination);
      return new Player(context, node, options);
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  /** The last that the worklet said. */
  get state(): PlayerState | undefined {
    return this.#state;
  }

  /** The frame that is heard now: between two reports it is reckoned. */
  get frame(): number {
    const state = this.#state;
    if (state === undefined) return 0;
    if (!state.playing) return state.frame;
    const { context } = this;
    const heard = context.currentTime - (context.outputLatency || 0);
    const frame = Math.max(0, Math.round(state.frame + (heard - state.time) * context.sampleRate));
    const loop = this.#loop;
    return loop !== undefined && frame >= loop.to && state.frame < loop.to
      ? loop.from + ((frame - loop.to) % (loop.to - loop.from))
      : frame;
  }

  /** The song, or what has become of it. Gives the number under which `onApplied` says since when it is heard. */
  setSong(plan: Plan): number {
    return this.setTake(0, plan, 0);
  }

  /**
   * A plan beside the song, to be heard instead of it: `decibels` brings it to the song's loudness. No more than `maxTakes` are kept, the song among
   * them. The plan has the context's rate, or it is a RangeError.
   */
  setTake(take: number, plan: Plan, decibels: number): number {
    if (plan.rate !== this.context.sampleRate)
      throw new RangeError(`Cannot play a plan of ${plan.rate} frames a second at ${this.context.sampleRate}: compile it for that rate`);
    const gain = gainOfDecibels(decibels);
    const before = this.#plans.get(take);
    const change = before === undefined || before.gain !== gain ? undefined : planChange(before.plan, plan);
    this.#sendSamples(plan);
    this.#plans.set(take, { plan, gain });
    const seq = ++this.#seq;
    this.#tell(change === undefined ? { is: "plan", take, plan, gain, seq } : { is: "change", take, change, seq });
    return seq;
  }

  forgetTake(take: number): void {
    this.#plans.delete(take);
    this.#tell({ is: "forget", take });
  }

  /** Which take is heard, from the next block on. */
  listen(take: number): void {
    this.#tell({ is: "listen", take });
  }

  /** Only these tracks, in this page alone. */
  listenOnly(tracks: readonly string[] | undefined): void {
    this.#tell({ is: "only", tracks });
  }

  async play(from: number = this.#state?.frame ?? 0): Promise<void> {
    await this.context.resume();
    this.#tell({ is: "play", from });
  }

  stop(): void {
    this.#tell({ is: "stop" });
  }

  seek(to: number): void {
    this.#tell({ is: "seek", to });
  }

  /** A moment of the song at a frame. */
  scrub(at: number): void {
    this.#tell({ is: "scrub", at });
  }

  /** Frames of the song that are played again and again; undefined: none. */
  loop(range: { readonly from: number; readonly to: number } | undefined): void {
    this.#loop = range;
    this.#tell({ is: "loop", range });
  }

  /** A key of a track goes down. Velocity 0 to 1; `key` is a number from 1, the same for `letGo`. */
  press(track: string, pitch: number, velocity: number, key: number): void {
    if (this.context.state === "suspended") void this.context.resume();
    this.#tell({ is: "press", track, pitch, velocity, key });
  }

  letGo(key: number): void {
    this.#tell({ is: "letGo", key });
  }

  /** Silence, for good. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#node.port.onmessage = null;
    this.#node.disconnect();
    if (this.context.state !== "closed") await this.context.close();
  }

  #sendSamples(plan: Plan): void {
    const samples = new Map<string, SampleData>();
    for (const name of samplesOf(plan)) {
      const sample = this.#sent.has(name) ? undefined : this.#options.sample(name);
      if (sample !== undefined) samples.set(name, sample);
    }
    if (samples.size === 0) return;
    for (const name of samples.keys()) this.#sent.add(name);
    this.#tell({ is: "samples", samples });
  }

  #tell(request: PlayerRequest): void {
    this.#node.port.postMessage(request);
  }

  #told(report: PlayerReport): void {
    if (report.is === "applied") return this.#options.onApplied?.(report.seq, report.time);
    this.#state = report;
    this.#options.onState?.(report);
  }
}
