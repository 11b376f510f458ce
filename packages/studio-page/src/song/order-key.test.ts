import fc from "fast-check";
import { expect, test } from "vitest";
import { orderBetween } from "./order-key.ts";

test("orderBetween: sorts between its neighbours, wherever and however often something is put in", () => {
  let runs = 0;
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { maxLength: 60 }), (places) => {
      const keys: string[] = [];
      for (const place of places) {
        const at = place % (keys.length + 1);
        keys.splice(at, 0, orderBetween(keys[at - 1], keys[at]));
      }
      expect(keys.toSorted()).toEqual(keys);
      expect(new Set(keys).size).toBe(keys.length);
      runs += 1;
    }),
  );
  expect(runs).toBeGreaterThanOrEqual(100);
});
