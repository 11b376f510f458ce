import fc from "fast-check";
import { expect, test } from "vitest";
import { Numbered } from "./numbered.ts";

const step = fc.oneof({ weight: 3, arbitrary: fc.constant("add" as const) }, { weight: 2, arbitrary: fc.nat(400) });
const steps = fc.array(step, { minLength: 50, maxLength: 600, size: "max" });

test("Numbered holds what a Map would, whatever stays open, and never hands out a number twice", () => {
  let [most, twice, wrong] = [0, 0, 0];
  fc.assert(
    fc.property(steps, (list) => {
      const numbered = new Numbered<string>();
      const map = new Map<number, string>();
      const given = new Set<number>();
      for (const each of list) {
        if (each === "add") {
          const number = numbered.add(`v${given.size}`);
          if (given.has(number)) twice++;
          map.set(number, `v${given.size}`);
          given.add(number);
        } else {
          const number = [...given][each % Math.max(1, given.size)] ?? each;
          if (numbered.take(number) !== map.get(number)) wrong++;
          map.delete(number);
        }
      }
      most = Math.max(most, map.size);
      expect([numbered.size, numbered.values(), numbered.numbers().toSorted((a, b) => a - b)]).toEqual([
        map.size,
        [...map.values()],
        [...map.keys()],
      ]);
      for (const number of given) expect([numbered.get(number), numbered.knows(number)]).toEqual([map.get(number), true]);
    }),
    { numRuns: 200 },
  );
  expect([twice, wrong]).toEqual([0, 0]);
  // It has grown more than once.
  expect(most).toBeGreaterThan(130);
});

test("a number that nobody was given finds nothing", () => {
  const numbered = new Numbered<string>();
  numbered.add("one");
  for (const strange of [0, -1, 65, 1.5, NaN, Infinity, 2 ** 40 + 1]) expect(numbered.get(strange)).toBeUndefined();
  expect([numbered.get(1), numbered.knows(1), numbered.knows(2)]).toEqual(["one", true, false]);
});
