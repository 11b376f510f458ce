import { tableOf } from "../../bench/src/table.ts";
import type { Proof, ProofOut } from "../proof.ts";
import { caseTests } from "./support/cases-d/case-tests.ts";
import { checkedFirst, confined, race } from "./support/cases-d/escapes.ts";
import { type RanTest, runTests } from "./support/run-tests.ts";

/** How often links are swapped against the real thing, and against what looks first and then opens. */
const swaps = 100_000;
const controlSwaps = 40_000;

/** `--swaps N` (default 100000). */
export const proof: Proof = {
  name: "cases-d",
  title:
    "Faults that others met in servers of apps (paths, links, audio and MIDI files, batches, sockets), each by its kind, against the studio",
  async run(out) {
    const rows = [...(await testedCases(out)), await raced(out)];
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
import type { CaseRow } from "./support/cases-a/case-row.ts";
import { audioCases } from "./support/cases-d/audio.ts";
import { fuzzCases } from "./support/cases-d/fuzz.ts";
import { midiCases } from "./support/cases-d/midi.ts";

/** Wrong files for each reader, where nothing else is asked for. */
const filesEach = 2_000;

/** The parts, and how many rows each gives at least. A name as argument runs that part alone; `--files N` is for `fuzz`. */
const parts: Readonly<Record<string, { readonly least: number; readonly run: (out: ProofOut) => Promise<readonly CaseRow[]> }>> = {
  audio: { least: 26, run: audioCases },
  midi: { least: 2, run: midiCases },
  fuzz: { least: 20, run: (out) => fuzzCases(out, filesOf(out.args)) },
};

export const proof: Proof = {
  name: "cases-d",
  title: "Faults that others met in files and paths, each by its kind: recordings and MIDI files that are not what they say",
  async run(out) {
    const asked = Object.entries(parts).filter(([name]) => !out.args.some((arg) => arg in parts) || out.args.includes(name));
    const rows: CaseRow[] = [];
    const short: string[] = [];
    for (const [name, { least, run }] of asked) {
      out.signal.throwIfAborted();
      const more = await run(out);
      for (const { id, target, what, problem } of more)
        out.line(`${problem === undefined ? "ok  " : "FAIL"} ${id} ${target}: ${what}${problem === undefined ? "" : `: ${problem}`}`);
      if (more.length < least) short.push(`${name}: ${more.length} rows, not ${least}`);
      rows.push(...more);
    }
    return verdict(rows, short, out);
  },
};

function filesOf(args: readonly string[]): number {
  const at = args.indexOf("--files");
  return at < 0 ? filesEach : Number(args[at + 1]);
}

function verdict(rows: readonly CaseRow[], short: readonly string[], out: ProofOut): { ok: boolean; figure: string } {
  const ids = [...new Set(rows.map(({ id }) => id))].toSorted();
  const failed = (id: string): number => rows.filter((row) => row.id === id && row.problem !== undefined).length;
  const table = ids.map((id) => [id, String(rows.filter((row) => row.id === id).length), failed(id) === 0 ? "ok" : `${failed(id)} FAIL`]);
  out.line(`\n${tableOf(["case", "checks", ""], table)}`);
  for (const text of short) out.line(`too few: ${text}`);
  const bad = rows.filter(({ problem }) => problem !== undefined).length;
  return {
    ok: bad === 0 && short.length === 0 && rows.length > 0,
    figure: `${rows.length - bad} of ${rows.length} checks of ${ids.length} cases hold (${ids.join(", ")})${short.length > 0 ? `; too few: ${short.join(", ")}` : ""}`,
  };
}
