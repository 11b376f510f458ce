/** Lets `burst` pass at once, then one each `everyMs`. */
export class Bucket {
  readonly #burst: number;
  readonly #everyMs: number;
  #left: number;
  #at: number;

  constructor(burst: number, everyMs: number, now: number) {
    this.#burst = burst;
    this.#everyMs = everyMs;
    this.#left = burst;
    this.#at = now;
  }

  take(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + (this.#everyMs > 0 ? (now - this.#at) / this.#everyMs : Infinity));
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
