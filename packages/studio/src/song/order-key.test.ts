import { describe, expect, test } from "vitest";
import { orderBetween } from "./order-key.ts";

describe("orderBetween", () => {
  test("sorts between any two that it made, 2,000 times at random places", () => {
    const keys: string[] = [];
    let seed = 7;
    for (let n = 0; n < 2_000; n++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      const at = seed % (keys.length + 1);
      const key = orderBetween(keys[at - 1], keys[at]);
      expect(key > (keys[at - 1] ?? "")).toBe(true);
      expect(key < (keys[at] ?? "~")).toBe(true);
      keys.splice(at, 0, key);
    }
    expect(new Set(keys).size).toBe(2_000);
  });

  test("after the last stays short", () => {
    let key: string | undefined;
    for (let n = 0; n < 1_000; n++) {
      const after = orderBetween(key, undefined);
      expect(after > (key ?? "")).toBe(true);
      key = after;
    }
    expect(key?.length).toBeLessThan(20);
  });

  test("stands before the first, and behind two that are the same", () => {
    expect(orderBetween(undefined, "a0") < "a0").toBe(true);
    expect(orderBetween("a", "a") > "a").toBe(true);
    expect(orderBetween("é", undefined) > "z").toBe(true);
  });
});
