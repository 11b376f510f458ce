import type { Ports } from "../ports.ts";

/**
 * How long a call may still take: time without progress while it works, none of it while it waits for a person, and a last moment for all.
 * One timer, set again only when it fires: `touch` is an assignment, so a flood of progress costs nothing.
 */
export class Patience {
  readonly #ports: Ports;
  readonly #last: number;
  readonly #onOver: (limitMs: number) => void;
  #limitMs: number | undefined;
  #since: number;
  #held = 0;
  #cancel: (() => void) | undefined;
  #armedFor = Infinity;

  /**
   * `last`: when the call ends whatever happens, milliseconds since the epoch. `limitMs`: how long it may take without progress, where it works
   * already. `onOver` is called at most once.
   */
  constructor(ports: Ports, last: number, limitMs: number | undefined, onOver: (limitMs: number) => void) {
    this.#ports = ports;
    this.#last = last;
    this.#limitMs = limitMs;
    this.#onOver = onOver;
    this.#since = ports.now();
    this.#arm();
  }

  /** From now on it works, and may take this long without progress. */
  work(limitMs: number): void {
    this.#limitMs = limitMs;
    this.touch();
    this.#arm();
  }

  /** There was progress. */
  touch(): void {
    this.#since = this.#ports.now();
  }

  /** It waits for a person: time stands still. Once for each wait. */
  hold(): void {
    this.#held += 1;
  }

  release(): void {
    this.#held -= 1;
    this.touch();
    this.#arm();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#armedFor = -Infinity;
  }

  #due(): number {
    return this.#held > 0 || this.#limitMs === undefined ? this.#last : Math.min(this.#last, this.#since + this.#limitMs);
  }

  #arm(): void {
    const due = this.#due();
    // An earlier timer looks again when it fires.
    if (due >= this.#armedFor) return;
    this.#cancel?.();
    this.#armedFor = due;
    this.#cancel = this.#ports.after(Math.max(0, due - this.#ports.now()), () => this.#fired());
  }

  #fired(): void {
    if (this.#armedFor === -Infinity) return;
    this.#armedFor = Infinity;
    const due = this.#due();
    if (this.#ports.now() < due) {
      this.#arm();
      return;
    }
    this.stop();
    this.#onOver(due === this.#last || this.#limitMs === undefined ? Infinity : this.#limitMs);
  }
}
