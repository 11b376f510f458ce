import type { Proof } from "../proof.ts";
import { type RoundCounts, playRound } from "./support/converge/round.ts";

const roundsByDefault = 200;
const steps = 300;

/** Counts that say that the rounds did what they are for: with one of them at nothing, nothing is proven. */
const mustHappen: readonly (keyof RoundCounts)[] = [
  "changes",
  "byRole",
  "undone",
  "reverts",
  "withheld",
  "approved",
  "missed",
  "breaks",
  "spared",
];

/** `npm run prove -- converge [ROUNDS [SEED]]`: the seed of a round that fails is said, and with `1 SEED` that round is run alone. */
export const proof: Proof = {
  name: "converge",
  title: "Everyone on a song ends with the same song, and taking back what an agent did takes nothing of a person's",
  async run(out) {
    const [rounds = roundsByDefault, seed = 1] = out.args.map(Number);
    const sums = new Map<keyof RoundCounts, number>();
    let failed = 0;
    for (let round = 0; round < rounds && !out.signal.aborted; round++) {
      const { counts, faults } = await playRound(seed + round, steps);
      for (const [name, count] of Object.entries(counts) as [keyof RoundCounts, number][]) sums.set(name, (sums.get(name) ?? 0) + count);
      if (faults.length === 0) continue;
      failed += 1;
      out.line(
        `round with seed ${seed + round}: ${faults.slice(0, 3).join("; ")}${faults.length > 3 ? `; and ${faults.length - 3} more` : ""}`,
      );
    }
    const of = (name: keyof RoundCounts): number => sums.get(name) ?? 0;
    out.line(`${of("asks")} asks: ${of("changes")} changes, ${of("refused")} refused, ${of("byRole")} of them by role`);
    out.line(`${of("undone")} undone or redone; ${of("reverts")} reverts, ${of("withheld")} parts of them withheld as the model says`);
    out.line(`${of("approved")} proposals approved, late ops that found their object gone: ${of("missed")}; links broken: ${of("breaks")}`);
    out.line(`${of("spared")} values of persons looked at while an agent's work was taken back`);
    const empty = mustHappen.filter((name) => of(name) === 0);
    if (empty.length > 0) out.line(`nothing was seen of ${empty.join(", ")}`);
    const ok = failed === 0 && (rounds < 20 || empty.length === 0) && !out.signal.aborted;
    return {
      ok,
      figure: `${rounds - failed}/${rounds} rounds of ${steps} steps converge, ${of("lost")} values of persons lost in ${of("spared")} looks`,
    };
  },
};
