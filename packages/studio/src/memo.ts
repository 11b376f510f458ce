/**
 * What was made of an object that never changes, for as long as what else it was made from is the same. The same comes out as the same object, so
 * that whoever compares by identity sees what has not changed. What nobody holds any more is forgotten with its object.
 */
export class Memo<Key extends object, Value> {
  readonly #kept = new WeakMap<Key, { readonly from: readonly unknown[]; readonly value: Value }>();

  of(key: Key, from: readonly unknown[], make: () => Value): Value {
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.from.length === from.length && kept.from.every((each, index) => each === from[index])) return kept.value;
    const value = make();
    this.#kept.set(key, { from, value });
    return value;
  }
}
