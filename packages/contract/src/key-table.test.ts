import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyTable } from "./key-table.ts";

test("KeyTable does what a Map does", () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom("add", "remove", "get"), fc.constantFrom("", "a", "ab", "p.ab", "q.ab", "p.xy", "p.q.ab")),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const table = new KeyTable<{ key: string }>(4);
      const map = new Map<string, { key: string }>();
      for (const [what, key] of all) {
        const known = map.get(key);
        if (what === "add" && known === undefined) {
          const value = { key };
          map.set(key, value);
          table.add(value);
        } else if (what === "remove") {
          table.remove(known ?? { key });
          map.delete(key);
        }
        expect(table.get(key)).toBe(map.get(key));
      }
      expect(new Set(table.values())).toEqual(new Set(map.values()));
      expect([table.values().length, table.size]).toEqual([map.size, map.size]);
    }),
  );
});
