import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "@jackfield/contract";
import type { LinkHttp } from "./link-http.ts";
import type { Fate, UpRoute, UpStream } from "./up-stream.ts";

export interface LinkPosterOptions {
  readonly http: LinkHttp;
  /** Taken where it can be. */
  readonly up?: UpStream | undefined;
  readonly posts: number;
  readonly postTries: number;
  readonly signal: AbortSignal;
  /** A body was given up; `why` is for a person. */
  lost(why: string): void;
}

/** Bodies on their way to the relay: at most `posts` at once, each tried again while trying makes sense. */
export class LinkPoster {
  readonly #options: LinkPosterOptions;
  readonly #queue: (() => void)[] = [];
  #posting = 0;

  constructor(options: LinkPosterOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the relay has the body, or needs it no more; for a result in a parcel, when it is on its way: then it is seen to that it
   * comes. Rejects with Fault `cancelled` when it is given up.
   */
  async send(route: UpRoute, body: Uint8Array): Promise<void> {
    const fate = this.#options.up?.send(route, body);
    if (fate === undefined) return this.#post(route, body, 0);
    const seenTo = this.#see(route, body, fate);
    // What a call says must have come before its result is sent; nothing comes after a result.
    if (route === "frames") return seenTo;
    seenTo.catch(() => undefined);
  }

  async #see(route: UpRoute, body: Uint8Array, sent: Promise<Fate>): Promise<void> {
    const fate = await sent;
    switch (fate.is) {
      case "taken":
        return;
      case "post":
        return this.#post(route, body, Math.min(fate.afterMs, mostWaitMs));
      case "refused":
        return this.#lose(fate.why);
    }
  }

  async #post(route: UpRoute, body: Uint8Array, afterMs: number): Promise<void> {
    if (afterMs > 0) await delay(afterMs, undefined, { signal: this.#options.signal }).catch(() => undefined);
    if (this.#posting >= this.#options.posts) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#posting++;
    try {
      await this.#try(route, body);
    } finally {
      this.#posting--;
      this.#queue.shift()?.();
    }
  }

  async #try(route: UpRoute, body: Uint8Array): Promise<void> {
    const { http, postTries, signal } = this.#options;
    let why = "the holder closes";
    for (let tries = 1; tries <= postTries && !signal.aborted; tries++) {
      let waitMs = firstWaitMs * tries;
      try {
        const answer = await http.post(route, body);
        // 404: the call is over at the relay. A result that is late, or that arrived although its first answer was lost, is no loss.
        if (answer.status < 300 || answer.status === 404) return;
        why = `the relay answered ${answer.status}`;
        if (answer.status < 500 && answer.status !== 429) break;
        waitMs = Math.min(answer.retryAfterMs ?? waitMs, mostWaitMs);
      } catch (error) {
        why = codeOf(error);
      }
      // An abort ends the wait, and with it the tries.
      if (tries < postTries) await delay(waitMs, undefined, { signal }).catch(() => undefined);
    }
    this.#lose(why);
  }

  #lose(why: string): never {
    this.#options.lost(why);
    throw new Fault("cancelled", why);
  }
}

/** A short name for why a request failed. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error
    ? String(error.code)
    : error instanceof Error
      ? error.message.slice(0, 200)
      : "no answer";
}

const firstWaitMs = 200;
const mostWaitMs = 5_000;
