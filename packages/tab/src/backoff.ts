/** How long to wait before each new try. */
export interface BackoffOptions {
  readonly leastMs: number;
  readonly mostMs: number;
  /** 0 to 1; given in so that tests are exact. */
  readonly random: () => number;
}

/**
 * Waits that double from `leastMs` to `mostMs`, each spread over its upper half: pages that lost one relay together must not come
 * back together.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  #tries = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Milliseconds to wait now. `retryAfterMs` is what the relay asked for: it is never shortened, only spread by up to a second. */
  next(retryAfterMs = 0): number {
    const { leastMs, mostMs, random } = this.#options;
    const full = Math.min(mostMs, leastMs * 2 ** Math.min(this.#tries, 30));
    this.#tries++;
    return Math.max(full / 2 + (full / 2) * random(), retryAfterMs > 0 ? retryAfterMs + 1_000 * random() : 0);
  }

  /** How often `next` was called since the last `reset`. */
  get tries(): number {
    return this.#tries;
  }

  /** It worked: begin again from the least. */
  reset(): void {
    this.#tries = 0;
  }
}

/** Milliseconds of a Retry-After header (RFC 9110, 10.2.3): seconds or a date. 0 when absent or unreadable; at most an hour. */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null || header.trim() === "") return 0;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), 3_600_000) : 0;
}
