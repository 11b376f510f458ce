import { expect, test } from "vitest";
import { misfitOf } from "./measure.ts";

const wide = { levels: 64, values: 1_000_000, characters: 1_000_000 };

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

test("misfitOf takes JSON of every kind", () => {
  expect(misfitOf({ a: [1, "x", null, true, { "": -0.5 }], gone: undefined }, wide)).toBeUndefined();
});

test("misfitOf: depth at and past the measure, and 100,000 deep without a stack overflow", () => {
  expect(misfitOf(nested(64), wide)).toBeUndefined();
  expect(misfitOf(nested(65), wide)?.why).toBe("levels");
  expect(misfitOf(nested(100_000), wide)?.why).toBe("levels");
});

test("misfitOf: a cycle is too deep, a web of shared objects has too many values", () => {
  const cycle: Record<string, unknown> = {};
  cycle["a"] = cycle;
  cycle["b"] = cycle;
  expect(misfitOf(cycle, wide)?.why).toBe("levels");
  let web: unknown = 1;
  for (let level = 0; level < 40; level += 1) web = [web, web];
  expect(misfitOf(web, wide)?.why).toBe("values");
});

test("misfitOf counts values and characters, names among them", () => {
  expect(misfitOf([1, 2, 3], { ...wide, values: 4 })).toBeUndefined();
  expect(misfitOf([1, 2, 3, 4], { ...wide, values: 4 })?.why).toBe("values");
  expect(misfitOf({ abc: "de" }, { ...wide, characters: 5 })).toBeUndefined();
  expect(misfitOf({ abc: null, defg: null }, { ...wide, characters: 5 })?.why).toBe("characters");
  expect(misfitOf({ abc: "def" }, { ...wide, characters: 5 })).toEqual({ why: "characters", path: ["abc"] });
});

test.each([
  [{ a: [0, { b: Infinity }] }, "not-finite", ["a", 1, "b"]],
  [[NaN], "not-finite", [0]],
  [{ f: () => 1 }, "not-json", ["f"]],
  [[1n], "not-json", [0]],
  [[undefined], "not-json", [0]],
  [undefined, "not-json", []],
  [Symbol("s"), "not-json", []],
])("misfitOf %#: says why and where", (value, why, path) => {
  expect(misfitOf(value, wide)).toEqual({ why, path });
});

test("misfitOf lets numbers be where they may", () => {
  expect(misfitOf([NaN, Infinity], { ...wide, anyNumber: true })).toBeUndefined();
});
