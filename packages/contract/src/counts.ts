/**
 * Counts by name. A name at zero is forgotten, but a few are kept: the same names come back with the next call, and forgetting and learning one again
 * costs more than counting.
 */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, by: 1 | -1): void {
    const count = this.of(name) + by;
    if (count === 0 && this.#counts.size > spareNames) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }

  /** Names that are held, those at zero among them. */
  get size(): number {
    return this.#counts.size;
  }
}

const spareNames = 256;
