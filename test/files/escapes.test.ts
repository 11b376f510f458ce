import { expect, test } from "vitest";
import { checkedFirst, confined, race } from "../../scripts/proofs/support/cases-d/escapes.ts";

test("a program that swaps links while files are read and written never gets them outside", async () => {
  const { swaps, reads, writes, escaped } = await race(20_000, confined);
  expect(escaped).toEqual([]);
  expect(swaps).toBe(20_000);
  // Both sides of each swap were seen, so that there was something to win.
  for (const outcomes of [reads, writes]) {
    expect(outcomes.ok).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(20);
  }
});

test("the same program wins against one that looks first and then opens", async () => {
  const { escaped } = await race(40_000, checkedFirst);
  // A read that comes upon a file half written is no escape.
  const won = escaped.filter((each) => each.startsWith("wrote") || each.endsWith("outside"));
  expect(won.length).toBeGreaterThan(0);
});
