import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readText } from "../../../../test/clients/json-reader.ts";
import { runProgram } from "../../../../test/clients/program.ts";
import type { Transport } from "../../../../test/relay/parcel-lane.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** What one run of a suite over one transport came to. First tries only. */
export interface SuiteRun {
  readonly transport: Transport;
  readonly passed: number;
  readonly failed: readonly string[];
  /** Tests that did not run. */
  readonly skipped: number;
  /** Bodies that went up in parcels: none by POST alone. */
  readonly parcels: number;
}

/** Runs these test files with every holder of theirs on one transport. */
export async function runSuite(files: readonly string[], transport: Transport, signal: AbortSignal): Promise<SuiteRun> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "jackfield-transports-"));
  const report = path.join(folder, "report.json");
  const carried = path.join(folder, "carried");
  try {
    const args = [path.join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "system", ...files, "--retry=0"];
    const ended = await runProgram(process.execPath, [...args, "--reporter=json", `--outputFile=${report}`], {
      cwd: root,
      signal,
      timeoutMs: 15 * 60_000,
      env: { ...process.env, JACKFIELD_TEST_TRANSPORT: transport, JACKFIELD_TEST_CARRIED: carried },
    });
    const text = await fs.readFile(report, "utf8").catch(() => ""); // absent: vitest itself failed
    if (text === "") throw new Error(`The tests did not run: ${ended.stderr.slice(-600)}`);
    const tests = readText(text)
      .get("testResults")
      .items.flatMap((file) => file.get("assertionResults").items);
    const counts = await fs.readFile(carried, "utf8").catch(() => ""); // absent: none were
    return {
      transport,
      passed: tests.filter((test) => test.get("status").text === "passed").length,
      failed: tests
        .filter((test) => test.get("status").text === "failed")
        .map((test) => `${test.get("fullName").text}: ${test.get("failureMessages").items[0]?.text.split("\n")[0] ?? ""}`),
      skipped: tests.filter((test) => !["passed", "failed"].includes(test.get("status").text)).length,
      parcels: counts.split("\n").reduce((sum, line) => sum + Number(line), 0),
    };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
