import type { ProofOut } from "../../proof.ts";
import type { Suite } from "./install.ts";
import { type ScenarioResult, runSuite } from "./run.ts";

/** One run of the suite and what it must come to. Fewer checks than before is a failure: a server without sessions "passes" the session scenarios with none. */
interface Wire {
  readonly revision: string;
  readonly args: readonly string[];
  /** Scored scenarios; undefined where the suite freezes none for the revision. */
  readonly scenarios?: number;
  /** Checks that must pass in all. */
  readonly checks: number;
  /** The same, at an address that takes no answer up again. */
  readonly whereNothingResumes?: number;
  /** Scenarios that are not scored but must pass all the same, with the checks each must have. */
  readonly alsoPass: Readonly<Record<string, number>>;
  /** The one part of the suite that is not claimed. */
  readonly unclaimed?: RegExp;
}

const wires: readonly Wire[] = [
  {
    revision: "2025-11-25",
    args: ["--requirements", "2025-11-25"],
    scenarios: 30,
    checks: 84,
    // Four checks are for answers that are streamed from the start and taken up again after a hang-up: one of streamed lists, three of the
    // suite's own "pending" server-sse-polling. Where answers are JSON first they do not apply.
    whereNothingResumes: 80,
    alsoPass: { "server-session-lifecycle": 3, "json-schema-2020-12": 8 },
  },
  {
    revision: "2026-07-28",
    args: ["--requirements", "2026-07-28"],
    scenarios: 37,
    checks: 164,
    alsoPass: { "http-header-validation": 14, "http-custom-header-server-validation": 10, "json-schema-2020-12": 8 },
    // The Tasks extension.
    unclaimed: /^tasks-/,
  },
  { revision: "2025-06-18", args: ["--spec-version", "2025-06-18"], checks: 56, alsoPass: {} },
];

export interface JudgeOptions {
  /** The address takes answers of 2025-11-25 up again. */
  readonly resumes: boolean;
  /** What the server behind it cannot be asked for, by revision. */
  readonly exceptions?: Readonly<Record<string, Exceptions>>;
}

export interface Exceptions {
  /** Scenarios that need not pass, each with the sentence of the specification that makes it impossible. */
  readonly scenarios: Readonly<Record<string, string>>;
  /** Checks that must pass in all the same. */
  readonly checks: number;
}

/** Runs every wire against a URL, prints a table, and says whether all of it holds. */
export async function judge(suite: Suite, url: string, out: ProofOut, options: JudgeOptions): Promise<{ ok: boolean; figure: string }> {
  const figures: string[] = [];
  let ok = true;
  for (const wire of wires) {
    if (out.signal.aborted) return { ok: false, figure: "stopped" };
    const excepted = options.exceptions?.[wire.revision];
    const least = excepted?.checks ?? (options.resumes ? wire.checks : (wire.whereNothingResumes ?? wire.checks));
    const results = await runSuite(suite, url, wire.args, out.signal);
    const all = wire.scenarios === undefined ? results.map(({ scenario }) => scenario) : await suite.scored(wire.revision);
    const scored = all.filter((scenario) => excepted?.scenarios[scenario] === undefined);
    out.line(`\n${wire.revision}`);
    for (const result of results) line(result, scored.includes(result.scenario), out);

    for (const [scenario, why] of Object.entries(excepted?.scenarios ?? {})) out.line(`  not possible: ${scenario}: ${why}`);
    const claimed = results.filter(
      ({ scenario }) => wire.unclaimed?.test(scenario) !== true && excepted?.scenarios[scenario] === undefined,
    );
    const passed = scored.filter((name) => results.some((result) => result.scenario === name && result.failed === 0 && result.passed > 0));
    const checks = results.reduce((sum, result) => sum + result.passed, 0);
    const failed = claimed.reduce((sum, result) => sum + result.failed, 0);
    const thin = Object.entries(wire.alsoPass).filter(
      ([name, least]) => (results.find(({ scenario }) => scenario === name)?.passed ?? 0) < least,
    );
    const holds =
      passed.length === scored.length && all.length >= (wire.scenarios ?? 1) && checks >= least && failed === 0 && thin.length === 0;
    ok &&= holds;
    if (!holds) {
      out.line(`  falls short: ${passed.length} of ${scored.length} scenarios, ${checks} checks (at least ${least})`);
      for (const [name, count] of thin) out.line(`  too few checks: ${name} must have ${count}`);
    }
    figures.push(
      `${wire.revision}: ${passed.length}/${all.length} scenarios, ${checks} checks passed, ${failed} failed${wire.unclaimed === undefined ? "" : " (Tasks extension apart)"}`,
    );
  }
  return { ok, figure: figures.join(" · ") };
}

function line(result: ScenarioResult, scored: boolean, out: ProofOut): void {
  const mark = result.failed > 0 ? "FAIL" : result.warned > 0 ? "warn" : "ok";
  out.line(
    `  ${mark.padEnd(4)} ${result.scenario.padEnd(46)} ${String(result.passed).padStart(3)} passed ${String(result.failed).padStart(2)} failed ${String(result.warned).padStart(2)} warnings${scored ? "" : "  not scored"}`,
  );
  for (const complaint of result.complaints) out.line(`         ${complaint.split("\n", 1)[0]?.slice(0, 300)}`);
}
