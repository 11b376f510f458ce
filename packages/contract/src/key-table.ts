/** Whatever has a key that nobody chose. */
interface Keyed {
  readonly key: string;
}

/**
 * What is open, by keys that are random. A Map would do but for what it keeps for the collector of entries that are gone (`LiveList` says
 * why): every call of a busy relay passes through here. The last two characters of a key are as good as any hash of it.
 */
export class KeyTable<T extends Keyed> {
  readonly #places: (T[] | undefined)[];
  #size = 0;

  /** `places`: a power of two, about as many as there may be at one time. */
  constructor(places: number) {
    this.#places = Array.from({ length: places }, () => undefined);
  }

  get size(): number {
    return this.#size;
  }

  add(value: T): void {
    this.#size += 1;
    const at = this.#placeOf(value.key);
    const place = this.#places[at];
    if (place === undefined) this.#places[at] = [value];
    else place.push(value);
  }

  /** Takes any text: who is asked by a stranger need not check it. */
  get(key: string): T | undefined {
    const place = this.#places[this.#placeOf(key)];
    if (place === undefined) return undefined;
    for (const value of place) if (value.key === key) return value;
    return undefined;
  }

  /** Twice does no harm. */
  remove(value: T): void {
    const place = this.#places[this.#placeOf(value.key)];
    const at = place?.indexOf(value) ?? -1;
    if (place === undefined || at < 0) return;
    this.#size -= 1;
    const last = place.pop();
    if (last !== undefined && last !== value) place[at] = last;
  }

  /** Those there are now: what comes or goes meanwhile changes nothing of it. In no order. */
  values(): T[] {
    return this.#places.flatMap((place) => place ?? []);
  }

  #placeOf(key: string): number {
    const { length } = key;
    return length < 2 ? 0 : (key.charCodeAt(length - 1) * 37 + key.charCodeAt(length - 2)) & (this.#places.length - 1);
  }
}
