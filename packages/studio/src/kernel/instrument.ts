import { blockBuffer } from "./block.ts";
import { CurveReader } from "./curve-reader.ts";
import { type SoundGraph, isKit } from "./device.ts";
import type { SampleData } from "./modules/module.ts";
import type { Curve, DevicePlan, NotePlan } from "./plan.ts";
import { Voice, type VoiceParts } from "./voice.ts";

/** The voices of one sound. */
interface Pool {
  readonly voices: readonly Voice[];
  /** How many of them may sound, those aside that make way. */
  readonly most: number;
  readonly chokes: string | undefined;
  /** A struck thing rings until it is silent, however short its note. */
  readonly endsByItself: boolean;
}

interface Param {
  readonly name: string;
  readonly block: Float64Array;
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
  curve: CurveReader;
  /** What a constant was last; it moves to another within a stretch. */
  last: number;
  /** Its block holds what it will hold until it has another curve. */
  isSteady: boolean;
}

/** A track's device: its voices, and its params over time. Beginning, running and ending notes makes no objects. */
export class Instrument {
  /** By pitch of a kit; under `anyPitch` where one sound serves all. */
  readonly #pools: ReadonlyMap<number, Pool>;
  readonly #params: readonly Param[];
  /** Those that sound, in the order they began; as long as there are voices, and filled up to `#count`. */
  readonly #sounding: Voice[];
  #count = 0;

