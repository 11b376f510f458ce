import { expect, test } from "vitest";
import { suggest } from "./suggest.ts";

const commands = ["demo", "relay", "catalog"];

test.each([
  ["realy", "relay"],
  ["catalogue", "catalog"],
  ["cat", "catalog"],
  ["Demo", "demo"],
  ["dmeo", "demo"],
])("suggest: %s means %s", (typed, meant) => {
  expect(suggest(typed, commands)).toBe(meant);
});

test.each(["x", "frobnicate", ""])("suggest: %j is like none of them", (typed) => {
  expect(suggest(typed, commands)).toBeUndefined();
});
