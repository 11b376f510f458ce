import type { SampleData } from "../kernel/modules/module.ts";
import type { Plan } from "../kernel/plan.ts";
import { type RenderRange, render } from "../render.ts";

/** What a render worker is asked. */
export interface RenderRequest {
  readonly id: number;
  readonly plan: Plan;
  readonly samples: ReadonlyMap<string, SampleData>;
  readonly range?: RenderRange;
}

/** What it says: pieces, and then that it is done. */
export type RenderReply =
  | { readonly id: number; readonly is: "piece"; readonly at: number; readonly left: Float32Array; readonly right: Float32Array }
  | { readonly id: number; readonly is: "done" };

// A module worker: the page's own thread is the slowest place to render in.
self.addEventListener("message", ({ data }: MessageEvent<RenderRequest>) => {
  const { id, plan, samples, range } = data;
  for (const { at, left, right } of render(plan, samples, range === undefined ? {} : { range })) {
    const piece = { id, is: "piece", at, left: left.slice(), right: right.slice() } as const;
    self.postMessage(piece satisfies RenderReply, { transfer: [piece.left.buffer, piece.right.buffer] });
  }
  self.postMessage({ id, is: "done" } satisfies RenderReply);
});
