import { tableOf } from "../../bench/src/table.ts";
import { startChild } from "../../test/cases-a/child.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { proof as backpressure } from "./backpressure.ts";
import type { CaseRow } from "./support/cases-a/case-row.ts";
import { ownCases, unreachableAddresses } from "./support/cases-a/own-cases.ts";
import { suiteCases } from "./support/cases-a/suite-cases.ts";

/** Part A of the case list, and against how many targets each case is shown at least. */
const cases: Readonly<Record<string, number>> = {
  A01: 2,
  A03: 2,
  A05: 2,
  A06: 2,
  A07: 2,
  A08: 1,
  A10: 2,
  A11: 2,
  A12: 2,
  A13: 2,
  A15: 2,
  A16: 2,
  A17: 1,
  A20: 1,
  A21: 1,
  A23: 2,
  A24: 2,
};

export const proof: Proof = {
  name: "cases-a",
  title: "Faults that others met in relays and HTTP transports, each by its kind, against the relay and the local HTTP door",
  async run(out) {
    const rows: CaseRow[] = [unreachableAddresses()];
    const add = (more: readonly CaseRow[]): void => {
      for (const row of more)
        out.line(
          `${row.problem === undefined ? "ok  " : "FAIL"} ${row.id} ${row.target}: ${row.what}${row.problem === undefined ? "" : `: ${row.problem}`}`,
        );
      rows.push(...more);
    };
    add(await suiteCases({ project: "system", files: ["test/cases-a"], signal: out.signal }));
    add(await suiteCases({ project: "unit", files: ["packages/wire/src/sse.test.ts"], named: "A08", signal: out.signal }));
    add(await slowCases(out));
    add([await neverReads(out)]);
    return verdict(rows, out);
  },
};

/** The cases of a minute, both targets side by side. */
async function slowCases(out: ProofOut): Promise<readonly CaseRow[]> {
  const folder = new URL("../../test/cases-a/", import.meta.url);
  const targets = { "relay and link holder": "relay-system.ts", "local HTTP door": "http-system.ts" };
  const both = Object.entries(targets).map(async ([name, file]) => {
    out.signal.throwIfAborted();
    await using system = await startChild(new URL(file, folder), {});
    return await ownCases(name, system);
  });
  return (await Promise.all(both)).flat();
}

/** A21 is a proof of its own: its first scene is run here. */
async function neverReads(out: ProofOut): Promise<CaseRow> {
  const { ok, figure } = await backpressure.run({ line: () => undefined, signal: out.signal, args: ["tab"] });
  return { id: "A21", target: "relay", what: figure, problem: ok ? undefined : "it falls short" };
}

function verdict(rows: readonly CaseRow[], out: ProofOut): { ok: boolean; figure: string } {
  const table = Object.entries(cases).map(([id, least]) => {
    const mine = rows.filter((row) => row.id === id);
    const targets = new Set(mine.map((row) => row.target)).size;
    const failed = mine.filter((row) => row.problem !== undefined).length;
    return { id, checks: mine.length, targets, failed, ok: targets >= least && failed === 0 };
  });
  out.line(
    `\n${tableOf(
      ["case", "checks", "targets", ""],
      table.map((row) => [
        row.id,
        String(row.checks),
        String(row.targets),
        row.ok ? "holds" : row.failed > 0 ? `${row.failed} failed` : "not shown",
      ]),
    )}`,
  );
  const held = table.filter((row) => row.ok).length;
  return { ok: held === table.length, figure: `${held} of ${table.length} cases hold (${rows.length} checks)` };
}
