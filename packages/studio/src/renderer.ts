import type { SampleData } from "./kernel/modules/module.ts";
import type { Plan } from "./kernel/plan.ts";
import { type RenderPiece, type RenderRange, render } from "./render.ts";

export interface RenderOptions {
  /** All of the plan where it is left out. */
  readonly range?: RenderRange;
  /** Each track's own sound too, and that of the rooms: in the same pass. */
  readonly stems?: boolean;
  /** Aborted: the iteration throws its reason, and whatever computes stops. */
  readonly signal?: AbortSignal;
  /** Frames that are done, and frames in all. Called at least once, at the end. */
  readonly progress?: (done: number, of: number) => void;
}

/**
 * What computes a plan's sound: a worker of a page, a thread of Node, or this very thread. All give the same bits. Pieces come in order and
 * belong to whoever takes them; no more than a few are computed ahead of who takes them. Leaving the loop early stops the work.
 */
export interface Renderer {
  render(plan: Plan, samples: ReadonlyMap<string, SampleData>, options?: RenderOptions): AsyncIterable<RenderPiece>;
}

/** Renders where it is called, a piece at a time, and lets others run in between. For tests, and for where there are no threads. */
export const renderHere: Renderer = {
  async *render(plan, samples, { range = { from: 0, frames: plan.frames }, stems = false, signal, progress } = {}) {
    signal?.throwIfAborted();
    for (const piece of render(plan, samples, { range, stems })) {
      yield ownedPiece(piece);
      progress?.(piece.at + piece.left.length, range.frames);
      await new Promise<void>((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    if (range.frames <= 0) progress?.(0, 0);
  },
};

/** A piece whose buffers are its own. */
export function ownedPiece({ at, left, right, stems }: RenderPiece): RenderPiece {
  return {
    at,
    left: left.slice(),
    right: right.slice(),
    stems: stems.map((stem) => ({ id: stem.id, left: stem.left.slice(), right: stem.right.slice() })),
  };
}
