/** The count of one name. */
export interface Count {
  readonly name: string;
  n: number;
}

/**
 * Counts by name. A name at zero is forgotten, but a few are kept: the same names come back with the next call, and forgetting and learning one again
 * costs more than counting.
 */
export class Counts {
  readonly #counts = new Map<string, Count>();

  of(name: string): number {
    return this.#counts.get(name)?.n ?? 0;
  }

  /** One more. What is returned goes to `drop`, once. */
  add(name: string): Count {
    let count = this.#counts.get(name);
    if (count === undefined) this.#counts.set(name, (count = { name, n: 0 }));
    count.n += 1;
    return count;
  }

  /** One less. */
  drop(count: Count): void {
    count.n -= 1;
    if (count.n === 0 && this.#counts.size > spareNames) this.#counts.delete(count.name);
  }

  /** Names that are held, those at zero among them. */
  get size(): number {
    return this.#counts.size;
  }
}

const spareNames = 64;