  constructor(device: DevicePlan, rate: number, samples: (name: string) => SampleData | undefined) {
    const { graph, params, seed } = device;
    const blocks = new Map(Object.keys(graph.params).map((name) => [name, blockBuffer()]));
    const constants = new Map<number, Float64Array>();
    const parts: Omit<VoiceParts, "seed"> = {
      rate,
      params: blocks,
      constant(value) {
        const block = constants.get(value) ?? blockBuffer().fill(value);
        constants.set(value, block);
        return block;
      },
      sample: () => samples(device.sample ?? "sample"),
    };
    this.#params = Object.entries(graph.params).map(([name, spec]) => ({
      name,
      block: blocks.get(name) ?? blockBuffer(),
      min: spec.min,
      max: spec.max,
      fallback: spec.default,
      curve: new CurveReader(params[name] ?? spec.default),
      last: Number.NaN,
      isSteady: false,
    }));
    const pool = (sound: SoundGraph, from: number, chokes: string | undefined): Pool => ({
      chokes,
      most: graph.voices,
      endsByItself: isKit(graph.sound),
      voices: Array.from(
        { length: graph.voices + Math.min(graph.voices, isKit(graph.sound) ? 1 : spareVoices) },
        (_, index) => new Voice(sound, { ...parts, seed: seed + from + index }),
      ),
    });
    this.#pools = new Map(
      isKit(graph.sound)
        ? Object.entries(graph.sound).map(([pitch, piece]) => [Number(pitch), pool(piece, Number(pitch) * 64, piece.chokes)])
        : [[anyPitch, pool(graph.sound, 0, undefined)]],
    );
    this.#sounding = [...this.#pools.values()].flatMap(({ voices }) => voices);
  }

  /** The next frame at which a note is let go. */
  get nextRelease(): number {
    let next = Number.POSITIVE_INFINITY;
    for (let n = 0; n < this.#count; n++) {
      const voice = this.#sounding[n] as Voice;
      if (!voice.isReleased && voice.until < next) next = voice.until;
    }
    return next;
  }

  get isSilent(): boolean {
    return this.#count === 0;
  }

  /** A note of the plan begins. */
  begin(note: NotePlan): void {
    this.#begin(note, note.at + note.frames, 0);
  }

  /** Somebody presses a key: it sounds until `letGo` with the same key, a number from 1. */
  press(pitch: number, velocity: number, key: number): void {
    this.#begin({ at: 0, frames: 0, pitch, velocity }, Number.POSITIVE_INFINITY, key);
  }

  letGo(key: number): void {
    for (let n = 0; n < this.#count; n++) if (this.#sounding[n]?.key === key) this.#sounding[n]?.release();
  }

  /** Lets go of every note whose time it is. */
  releaseAt(frame: number): void {
    for (let n = 0; n < this.#count; n++) {
      const voice = this.#sounding[n] as Voice;
      if (!voice.isReleased && voice.until <= frame) voice.release();
    }
  }

  /** Adds what sounds from `frame` on to both sides, from `at` on. */
  run(frame: number, frames: number, left: Float64Array, right: Float64Array, at: number): void {
    for (let n = 0; n < this.#params.length; n++) fill(this.#params[n] as Param, frame, frames);
    for (let n = 0; n < this.#count; n++) this.#sounding[n]?.run(frames, left, right, at);
    this.#dropOver();
  }

  /** Every note of the plan is let go; those that somebody holds go on. */
  releaseAll(): void {
    for (let n = 0; n < this.#count; n++) if (this.#sounding[n]?.key === 0) this.#sounding[n]?.release();
  }

  /** Every note of the plan ends within milliseconds: the place in the song is another. */
  stop(): void {
    for (let n = 0; n < this.#count; n++) if (this.#sounding[n]?.key === 0) this.#sounding[n]?.cut();
  }

  /** Other params, for the same sound. */
  setParams(params: Readonly<Record<string, Curve>>): void {
    for (const param of this.#params) {
      param.curve = new CurveReader(params[param.name] ?? param.fallback);
      param.isSteady = false;
    }
  }

  /** The notes are others: those that sound end where the new ones do, or now. */
  follow(notes: readonly NotePlan[], frame: number): void {
    for (let n = 0; n < this.#count; n++) {
      const voice = this.#sounding[n] as Voice;
      if (voice.isReleased || voice.key !== 0 || voice.until === Number.POSITIVE_INFINITY) continue;
      const same = notes.find((note) => note.pitch === voice.pitch && note.at <= frame && note.at + note.frames > frame);
      voice.until = same === undefined ? frame : same.at + same.frames;
    }
  }

  #begin(note: NotePlan, until: number, key: number): void {
    const pool = this.#pools.get(anyPitch) ?? this.#pools.get(Math.floor(note.pitch + 0.5));
    // A pitch that a kit has no piece for is silent.
    if (pool === undefined) return;
    if (pool.chokes !== undefined) this.#choke(pool.chokes);
    const voice = this.#free(pool);
    voice.start(note, pool.endsByItself ? Number.POSITIVE_INFINITY : until, key);
    this.#sounding[this.#count++] = voice;
  }

  #choke(group: string): void {
    for (const pool of this.#pools.values()) if (pool.chokes === group) for (const voice of pool.voices) if (voice.isSounding) voice.cut();
  }

  /** A silent voice. Where enough of them sound, the one let go longest ago makes way, else the oldest. */
  #free(pool: Pool): Voice {
    let busy = 0;
    let released: Voice | undefined;
    let oldest: Voice | undefined;
    let fading: Voice | undefined;
    for (let n = 0; n < this.#count; n++) {
      const voice = this.#sounding[n] as Voice;
      if (!pool.voices.includes(voice)) continue;
      if (voice.isFading) fading ??= voice;
      else {
        busy++;
        oldest ??= voice;
        if (voice.isReleased) released ??= voice;
      }
    }
    if (busy >= pool.most) (released ?? oldest)?.cut();
    for (let n = 0; n < pool.voices.length; n++) {
      const voice = pool.voices[n] as Voice;
      if (!voice.isSounding) return voice;
    }
    const taken = fading ?? oldest ?? (pool.voices[0] as Voice);
    taken.isSounding = false;
    this.#drop();
    return taken;
  }

  #dropOver(): void {
    let any = false;
    for (let n = 0; n < this.#count; n++) {
      const voice = this.#sounding[n] as Voice;
      if (!voice.isOver) continue;
      voice.isSounding = false;
      any = true;
    }
    if (any) this.#drop();
  }

  /** Closes the gaps of those that do not sound any more. */
  #drop(): void {
    let kept = 0;
    for (let n = 0; n < this.#count; n++) {
      const voice = this.#sounding[n] as Voice;
      if (voice.isSounding) this.#sounding[kept++] = voice;
    }
    this.#count = kept;
  }
}

/** The curve over a stretch, straight between its ends: a stretch is a block at most. */
function fill(param: Param, frame: number, frames: number): void {
  const { block, curve, min, max } = param;
  if (curve.isConstant && param.isSteady) return;
  const now = Math.min(max, Math.max(min, curve.valueAt(frame)));
  const from = curve.isConstant && !Number.isNaN(param.last) ? param.last : now;
  const to = curve.isConstant ? now : Math.min(max, Math.max(min, curve.valueAt(frame + frames)));
  const step = (to - from) / frames;
  for (let i = 0; i < frames; i++) block[i] = from + step * i;
  // A whole block of it, also where this stretch is short: the next may be longer.
  if (curve.isConstant && from === to) block.fill(to);
  param.last = to;
  param.isSteady = curve.isConstant && from === to;
}

/** No pitch of MIDI. */
const anyPitch = -1;
/** Voices beside those that may sound, so that one can fade where another begins. */
const spareVoices = 4;
