import { expect, test } from "vitest";
import { killing } from "../../scripts/proofs/support/nothing-lost/killed.ts";

test.each(["save", "append"] as const)("a process that is killed while it works (%s) loses nothing that it said was kept", async (how) => {
  const { kills, confirmed, problems } = await killing(how, 4);
  expect(problems).toEqual([]);
  expect(kills).toBe(4);
  expect(confirmed).toBeGreaterThan(4);
});
