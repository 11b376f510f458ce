import type { IncomingMessage } from "node:http";
import { Fault } from "@jackfield/contract";

/** Memory shared by many bodies and answers: `take` says whether there is room, `give` returns it. */
export interface ByteBudget {
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/**
 * Reads a whole body, or the Fault that ended the reading: `too_large`, `full` (no room in the budget). `done` is called at most once: not for a
 * peer that leaves. What is taken from the budget is held until `letGo`. A declared length is taken at once, so that many slow uploads cannot
 * promise more than there is.
 */
export class BodyReader {
  readonly #most: number;
  readonly #budget: ByteBudget | undefined;
  readonly #done: (body: Uint8Array | Fault) => void;
  #chunks: Buffer[] | undefined = undefined;
  #first: Buffer | undefined = undefined;
  #length = 0;
  #taken = 0;
  #open = true;

  constructor(request: IncomingMessage, most: number, budget: ByteBudget | undefined, done: (body: Uint8Array | Fault) => void) {
    this.#most = most;
    this.#budget = budget;
    this.#done = done;
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > most) this.#finish(tooLarge(most));
    else if (!this.#take(declared)) this.#finish(full());
    else {
      request.on("data", (chunk: Buffer) => this.#data(chunk));
      request.on("end", () =>
        this.#finish(this.#chunks === undefined ? (this.#first ?? nothing) : Buffer.concat(this.#chunks, this.#length)),
      );
    }
  }

  /** The bytes are held no longer, or nobody waits for them. Twice does no harm. */
  letGo(): void {
    this.#open = false;
    this.#first = undefined;
    this.#chunks = undefined;
    if (this.#taken > 0) this.#budget?.give(this.#taken);
    this.#taken = 0;
  }

  #data(chunk: Buffer): void {
    if (!this.#open) return;
    this.#length += chunk.length;
    if (this.#length > this.#most) return this.#finish(tooLarge(this.#most));
    if (!this.#take(this.#length)) return this.#finish(full());
    if (this.#first === undefined) this.#first = chunk;
    else (this.#chunks ??= [this.#first]).push(chunk);
  }

  /** Room for so many bytes in all. */
  #take(bytes: number): boolean {
    if (this.#budget === undefined || bytes <= this.#taken) return true;
    if (!this.#budget.take(bytes - this.#taken)) return false;
    this.#taken = bytes;
    return true;
  }

  #finish(body: Uint8Array | Fault): void {
    if (!this.#open) return;
    this.#open = false;
    if (Fault.is(body)) this.letGo();
    this.#done(body);
  }
}

function tooLarge(most: number): Fault {
  return new Fault("too_large", undefined, { data: { ceiling: "messageBytes", limit: most } });
}

function full(): Fault {
  return new Fault("full", undefined, { data: { retryAfter: 2 } });
}

const nothing = new Uint8Array(0);
