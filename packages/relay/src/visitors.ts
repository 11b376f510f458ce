import type { BlockList } from "node:net";
import { inRanges } from "./address.ts";
import { Bucket, type Rate } from "./bucket.ts";

/** What is counted for one client address. */
export interface Visitor {
  /** One of the ranges that many people share (a hosted client's outbound addresses): held per link, not per address. */
  readonly shared: boolean;
  readonly requests: Bucket;
  readonly links: Bucket;
  seen: number;
}

export interface VisitorLimits {
  readonly requests: Rate;
  readonly newLinks: Rate;
  /** Addresses remembered at once. */
  readonly most: number;
  /** Milliseconds after which an address is forgotten. */
  readonly idleMs: number;
}

/**
 * Rates per client address, before anyone has shown a key. Bounded: when full, the address seen first makes room, whose bucket starts anew
 * should it come back.
 */
export class Visitors {
  readonly #known = new Map<string, Visitor>();
  readonly #limits: VisitorLimits;
  readonly #shared: BlockList;

  constructor(limits: VisitorLimits, shared: BlockList) {
    this.#limits = limits;
    this.#shared = shared;
  }

  get size(): number {
    return this.#known.size;
  }

  /** `key` as `addressKey` returned it. */
  of(key: string, now: number): Visitor {
    const known = this.#known.get(key);
    if (known !== undefined) {
      known.seen = now;
      return known;
    }
    if (this.#known.size >= this.#limits.most) this.#forgetFirst();
    const { requests, newLinks } = this.#limits;
    const visitor = {
      shared: inRanges(this.#shared, key),
      requests: new Bucket(requests, now),
      links: new Bucket(newLinks, now),
      seen: now,
    };
    this.#known.set(key, visitor);
    return visitor;
  }

  /** Counts one request. Returns 0, or the milliseconds to wait. */
  request(visitor: Visitor, now: number): number {
    return visitor.shared ? 0 : visitor.requests.take(this.#limits.requests, now);
  }

  /** Counts one new link. Returns 0, or the milliseconds to wait. */
  newLink(visitor: Visitor, now: number): number {
    return visitor.shared ? 0 : visitor.links.take(this.#limits.newLinks, now);
  }

  /** Forgets addresses that have been idle. */
  sweep(now: number): void {
    for (const [key, visitor] of this.#known) if (now - visitor.seen >= this.#limits.idleMs) this.#known.delete(key);
  }

  #forgetFirst(): void {
    const first = this.#known.keys().next();
    if (first.done !== true) this.#known.delete(first.value);
  }
}
