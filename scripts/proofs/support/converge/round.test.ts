import { expect, test } from "vitest";
import { playRound } from "./round.ts";

test("everyone on a song ends with the same song, and nothing of a person's is lost by taking back what the agent did", async () => {
  let [changes, reverts, byRole, spared] = [0, 0, 0, 0];
  for (let seed = 1_000; seed < 1_012; seed++) {
    const { counts, faults } = await playRound(seed, 300);
    expect(faults, `seed ${seed}`).toEqual([]);
    changes += counts.changes;
    reverts += counts.reverts;
    byRole += counts.byRole;
    spared += counts.spared;
  }
  expect([changes > 100, reverts > 10, byRole > 20, spared > 500]).toEqual([true, true, true, true]);
});
