import type { ProofOut } from "../../../proof.ts";
import type { CaseRow } from "../cases-a/case-row.ts";
import { audioCases } from "./audio.ts";
import { fuzzCases } from "./fuzz.ts";
import { midiCases } from "./midi.ts";

/** A case, by all that was checked of it. */
export interface FileCase {
  readonly id: string;
  readonly what: string;
  readonly checks: number;
  readonly problem: string | undefined;
}

/** Wrong files for each reader, where nothing else is asked for. */
const filesEach = 2_000;

/** The parts, and how many rows each gives at least. */
const parts: readonly { readonly least: number; readonly run: (out: ProofOut) => Promise<readonly CaseRow[]> }[] = [
  { least: 26, run: audioCases },
  { least: 2, run: midiCases },
  { least: 23, run: (out) => fuzzCases(out, filesOf(out.args)) },
];

const names: Readonly<Record<string, string>> = {
  D10: "extensible headers and 24 bits",
  D12: "sizes that are not true",
  D13: "odd and unknown chunks",
  D15: "headers that cannot be, and every reader on files with wrong bytes",
  D16: "running status, and MIDI files with wrong bytes",
};

/** D10 to D16, a line for each check. `--files N` (default 2000) wrong files for each reader, a twentieth of it for ffmpeg. */
export async function fileCases(out: ProofOut): Promise<readonly FileCase[]> {
  const rows: CaseRow[] = [];
  const short: string[] = [];
  for (const { least, run } of parts) {
    out.signal.throwIfAborted();
    const more = await run(out);
    for (const { id, target, what, problem } of more)
      out.line(`${problem === undefined ? "ok  " : "FAIL"} ${id} ${target}: ${what}${problem === undefined ? "" : `: ${problem}`}`);
    if (more.length < least) short.push(`${more.length} rows, not ${least}`);
    rows.push(...more);
  }
  return Object.entries(names).map(([id, what]) => {
    const mine = rows.filter((row) => row.id === id);
    const failed = mine.find(({ problem }) => problem !== undefined);
    const problem =
      failed === undefined ? (mine.length === 0 ? "not shown" : short[0]) : `${failed.target}: ${failed.what}: ${failed.problem}`;
    return { id, what, checks: mine.length, problem };
  });
}

function filesOf(args: readonly string[]): number {
  const at = args.indexOf("--files");
  return at === -1 ? filesEach : Number(args[at + 1]);
}
