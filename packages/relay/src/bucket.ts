/** How fast a bucket refills, and how much it holds. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/** A token bucket: two numbers, so that every address and link can have some. */
export class Bucket {
  #tokens: number;
  #at: number;

  /** `now` is any steady clock in milliseconds, the same in every call. */
  constructor(rate: Rate, now: number) {
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /** Takes one. Returns 0, or the milliseconds until there is one to take. */
  take(rate: Rate, now: number): number {
    const perMs = rate.perMinute / 60_000;
    // A clock that was read before the bucket was made, or last taken from, must not empty it.
    const tokens = Math.min(rate.burst, this.#tokens + Math.max(0, now - this.#at) * perMs);
    this.#at = Math.max(now, this.#at);
    if (tokens < 1) {
      this.#tokens = tokens;
      // A rate of nothing never refills: a minute is as good an answer as any.
      return perMs === 0 ? 60_000 : Math.ceil((1 - tokens) / perMs);
    }
    this.#tokens = tokens - 1;
    return 0;
  }
}
