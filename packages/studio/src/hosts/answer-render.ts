import { type RenderPiece, render } from "../render.ts";
import { ownedPiece } from "../renderer.ts";
import { type RenderReply, type RenderRequest, piecesAhead } from "./render-messages.ts";

/** The worker's side of a render, wherever the worker is: it is given what is told, and says each reply with the buffers that go over. */
export class RenderAnswer {
  readonly #say: (reply: RenderReply, buffers: readonly ArrayBufferLike[]) => void;
  #pieces: Generator<RenderPiece> | undefined;

  constructor(say: (reply: RenderReply, buffers: readonly ArrayBufferLike[]) => void) {
    this.#say = say;
  }

  told(request: RenderRequest): void {
    try {
      if (request.is === "taken") return this.#next();
      const { plan, samples, range, stems } = request;
      this.#pieces = render(plan, samples, { stems, ...(range === undefined ? {} : { range }) });
      for (let n = 0; n < piecesAhead; n++) this.#next();
    } catch (error) {
      this.#pieces = undefined;
      this.#say({ is: "failed", message: error instanceof Error ? error.message : String(error) }, []);
    }
  }

  /** One piece for each that was taken: who does not take, is not overrun. */
  #next(): void {
    const next = this.#pieces?.next();
    if (next === undefined) return;
    if (next.done === true) {
      this.#pieces = undefined;
      return this.#say({ is: "done" }, []);
    }
    const piece = ownedPiece(next.value);
    this.#say(
      { is: "piece", ...piece },
      [piece, ...piece.stems].flatMap(({ left, right }) => [left.buffer, right.buffer]),
    );
  }
}
