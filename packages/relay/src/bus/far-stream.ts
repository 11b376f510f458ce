import { sseEvent } from "@jackfield/wire";
import { Downstream, type StreamEnd } from "../downstream.ts";
import type { Incoming, Worker } from "./exchanges.ts";

/** One link's part of a holder's event stream that ends at another process. */
export class FarStream extends Downstream implements Worker {
  readonly #incoming: Incoming;
  readonly #over: (stream: FarStream, why: StreamEnd) => void;
  #why: StreamEnd = "closed";
  #isOpen = true;

  /** `over` is called once. */
  constructor(incoming: Incoming, over: (stream: FarStream, why: StreamEnd) => void) {
    super();
    this.#incoming = incoming;
    this.#over = over;
    incoming.worker = this;
    incoming.start(200, []);
  }

  send(frame: Uint8Array): void {
    this.sendEvent([sseEvent(frame)]);
  }

  sendEvent(event: readonly Uint8Array[]): void {
    if (!this.#isOpen) return;
    for (const piece of event) {
      // What waits is more than may: the holder does not read.
      this.#why = "stuck";
      if (!this.#incoming.data(piece)) return;
      this.#why = "closed";
    }
  }

  left(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#over(this, this.#why);
  }

  protected deserted(): void {
    this.#incoming.end();
  }
}
