import { Fault } from "@jackfield/contract";
import type { RelayLimits } from "./ceilings.ts";
import type { Link } from "./link.ts";
import type { Tally } from "./tally.ts";
import type { Visitor, Visitors } from "./visitors.ts";

/** What links are made with and what happens when one goes. */
export interface LinkMaker {
  make(token: string): Link;
  /** Lets go of everything the link had. */
  dropped(link: Link): void;
}

/** Every link in memory. There is no list of valid ones: any well-formed token is a mailbox. */
export class Links implements Iterable<Link> {
  readonly #byToken = new Map<string, Link>();
  readonly #limits: RelayLimits;
  readonly #visitors: Visitors;
  readonly #maker: LinkMaker;
  readonly #tally: Tally;

  constructor(limits: RelayLimits, visitors: Visitors, maker: LinkMaker, tally: Tally) {
    this.#limits = limits;
    this.#visitors = visitors;
    this.#maker = maker;
    this.#tally = tally;
  }

  get size(): number {
    return this.#byToken.size;
  }

  [Symbol.iterator](): Iterator<Link> {
    return this.#byToken.values();
  }

  find(token: string): Link | undefined {
    return this.#byToken.get(token);
  }

  /** The link of this token, made if there is none. Fault `rate_limited` when its address makes too many, `full` when all are in use. */
  open(token: string, visitor: Visitor, now: number): Link | Fault {
    const known = this.#byToken.get(token);
    if (known !== undefined) {
      known.seen = now;
      return known;
    }
    const wait = this.#visitors.newLink(visitor, now);
    if (wait > 0) {
      this.#tally.add("rate_new_links");
      return new Fault("rate_limited", "Too many new links from this address", {
        data: { ceiling: "newLinksPerMinute", limit: this.#limits.newLinksPerMinute, retryAfter: Math.ceil(wait / 1000) },
      });
    }
    if (this.#byToken.size >= this.#limits.links && !this.#makeRoom()) {
      this.#tally.add("full_links");
      return new Fault("full", "The relay has no room for another link", {
        data: { ceiling: "links", limit: this.#limits.links, retryAfter: 60 },
      });
    }
    const link = this.#maker.make(token);
    this.#byToken.set(token, link);
    return link;
  }

  /** Forgets links that nobody has used for long, and agents that are quiet. */
  sweep(now: number): void {
    for (const link of this.#byToken.values()) {
      link.agents.sweep(now - this.#limits.presenceMs);
      if (!link.isBusy && now - link.seen >= this.#limits.linkIdleMs) this.#drop(link);
    }
  }

  /** Forgets all. */
  clear(): void {
    for (const link of [...this.#byToken.values()]) this.#drop(link);
  }

  #makeRoom(): boolean {
    let idlest: Link | undefined;
    for (const link of this.#byToken.values()) if (!link.isBusy && (idlest === undefined || link.seen < idlest.seen)) idlest = link;
    if (idlest === undefined) return false;
    this.#tally.add("evicted_links");
    this.#drop(idlest);
    return true;
  }

  #drop(link: Link): void {
    this.#byToken.delete(link.token);
    this.#maker.dropped(link);
  }
}
