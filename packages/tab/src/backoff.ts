import { backoffLeastMs, backoffLocalMs, backoffMostMs } from "./limits.ts";

/**
 * Waits that double from one second to thirty, each spread over its upper half: pages that lost one relay together must not come
 * back together. A relay on this computer has one person's pages, who has just started it again: three seconds are the most there.
 */
export class Backoff {
  readonly #random: () => number;
  readonly #most: number;
  #tries = 0;

  /** `random`: 0 to 1, given in so that tests are exact. `isLocal`: the relay is on this computer. */
  constructor(random: () => number, isLocal = false) {
    this.#random = random;
    this.#most = isLocal ? backoffLocalMs : backoffMostMs;
  }

  /** Milliseconds to wait now. `retryAfterMs` is what the relay asked for: it is never shortened, only spread by up to a second. */
  next(retryAfterMs = 0): number {
    const full = Math.min(this.#most, backoffLeastMs * 2 ** this.#tries++);
    const spread = this.#random();
    return Math.max((full / 2) * (1 + spread), retryAfterMs > 0 ? retryAfterMs + 1_000 * spread : 0);
  }

  /** It worked: begin again from the least. */
  reset(): void {
    this.#tries = 0;
  }
}

/** Milliseconds of a Retry-After header (RFC 9110, 10.2.3): seconds or a date. 0 when absent or unreadable; at most an hour. */
export function retryAfterMs(header: string | null, now: number): number {
  const ms = Number(header) * 1_000 || Date.parse(header ?? "") - now;
  return ms > 0 ? Math.min(ms, 3_600_000) : 0;
}
