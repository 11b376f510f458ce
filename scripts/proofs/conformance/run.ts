import { spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Suite } from "./install.ts";

/** What one scenario's checks came to. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  /** Check id and what was said, of every check that failed or warned. */
  readonly complaints: readonly string[];
}

/** Runs the suite's server tests with `args` against a URL. The results are read from the files it writes, not from what it prints. */
export async function runSuite(suite: Suite, url: string, args: readonly string[], signal: AbortSignal): Promise<ScenarioResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const child = spawn(suite.node, [suite.entry, "server", "--url", url, "--output-dir", folder, ...args], {
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const results = await readResults(folder);
    if (results.length === 0) throw new Error(`The suite ran no scenario (exit code ${code}): ${said.trim().slice(-500)}`);
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

async function readResults(folder: string): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    // The suite names a folder server-<scenario>-<time>.
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1];
    if (scenario === undefined) throw new Error(`Cannot read the suite's results: a folder is named "${name}"`);
    // A scenario that broke leaves an empty folder.
    const text = await readFile(join(folder, name, "checks.json"), "utf8").catch(() => broken);
    const checks = JSON.parse(text) as Check[];
    const count = (status: Check["status"]): number => checks.filter((check) => check.status === status).length;
    results.push({
      scenario,
      passed: count("SUCCESS"),
      failed: count("FAILURE"),
      warned: count("WARNING"),
      complaints: checks
        .filter(({ status }) => status === "FAILURE" || status === "WARNING")
        .map((check) => `${check.id}: ${check.errorMessage ?? check.status}`),
    });
  }
  return results;
}

const broken = JSON.stringify([{ id: "scenario", status: "FAILURE", errorMessage: "the scenario itself broke" } satisfies Check]);
