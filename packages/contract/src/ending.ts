import type { Fault } from "./fault.ts";

/** How something that may end early is watched. */
export interface Ending {
  /** Why it ended; undefined while it has not. */
  readonly fault: Fault | undefined;
  /** Calls the listener when it ends. Does nothing where it has: look at `fault` first. */
  listen(listener: (fault: Fault) => void): void;
  unlisten(listener: (fault: Fault) => void): void;
}

/**
 * Ends once, for a reason. What AbortController is, without the event target: each call has one of these, hardly any is ever used, and a signal
 * for each would cost more than all guards together.
 */
export class Ender implements Ending {
  #fault: Fault | undefined = undefined;
  /** Nearly always there is one: the call. */
  #first: ((fault: Fault) => void) | undefined = undefined;
  #others: Set<(fault: Fault) => void> | undefined = undefined;

  get fault(): Fault | undefined {
    return this.#fault;
  }

  /** Only the first reason counts. */
  end(fault: Fault): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    const listeners = [...(this.#first === undefined ? [] : [this.#first]), ...(this.#others ?? [])];
    this.#first = undefined;
    this.#others = undefined;
    for (const listener of listeners) listener(fault);
  }

  listen(listener: (fault: Fault) => void): void {
    if (this.#fault !== undefined) return;
    if (this.#first === undefined) this.#first = listener;
    else (this.#others ??= new Set()).add(listener);
  }

  unlisten(listener: (fault: Fault) => void): void {
    if (this.#first === listener) this.#first = undefined;
    else this.#others?.delete(listener);
  }
}
