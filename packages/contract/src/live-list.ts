/** A place in a `LiveList`. */
export interface Living<T> {
  /** Undefined once it has gone. */
  readonly value: T | undefined;
}

/**
 * What is alive, in the order it came: adding and removing are assignments. A Set or Map does the same and keeps for the collector what it no longer
 * holds: its table is replaced again and again as entries come and go, each replaced one leads to the next, and once one of them is old all of them are
 * taken for reachable, with what was in them, until a full collection. What a busy process passes through such a table makes each young collection
 * twenty times as long. Here what has gone leads to nothing.
 */
export class LiveList<T> {
  readonly #ends: Links<T> = { value: undefined, before: undefined, after: undefined };
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** What is returned goes to `remove`. */
  add(value: T): Living<T> {
    const before = this.#ends.before ?? this.#ends;
    const links: Links<T> = { value, before, after: this.#ends };
    before.after = links;
    this.#ends.before = links;
    this.#size += 1;
    return links;
  }

  /** Twice does no harm. */
  remove(living: Living<T>): void {
    const links = living as Links<T>;
    const { before, after } = links;
    if (before === undefined || after === undefined) return;
    before.after = after;
    after.before = before;
    links.value = undefined;
    links.before = undefined;
    links.after = undefined;
    this.#size -= 1;
  }

  /** Those there are now: what comes or goes meanwhile changes nothing of it. */
  all(): T[] {
    const all: T[] = [];
    for (let at = this.#ends.after; at !== undefined && at !== this.#ends; at = at.after) if (at.value !== undefined) all.push(at.value);
    return all;
  }
}

interface Links<T> {
  value: T | undefined;
  before: Links<T> | undefined;
  after: Links<T> | undefined;
}
