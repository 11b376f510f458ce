import type { Holder } from "./holder.ts";

/** Why a holder's stream is over. */
export type StreamEnd = "closed" | "stuck";

/** What holders listen on, one for each link it carries: a connection of their own, or one that ends at another process. */
export abstract class Downstream {
  readonly #holders: Holder[] = [];

  get holders(): readonly Holder[] {
    return this.#holders;
  }

  /** The holder listens here from now on, and no longer where it did. */
  attach(holder: Holder): void {
    const before = holder.stream;
    holder.stream = this;
    if (!this.#holders.includes(holder)) this.#holders.push(holder);
    if (before !== undefined && before !== this) before.detach(holder);
  }

  /** The holder no longer listens here. A stream that nobody is left on ends. */
  detach(holder: Holder): void {
    if (holder.stream === this) holder.stream = undefined;
    const at = this.#holders.indexOf(holder);
    if (at >= 0) this.#holders.splice(at, 1);
    if (this.#holders.length === 0) this.deserted();
  }

  /** One frame, as JSON. */
  abstract send(frame: Uint8Array): void;

  /** A frame that is an event already, in one or more pieces. */
  abstract sendEvent(event: readonly Uint8Array[]): void;

  /** Nobody is left on it. */
  protected abstract deserted(): void;
}
