import { blockFrames } from "./kernel/block.ts";
import { Engine } from "./kernel/engine.ts";
import type { SampleData } from "./kernel/modules/module.ts";
import type { Plan } from "./kernel/plan.ts";
import type { Tap } from "./kernel/tap.ts";

/** A piece of what a plan sounds like. */
export interface RenderPiece {
  /** Frames since the beginning of what was asked for. */
  readonly at: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
  /** Where they were asked for: the tracks in the plan's order, then the rooms. Before the master's level and limiter. */
  readonly stems: readonly StemPiece[];
}

/** A track's own sound behind its strip, or under `roomsStem` what the reverb and the echo answer. */
export interface StemPiece {
  readonly id: string;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export interface RenderRange {
  readonly from: number;
  readonly frames: number;
}

/** No track has this id. */
export const roomsStem = "rooms";

/**
 * What a plan sounds like from one frame on, piece by piece, in constant memory. What the limiter is late by is taken off the beginning, so that
 * frame n of the output is frame n of the song, in the mix and in the stems. A range that begins within the song begins without what rang on
 * before it. A piece's buffers are used again for the next: whoever keeps them copies them (`ownedPiece`).
 */
export function* render(
  plan: Plan,
  samples: ReadonlyMap<string, SampleData>,
  { range = { from: 0, frames: plan.frames }, stems = false }: { readonly range?: RenderRange; readonly stems?: boolean } = {},
  pieceFrames: number = 64 * blockFrames,
): Generator<RenderPiece> {
  const { from, frames } = range;
  const engine = new Engine(plan, samples);
  engine.seek(from);
  const { latency } = engine;
  let skip = latency + (from - engine.frame);
  const left = new Float32Array(pieceFrames);
  const right = new Float32Array(pieceFrames);
  const late = stems ? [...plan.tracks.map(({ id }) => id), roomsStem].map((id) => new LateStem(id, pieceFrames, latency)) : [];
  const tap: Tap | undefined = stems ? { hear: (source, ...heard) => late[source]?.hear(...heard) } : undefined;
  for (let done = 0; done < frames;) {
    engine.run(left, right, tap);
    const begins = Math.min(skip, pieceFrames);
    skip -= begins;
    const ends = Math.min(pieceFrames, begins + frames - done);
    if (ends > begins)
      yield {
        at: done,
        left: left.subarray(begins, ends),
        right: right.subarray(begins, ends),
        stems: late.map((stem) => stem.piece(begins, ends)),
      };
    for (const stem of late) stem.goOn();
    done += ends - begins;
  }
}

/** A stem that is made as late as the limiter makes the mix, so that both lie at the same frames. */
class LateStem {
  readonly #id: string;
  readonly #left: Float32Array;
  readonly #right: Float32Array;
  readonly #frames: number;
  readonly #latency: number;

  constructor(id: string, frames: number, latency: number) {
    this.#id = id;
    this.#frames = frames;
    this.#latency = latency;
    this.#left = new Float32Array(latency + frames);
    this.#right = new Float32Array(latency + frames);
  }

  hear(left: Float64Array, right: Float64Array, at: number): void {
    this.#left.set(left, this.#latency + at);
    this.#right.set(right, this.#latency + at);
  }

  piece(begins: number, ends: number): StemPiece {
    return { id: this.#id, left: this.#left.subarray(begins, ends), right: this.#right.subarray(begins, ends) };
  }

  goOn(): void {
    this.#left.copyWithin(0, this.#frames);
    this.#right.copyWithin(0, this.#frames);
  }
}
