import type { SampleData } from "../kernel/modules/module.ts";
import type { Plan } from "../kernel/plan.ts";
import type { RenderPiece } from "../render.ts";
import type { RenderOptions } from "../renderer.ts";
import type { RenderReply, RenderRequest } from "./render-messages.ts";

/** A worker or thread that renders, as its other side sees it. */
export interface RenderPort {
  tell(request: RenderRequest): void;
  /** Ends it, in the middle of its work too. */
  end(): void;
}

/** What a port gets to say what it hears. */
export interface RenderEars {
  readonly said: (reply: RenderReply) => void;
  /** It is broken, or not there. */
  readonly broke: (why: Error) => void;
}

/**
 * One render in a worker of its own, which ends with it: when all pieces are taken, when the loop is left, when `signal` says so. Throws the
 * signal's reason, or what the worker failed by.
 */
export async function* renderOver(
  open: (ears: RenderEars) => RenderPort,
  plan: Plan,
  samples: ReadonlyMap<string, SampleData>,
  { range, stems = false, signal, progress }: RenderOptions,
): AsyncGenerator<RenderPiece> {
  signal?.throwIfAborted();
  // No more than `piecesAhead` are ever here: the worker waits for each to be taken.
  const here: RenderReply[] = [];
  let failure: Error | undefined;
  let wake = (): void => {};
  const fail = (why: Error): void => {
    failure ??= why;
    wake();
  };
  const port = open({ said: (reply) => (here.push(reply), wake()), broke: fail });
  const abort = (): void =>
    fail(signal?.reason instanceof Error ? signal.reason : new DOMException("The render was stopped", "AbortError"));
  signal?.addEventListener("abort", abort);
  try {
    port.tell({ is: "render", plan, samples, stems, ...(range === undefined ? {} : { range }) });
    const of = range?.frames ?? plan.frames;
    for (;;) {
      if (failure !== undefined) throw failure;
      const reply = here.shift();
      if (reply === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else if (reply.is === "failed") throw new Error(`Cannot render: ${reply.message}`);
      else if (reply.is === "done") return progress?.(of, of);
      else {
        const { at, left, right, stems: tracks } = reply;
        port.tell({ is: "taken" });
        progress?.(at + left.length, of);
        yield { at, left, right, stems: tracks };
      }
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    port.end();
  }
}
