import { blockFrames } from "./kernel/block.ts";
import { Engine } from "./kernel/engine.ts";
import type { SampleData } from "./kernel/modules/module.ts";
import type { Plan } from "./kernel/plan.ts";

/** A piece of what a plan sounds like. Its buffers are used again for the next: whoever keeps them copies them. */
export interface RenderPiece {
  /** Frames since the beginning of what was asked for. */
  readonly at: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export interface RenderRange {
  readonly from: number;
  readonly frames: number;
}

/**
 * What a plan sounds like from one frame on, piece by piece, in constant memory. What the limiter is late by is taken off the beginning, so that
 * frame n of the output is frame n of the song. A range that begins within the song begins without what rang on before it.
 */
export function* render(
  plan: Plan,
  samples: ReadonlyMap<string, SampleData>,
  { from, frames }: RenderRange = { from: 0, frames: plan.frames },
  pieceFrames: number = 64 * blockFrames,
): Generator<RenderPiece> {
  const engine = new Engine(plan, samples);
  engine.seek(from);
  let skip = engine.latency + (from - engine.frame);
  const left = new Float32Array(pieceFrames);
  const right = new Float32Array(pieceFrames);
  for (let done = 0; done < frames;) {
    engine.run(left, right);
    const begins = Math.min(skip, pieceFrames);
    skip -= begins;
    const ends = Math.min(pieceFrames, begins + frames - done);
    if (ends > begins) yield { at: done, left: left.subarray(begins, ends), right: right.subarray(begins, ends) };
    done += ends - begins;
  }
}
