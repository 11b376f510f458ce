import { type Place, type Shelf, ShelfProblem, places } from "./shelf.ts";

/** A shelf that is gone with the page: for where the browser keeps nothing. `bytes` bounds it: what is past them is refused as `full`. */
export function openMemoryShelf(bytes: number = memoryBytes): Shelf {
  const kept = new Map<Place, Map<string, unknown>>(places.map((place) => [place, new Map()]));
  const at = (place: Place): Map<string, unknown> => kept.get(place) ?? new Map<string, unknown>();
  const keysOf = (place: Place, prefix: string): string[] => [...at(place).keys()].filter((key) => key.startsWith(prefix)).toSorted();
  let used = 0;
  return {
    lasts: false,
    value: (place, key) => Promise.resolve(structuredClone(at(place).get(key))),
    rows: (place, prefix) => Promise.resolve(keysOf(place, prefix).map((key) => ({ key, value: structuredClone(at(place).get(key)) }))),
    keys: (place, prefix) => Promise.resolve(keysOf(place, prefix)),
    write(list) {
      const added = list.reduce((sum, one) => sum + ("put" in one ? weigh(one.value) : 0), 0);
      if (used + added > bytes) return Promise.reject(new ShelfProblem("full"));
      for (const one of list) {
        const [place, gone] =
          "put" in one ? [one.put, [one.key]] : "remove" in one ? [one.remove, [one.key]] : [one.clear, keysOf(one.clear, one.prefix)];
        for (const key of gone) {
          used -= weigh(at(place).get(key));
          at(place).delete(key);
        }
        if ("put" in one) at(place).set(one.key, structuredClone(one.value));
      }
      used += added;
      return Promise.resolve();
    },
    room: () => Promise.resolve({ used, of: bytes }),
    close: () => undefined,
  };
}

/** Recordings of some ten minutes: a page that holds more in memory is ended by the browser. */
const memoryBytes = 512 * 1_024 * 1_024;

/** Bytes, about. */
function weigh(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return value.length;
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, one) => sum + weigh(one), 0);
}
