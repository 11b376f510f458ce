/**
 * One text for each JSON value: object members sorted by UTF-16 units, no spaces, numbers as JavaScript writes them (RFC 8785's rules).
 * Members that are `undefined` are left out. Throws TypeError on what JSON cannot say (NaN, infinities, BigInt, functions, dates and other
 * class instances) and on nesting deeper than `canonicalLevels`: two different values must never have one text.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** Levels of nesting. */
export const canonicalLevels = 128;

function write(value: unknown, level: number): string {
  if (level > canonicalLevels) throw new TypeError(`Cannot write a value nested deeper than ${canonicalLevels} levels`);
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("Cannot write a number that is not finite as JSON");
      return JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return `[${Array.from(value, (item) => write(item, level + 1)).join(",")}]`;
      return writeObject(value, level);
    case "undefined":
    case "bigint":
    case "symbol":
    case "function":
      throw new TypeError(`Cannot write a ${typeof value} as JSON`);
  }
}

function writeObject(value: object, level: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError("Cannot write an instance of a class as JSON");
  const members: [string, unknown][] = Object.entries(value);
  const written = members
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member, level + 1)}`);
  return `{${written.join(",")}}`;
}
