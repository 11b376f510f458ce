import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, canonicalLevels } from "./canonical-json.ts";

test("canonicalJson sorts members at every level and drops undefined ones", () => {
  expect(canonicalJson({ b: [{ d: 1, c: "x" }], a: null, "": true, gone: undefined })).toBe('{"":true,"a":null,"b":[{"c":"x","d":1}]}');
});

test("canonicalJson: equal values, one text; other values, another text", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const [one, two] = [canonicalJson(a), canonicalJson(b)];
      expect(canonicalJson(JSON.parse(one))).toBe(one);
      expect(one === two).toBe(canonicalJson(JSON.parse(JSON.stringify(a))) === canonicalJson(JSON.parse(JSON.stringify(b))));
    }),
  );
});

test("canonicalJson does not take __proto__ for anything but a member", () => {
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"b":2}'))).toBe('{"__proto__":{"a":1},"b":2}');
});

test.each([NaN, Infinity, 1n, () => 1, Symbol("s"), undefined, new Date(0), new Map(), [undefined], { a: { b: NaN } }])(
  "canonicalJson refuses %s",
  (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  },
);

test("canonicalJson refuses nesting past its levels and never overflows the stack", () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = { a: value };
    return value;
  };
  expect(canonicalJson(nested(canonicalLevels)).length).toBe(canonicalLevels * 6 + 1);
  expect(() => canonicalJson(nested(canonicalLevels + 1))).toThrow(TypeError);
  expect(() => canonicalJson(nested(1_000_000))).toThrow(TypeError);
});
