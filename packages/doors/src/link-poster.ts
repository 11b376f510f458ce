import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "@jackfield/contract";
import type { LinkHttp } from "./link-http.ts";

export interface LinkPosterOptions {
  readonly http: LinkHttp;
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

  /** Resolves when the relay has the body, or needs it no more. Rejects with Fault `cancelled` when it is given up. */
  async send(route: "result" | "frames", body: Uint8Array): Promise<void> {
    if (this.#posting >= this.#options.posts) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#posting++;
    try {
      await this.#try(route, body);
    } finally {
      this.#posting--;
      this.#queue.shift()?.();
    }
  }

  async #try(route: "result" | "frames", body: Uint8Array): Promise<void> {
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
