import { tableOf } from "../../bench/src/table.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { caseTests } from "./support/cases-d/case-tests.ts";
import { checkedFirst, confined, race } from "./support/cases-d/escapes.ts";
import { fileCases } from "./support/cases-d/file-cases.ts";
import { type RanTest, runTests } from "./support/run-tests.ts";

/** How often links are swapped against the real thing, and against what looks first and then opens. */
const swaps = 100_000;
const controlSwaps = 40_000;

/** `--swaps N` (default 100000) of links; `--files N` (default 2000) with wrong bytes for each reader. */
export const proof: Proof = {
  name: "cases-d",
  title:
    "Faults that others met in servers of apps (paths, links, audio and MIDI files, batches, sockets), each by its kind, against the studio",
  async run(out) {
    const rows = merged([...(await testedCases(out)), await raced(out), ...(await fileCases(out))]);
    out.line(
      `\n${tableOf(
        ["case", "checks", ""],
        rows.map(({ id, checks, problem, what }) => [`${id} ${what}`, String(checks), problem ?? "holds"]),
      )}`,
    );
    const held = rows.filter(({ problem }) => problem === undefined).length;
    const checks = rows.reduce((sum, row) => sum + row.checks, 0);
    return { ok: held === rows.length, figure: `${held} of ${rows.length} cases hold (${checks} checks)` };
  },
};

interface Row {
  readonly id: string;
  readonly what: string;
  readonly checks: number;
  readonly problem: string | undefined;
}

/** A case that several parts check is one. */
function merged(rows: readonly Row[]): readonly Row[] {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    const before = byId.get(row.id);
    const checks = (before?.checks ?? 0) + row.checks;
    byId.set(row.id, before === undefined ? row : { ...before, checks, problem: before.problem ?? row.problem });
  }
  return [...byId.values()];
}

async function testedCases(out: ProofOut): Promise<readonly Row[]> {
  const files = [...new Set(caseTests.flatMap(({ tests }) => Object.keys(tests)))];
  const ran = await runTests({ project: "unit", files, signal: out.signal });
  return caseTests.map(({ id, what, tests }) => {
    const names = Object.values(tests).flat();
    const missing = names.find((name) => !ran.some((test) => fullName(test).startsWith(name)));
    const mine = ran.filter((test) => names.some((name) => fullName(test).startsWith(name)));
    const failed = mine.find(({ problem }) => problem !== undefined);
    const problem = missing === undefined ? failed?.problem : `not shown: there is no test "${missing}"`;
    return { id, what, checks: mine.length, problem };
  });
}

function fullName({ around, title }: RanTest): string {
  return [...around, title].join(" ");
}

/** Links that are swapped while files are read and written: never won, though the same race is won against a check that comes first. */
async function raced(out: ProofOut): Promise<Row> {
  const at = out.args.indexOf("--swaps");
  const wanted = at === -1 ? swaps : Number(out.args[at + 1]);
  const real = await race(wanted, confined, out.signal);
  const control = await race(controlSwaps, checkedFirst, out.signal);
  const won = control.escaped.filter((each) => each.startsWith("wrote") || each.endsWith("outside")).length;
  const { reads, writes } = real;
  out.line(
    `${real.swaps} swaps: ${reads.ok} reads and ${writes.ok} writes inside, ${reads.refused} and ${writes.refused} refused, ${reads.other} and ${writes.other} in between, ${real.escaped.length} outside; looking first and then opening lost ${won} times in ${control.swaps}`,
  );
  const isRace = Math.min(reads.ok, writes.ok, reads.refused, writes.refused) > 20 && won > 0;
  const problem = real.escaped[0] ?? (real.swaps !== wanted ? `${real.swaps} swaps` : isRace ? undefined : "it was no race");
  return { id: "D02/D03", what: "links that are swapped meanwhile", checks: real.swaps, problem };
}
