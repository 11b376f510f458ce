import { blockBuffer } from "./block.ts";
import { CurveReader } from "./curve-reader.ts";
import { type SoundGraph, isKit } from "./device.ts";
import type { SampleData } from "./modules/module.ts";
import type { DevicePlan, NotePlan } from "./plan.ts";
import { Voice } from "./voice.ts";

/** A note that sounds, and when it is let go. */
interface Sounding {
  readonly voice: Voice;
  readonly until: number;
  readonly chokes: string | undefined;
}

/** The voices of one sound. */
interface Pool {
  readonly voices: readonly Voice[];
  readonly chokes: string | undefined;
  /** A struck thing rings until it is silent, however short its note. */
  readonly endsByItself: boolean;
}

/** A track's device: its voices, and its params over time. */
export class Instrument {
  /** By pitch of a kit; under `anyPitch` where one sound serves all. */
  readonly #pools: ReadonlyMap<number, Pool>;
  readonly #params: readonly { readonly block: Float64Array; readonly curve: CurveReader; readonly min: number; readonly max: number }[];
  /** In the order they began. */
  #sounding: Sounding[] = [];

  constructor(device: DevicePlan, rate: number, samples: (name: string) => SampleData | undefined) {
    const { graph, params, seed } = device;
    const sample = (): SampleData | undefined => samples(device.sample ?? "sample");
    const blocks = new Map(Object.keys(graph.params).map((name) => [name, blockBuffer()]));
    this.#params = Object.entries(graph.params).map(([name, spec]) => ({
      block: blocks.get(name) ?? blockBuffer(),
      curve: new CurveReader(params[name] ?? spec.default),
      min: spec.min,
      max: spec.max,
    }));
    const pool = (sound: SoundGraph, from: number, chokes: string | undefined): Pool => ({
      chokes,
      endsByItself: isKit(graph.sound),
      voices: Array.from(
        { length: graph.voices },
        (_, index) => new Voice(sound, { rate, seed: seed + from + index, params: blocks, sample }),
      ),
    });
    this.#pools = new Map(
      isKit(graph.sound)
        ? Object.entries(graph.sound).map(([pitch, piece]) => [Number(pitch), pool(piece, Number(pitch) * 64, piece.chokes)])
        : [[anyPitch, pool(graph.sound, 0, undefined)]],
    );
  }

  /** The next frame at which a note is let go. */
  get nextRelease(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { voice, until } of this.#sounding) if (!voice.isReleased && until < next) next = until;
    return next;
  }

  get isSilent(): boolean {
    return this.#sounding.length === 0;
  }

  begin(note: NotePlan): void {
    const pool = this.#pools.get(anyPitch) ?? this.#pools.get(Math.floor(note.pitch + 0.5));
    // A pitch that a kit has no piece for is silent.
    if (pool === undefined) return;
    if (pool.chokes !== undefined) this.#sounding = this.#sounding.filter(({ chokes }) => chokes !== pool.chokes);
    const voice = this.#free(pool);
    voice.start(note);
    const until = pool.endsByItself ? Number.POSITIVE_INFINITY : note.at + note.frames;
    this.#sounding.push({ voice, until, chokes: pool.chokes });
  }

  /** Lets go of every note whose time it is. */
  releaseAt(frame: number): void {
    for (const { voice, until } of this.#sounding) if (!voice.isReleased && until <= frame) voice.release();
  }

  /** Adds what sounds from `frame` on to `into`, from `at` on. */
  run(frame: number, frames: number, into: Float64Array, at: number): void {
    for (const { block, curve, min, max } of this.#params) fill(block, curve, frame, frames, min, max);
    for (const { voice } of this.#sounding) voice.run(frames, into, at);
    if (this.#sounding.some(({ voice }) => voice.isOver)) this.#sounding = this.#sounding.filter(({ voice }) => !voice.isOver);
  }

  /** Every note ends at once: the place in the song is another. */
  stop(): void {
    this.#sounding = [];
  }

  /** A voice that is silent, else the one let go longest ago, else the oldest. */
  #free({ voices }: Pool): Voice {
    const silent = voices.find((voice) => !this.#sounding.some((each) => each.voice === voice));
    if (silent !== undefined) return silent;
    const own = this.#sounding.filter(({ voice }) => voices.includes(voice));
    const taken = own.find(({ voice }) => voice.isReleased) ?? own[0];
    this.#sounding = this.#sounding.filter((each) => each !== taken);
    return taken?.voice ?? (voices[0] as Voice);
  }
}

/** The curve over a stretch, straight between its ends: a stretch is a block at most. */
function fill(block: Float64Array, curve: CurveReader, frame: number, frames: number, min: number, max: number): void {
  const from = Math.min(max, Math.max(min, curve.valueAt(frame)));
  if (curve.isConstant) {
    if (block[0] !== from || block[block.length - 1] !== from) block.fill(from);
    return;
  }
  const to = Math.min(max, Math.max(min, curve.valueAt(frame + frames)));
  const step = (to - from) / frames;
  for (let i = 0; i < frames; i++) block[i] = from + step * i;
}

/** No pitch of MIDI. */
const anyPitch = -1;
