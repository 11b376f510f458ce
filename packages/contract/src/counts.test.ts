import { expect, test } from "vitest";
import { Counts } from "./counts.ts";

test("Counts by name, and holds no more than a few names at zero", () => {
  const counts = new Counts();
  counts.add("a", 1);
  counts.add("a", 1);
  counts.add("b", 1);
  counts.add("a", -1);
  counts.add("b", -1);
  expect([counts.of("a"), counts.of("b"), counts.of("c")]).toEqual([1, 0, 0]);
  for (let at = 0; at < 10_000; at += 1) {
    counts.add(`n${at}`, 1);
    counts.add(`n${at}`, -1);
  }
  expect(counts.size).toBeLessThan(300);
  for (let at = 0; at < 10_000; at += 1) counts.add(`m${at}`, 1);
  for (let at = 0; at < 10_000; at += 1) counts.add(`m${at}`, -1);
  expect(counts.size).toBeLessThan(300);
  expect([counts.of("a"), counts.of("m7")]).toEqual([1, 0]);
});
