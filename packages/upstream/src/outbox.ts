import type { Writable } from "node:stream";
import type { Message } from "./request-message.ts";

/**
 * Messages for a pipe. Those of one turn of the event loop leave together, as one piece: a system call, and a stream's care for each write, cost more than
 * a small message. Bytes that are large are not copied.
 */
export class Outbox {
  readonly #pipe: Writable;
  #pieces: (string | Uint8Array)[] = [];
  #bytes = 0;

  constructor(pipe: Writable) {
    this.#pipe = pipe;
  }

  /** Bytes that have not been taken. */
  get unsent(): number {
    return this.#bytes + this.#pipe.writableLength;
  }

  /** Adds a message and the newline that ends it. */
  add(message: Message): void {
    if (this.#pieces.length === 0) setImmediate(() => this.flush());
    for (const piece of message) {
      this.#pieces.push(piece);
      this.#bytes += piece.length;
    }
    this.#pieces.push("\n");
    this.#bytes += 1;
  }

  /** What was added leaves now. */
  flush(): void {
    const pieces = this.#pieces;
    if (pieces.length === 0) return;
    this.#pieces = [];
    this.#bytes = 0;
    if (!this.#pipe.writable) return;
    this.#pipe.cork();
    let from = 0;
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at];
      if (piece === undefined || piece.length <= copiedBytes) continue;
      this.#write(pieces, from, at);
      this.#pipe.write(piece);
      from = at + 1;
    }
    this.#write(pieces, from, pieces.length);
    this.#pipe.uncork();
  }

  /** Small pieces as one. */
  #write(pieces: readonly (string | Uint8Array)[], from: number, to: number): void {
    let most = 0;
    for (let at = from; at < to; at++) most += mostBytes(pieces[at]);
    if (most === 0) return;
    const bytes = Buffer.allocUnsafe(most);
    let length = 0;
    for (let at = from; at < to; at++) {
      const piece = pieces[at];
      if (typeof piece === "string") length += bytes.write(piece, length, "utf8");
      else if (piece !== undefined) {
        bytes.set(piece, length);
        length += piece.length;
      }
    }
    this.#pipe.write(bytes.subarray(0, length));
  }
}

/** A UTF-16 unit is three bytes of UTF-8 at most. */
function mostBytes(piece: string | Uint8Array | undefined): number {
  if (piece === undefined) return 0;
  return typeof piece === "string" ? piece.length * 3 : piece.length;
}

const copiedBytes = 16_384;
