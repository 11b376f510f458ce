/** So many a minute, and no more at once; what is past them is counted. */
export class Pace {
  readonly #perMinute: number;
  #left: number;
  #at: number | undefined;
  #missed = 0;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#left = perMinute;
  }

  /** How many were missed since the last one that was not. Undefined: this one is missed. `now`: milliseconds. */
  take(now: number): number | undefined {
    this.#left = Math.min(this.#perMinute, this.#left + ((now - (this.#at ?? now)) * this.#perMinute) / 60_000);
    this.#at = now;
    if (this.#left < 1) {
      this.#missed++;
      return undefined;
    }
    this.#left--;
    const missed = this.#missed;
    this.#missed = 0;
    return missed;
  }
}
