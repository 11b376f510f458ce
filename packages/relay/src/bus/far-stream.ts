import { sseEvent } from "@jackfield/wire";
import type { Holder } from "../holder.ts";
import type { Downstream, StreamEnd } from "../holder-stream.ts";
import type { Incoming, Worker } from "./exchanges.ts";

/** One link's part of a holder's event stream that ends at another process. */
export class FarStream implements Downstream, Worker {
  readonly #incoming: Incoming;
  readonly #over: (stream: FarStream, why: StreamEnd) => void;
  readonly #holders: Holder[] = [];
  #why: StreamEnd = "closed";
  #isOpen = true;

  /** `over` is called once. */
  constructor(incoming: Incoming, over: (stream: FarStream, why: StreamEnd) => void) {
    this.#incoming = incoming;
    this.#over = over;
    incoming.worker = this;
    incoming.start(200, []);
  }

  get holders(): readonly Holder[] {
    return this.#holders;
  }

  attach(holder: Holder): void {
    const before = holder.stream;
    holder.stream = this;
    if (!this.#holders.includes(holder)) this.#holders.push(holder);
    if (before !== undefined && before !== this) before.detach(holder);
  }

  detach(holder: Holder): void {
    if (holder.stream === this) holder.stream = undefined;
    const at = this.#holders.indexOf(holder);
    if (at >= 0) this.#holders.splice(at, 1);
    if (this.#holders.length === 0) this.#incoming.end();
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
}
