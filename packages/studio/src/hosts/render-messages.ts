import type { SampleData } from "../kernel/modules/module.ts";
import type { Plan } from "../kernel/plan.ts";
import type { RenderPiece, RenderRange } from "../render.ts";

/** What a render worker or thread is told: what to render, and each time that a piece has been taken. It does one render. */
export type RenderRequest =
  | {
      readonly is: "render";
      readonly plan: Plan;
      readonly samples: ReadonlyMap<string, SampleData>;
      readonly range?: RenderRange;
      readonly stems: boolean;
    }
  | { readonly is: "taken" };

/** What it says: pieces in order, and then that it is done, or why it is not. */
export type RenderReply =
  | ({ readonly is: "piece" } & RenderPiece)
  | { readonly is: "done" }
  | { readonly is: "failed"; readonly message: string };

/** Pieces that are computed ahead of who takes them: about 0.4 s of sound. */
export const piecesAhead = 4;
