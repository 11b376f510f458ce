import { expect, test } from "vitest";
import { Counts } from "./counts.ts";

test("Counts by name, and holds no more than a few names at zero", () => {
  const counts = new Counts();
  const [first, second] = [counts.add("a"), counts.add("a")];
  const other = counts.add("b");
  expect([counts.of("a"), counts.of("b"), counts.of("c")]).toEqual([2, 1, 0]);
  counts.drop(first);
  counts.drop(other);
  expect([counts.of("a"), counts.of("b")]).toEqual([1, 0]);
  for (let at = 0; at < 10_000; at += 1) counts.drop(counts.add(`n${at}`));
  expect(counts.size).toBeLessThan(100);
  const many = Array.from({ length: 10_000 }, (_, at) => counts.add(`m${at}`));
  expect([counts.of("m7"), counts.of("a")]).toEqual([1, 1]);
  for (const count of many) counts.drop(count);
  counts.drop(second);
  expect(counts.size).toBeLessThan(100);
  expect([counts.of("a"), counts.of("m7")]).toEqual([0, 0]);
});
