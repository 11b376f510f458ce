/**
 * What is open, by numbers that are handed out here, each once. A Map would do but for what it keeps of those that are over, call by call (`LiveList`):
 * here a place is used again.
 */
export class Numbered<T> {
  /** Which number each place is for, and what stands there. A number's place is found by its last bits. */
  #numbers: number[] = places(leastPlaces, 0);
  #values: (T | undefined)[] = places(leastPlaces, undefined);
  #next = 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number under which it can be found. */
  add(value: T): number {
    // Never more than half full: the next free place is near.
    if (this.#size * 2 >= this.#values.length) this.#grow();
    while (this.#values[this.#place(this.#next)] !== undefined) this.#next++;
    const number = this.#next++;
    this.#put(number, value);
    this.#size++;
    return number;
  }

  /** Takes any number: who is asked by a stranger need not check it. */
  get(number: number): T | undefined {
    const place = this.#place(number);
    return this.#numbers[place] === number ? this.#values[place] : undefined;
  }

  has(number: number): boolean {
    return this.get(number) !== undefined;
  }

  /** Undefined: it is not open. */
  take(number: number): T | undefined {
    const value = this.get(number);
    if (value === undefined) return undefined;
    this.#values[this.#place(number)] = undefined;
    this.#size--;
    return value;
  }

  /** Whether this number was handed out, open or not. */
  knows(number: number): boolean {
    return number < this.#next;
  }

  /** Those that are open now, in no order. */
  numbers(): number[] {
    return this.#numbers.filter((_, place) => this.#values[place] !== undefined);
  }

  /** What is open now, the latest last. */
  values(): T[] {
    return this.numbers()
      .toSorted((a, b) => a - b)
      .flatMap((number) => this.get(number) ?? []);
  }

  #place(number: number): number {
    return number & (this.#values.length - 1);
  }

  #put(number: number, value: T): void {
    const place = this.#place(number);
    this.#numbers[place] = number;
    this.#values[place] = value;
  }

  /** Two that shared no place before share none among twice as many. */
  #grow(): void {
    const [numbers, values] = [this.#numbers, this.#values];
    this.#numbers = places(values.length * 2, 0);
    this.#values = places(values.length * 2, undefined);
    for (const [place, value] of values.entries()) {
      const number = numbers[place];
      if (value !== undefined && number !== undefined) this.#put(number, value);
    }
  }
}

function places<V>(count: number, empty: V): V[] {
  return Array.from({ length: count }, () => empty);
}

/** A power of two. */
const leastPlaces = 64;
