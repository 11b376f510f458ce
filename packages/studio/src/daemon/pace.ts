/** How fast somebody may ask: so many a minute, of which a sixth may come at once. */
export class Pace {
  readonly #perMs: number;
  readonly #most: number;
  readonly #now: () => number;
  #left: number;
  #at: number;
  #over = 0;

  constructor(perMinute: number, now: () => number) {
    this.#perMs = perMinute / 60_000;
    this.#most = Math.max(1, perMinute / 6);
    this.#now = now;
    this.#left = this.#most;
    this.#at = now();
  }

  /** Whoever goes on regardless: at more than ten times the pace, for ten times what may come at once. */
  get isRude(): boolean {
    return this.#over > this.#most * 10;
  }

  /** Takes one, and returns 0; or the seconds to wait, and takes none. */
  take(): number {
    const now = this.#now();
    const more = Math.max(0, now - this.#at) * this.#perMs;
    this.#left = Math.min(this.#most, this.#left + more);
    this.#over = Math.max(0, this.#over - more * 10);
    this.#at = now;
    if (this.#left >= 1) {
      this.#left -= 1;
      return 0;
    }
    this.#over += 1;
    return Math.max(1, Math.ceil((1 - this.#left) / this.#perMs / 1_000));
  }
}
