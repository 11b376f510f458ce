import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root, script } from "./steps/command.ts";
import { interrupt } from "./steps/interrupt.ts";
import { prepare } from "./steps/needs.ts";
import { lastLine, okSteps } from "./steps/ok-steps.ts";
import { runSteps } from "./steps/run-steps.ts";
import type { Step } from "./steps/step.ts";
import { vitest } from "./steps/vitest.ts";

// Everything that CI runs: what `npm run ok` holds, then the tests that start whole systems, then MCP's own conformance suite.
const install = process.argv.includes("--install") || process.env["CI"] === "true";
const signal = interrupt();
const prepared = await prepare(root, install, signal);
for (const line of prepared.lines) console.log(line);

const tally = await runSteps([...okSteps(split(false)), ...systemSteps()], {
  lanes: Math.min(availableParallelism(), 4),
  signal,
  print: (line) => console.log(line),
});
if (!prepared.ok) console.log("\nWhat the tests need could not be installed: see above");
console.log(`\n${tally.passed} passed, ${tally.failed + (prepared.ok ? 0 : 1)} failed, ${tally.skipped} skipped`);
process.exitCode = tally.ok && prepared.ok ? 0 : 1;

function systemSteps(): Step[] {
  const steps: Step[] = [];
  if (existsSync(join(root, "test"))) steps.push(vitest("system tests", "system", { ...split(true), alone: true }));
  for (const name of ["conformance", "conformance-relay"])
    if (existsSync(join(root, `scripts/proofs/${name}.ts`))) steps.push({ ...script(name, "prove.ts", [name], lastLine), alone: true });
  return steps;
}

/** The files to skip that belong to the system tests, or to the unit tests. */
function split(system: boolean): { skip: typeof prepared.skip } {
  return { skip: prepared.skip.filter((each) => each.file.startsWith("test/") === system) };
}
