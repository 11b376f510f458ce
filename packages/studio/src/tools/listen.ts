import { compilePlan } from "../compile-plan.ts";
import { type Measures, Measurer } from "../measure/measure.ts";
import { Spectrogram, type SpectrogramImage } from "../measure/spectrogram.ts";
import { LoudnessMeter } from "../meters/loudness.ts";
import { Refusal } from "../open-song/refusal.ts";
import { roomsStem } from "../render.ts";
import { songRate } from "../song/song-rate.ts";
import type { Song } from "../song/song.ts";
import { TempoMap } from "../song/tempo-map.ts";
import type { Studio } from "../studio.ts";
import type { Stretch } from "./bars.ts";
import { type Shape, ShapeMeter } from "./shape-meter.ts";
import { StemEar } from "./stem-ear.ts";
import type { StudioCall } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Seconds of one render: as long as a song is, and short of what a call may take. */
export const mostSeconds = toolCeilings.renderMs.value / 1_000;

export interface ListenOptions {
  /** All of the song, with what rings on, where it is left out. */
  readonly stretch?: Stretch;
  /** Only these tracks sound. */
  readonly only?: ReadonlySet<string>;
  /** Each track's own sound too: all of its measures, or how loud it is alone, which costs little. */
  readonly stems?: "all" | "levels";
  readonly picture?: { readonly width: number; readonly height: number };
  /** Shown while it renders. */
  readonly what?: string;
}

/** What was heard. */
export interface Heard extends Omit<Measures, "onsetsPerSecond">, Shape {
  /** Of the mix alone. */
  readonly onsetsPerSecond?: number;
}

export interface Listened {
  readonly mix: Heard;
  /** By track; the rooms under `roomsStem`. Empty unless all of it was asked for. */
  readonly stems: ReadonlyMap<string, Heard>;
  /** The loudest 400 ms of each, LUFS, where stems were asked for. */
  readonly levels: ReadonlyMap<string, number | undefined>;
  readonly picture: SpectrogramImage | undefined;
}

/** Renders a song, or any state of it, and measures it as it comes. Keeps no sound. Throws `full` where it is too long. */
export async function listen(studio: Studio, song: Song, call: StudioCall, options: ListenOptions = {}): Promise<Listened> {
  const { stretch, only, stems, picture, what = "Rendering" } = options;
  const plan = compilePlan(song, { rate: songRate, ...(only === undefined ? {} : { only }) });
  const range = rangeOf(song, plan.frames, stretch);
  const seconds = range.frames / songRate;
  if (seconds > mostSeconds)
    throw new Refusal("full", `${Math.round(seconds)} seconds are more than the ${mostSeconds} that are measured at once`, "Name bars");
  const mix = new Ear(new Measurer(songRate));
  const image = picture === undefined ? undefined : new Spectrogram(songRate, range.frames, picture);
  const ears = new Map<string, Ear>();
  const meters = new Map<string, LoudnessMeter>();
  const progress = (done: number, of: number): void => call.progress({ progress: done / songRate, total: of / songRate, message: what });
  const { renderer, samples } = studio.ports;
  for await (const piece of renderer.render(plan, samples.all, { range, stems: stems !== undefined, signal: call.signal, progress })) {
    mix.feed(piece.left, piece.right);
    image?.feed(piece.left, piece.right);
    for (const { id, left, right } of piece.stems) {
      if (stems === "all") held(ears, id, () => new Ear(new StemEar())).feed(left, right);
      else held(meters, id, () => new LoudnessMeter(songRate, 2)).feed([left, right]);
    }
  }
  const heard = new Map([...ears].map(([id, ear]) => [id, ear.end()]));
  const levels =
    stems === "all"
      ? [...heard].map(([id, each]) => [id, each.momentaryMost] as const)
      : [...meters].map(([id, meter]) => [id, meter.read().momentaryMost] as const);
  return { mix: mix.end(), stems: heard, levels: new Map(levels), picture: await image?.end() };
}

/** Decibels that the rooms are above what goes into them; undefined where either is silent. */
export function wetness({ mix, levels }: Listened): number | undefined {
  const wet = levels.get(roomsStem);
  return wet === undefined || mix.momentaryMost === undefined ? undefined : wet - mix.momentaryMost;
}

function rangeOf(song: Song, frames: number, stretch: Stretch | undefined): { readonly from: number; readonly frames: number } {
  if (stretch === undefined) return { from: 0, frames };
  const tempo = new TempoMap(song.tempo);
  const from = tempo.frameAt(stretch.from, songRate);
  return { from, frames: Math.max(1, tempo.frameAt(stretch.to, songRate) - from) };
}

function held<T>(kept: Map<string, T>, id: string, make: () => T): T {
  const known = kept.get(id);
  if (known !== undefined) return known;
  const made = make();
  kept.set(id, made);
  return made;
}

class Ear {
  readonly #measurer: Measurer | StemEar;
  readonly #shape = new ShapeMeter(songRate);

  constructor(measurer: Measurer | StemEar) {
    this.#measurer = measurer;
  }

  feed(left: Float32Array, right: Float32Array): void {
    this.#measurer.feed(left, right);
    this.#shape.feed(left, right);
  }

  end(): Heard {
    return { ...this.#measurer.end(), ...this.#shape.read() };
  }
}
