import { availableParallelism } from "node:os";
import { interrupt } from "./steps/interrupt.ts";
import { okSteps } from "./steps/ok-steps.ts";
import { runSteps } from "./steps/run-steps.ts";

// The quick loop: all that must hold before a commit, short of the system tests. `npm test` is this and those.
const started = performance.now();
const tally = await runSteps(okSteps(), {
  lanes: Math.min(availableParallelism(), 4),
  signal: interrupt(),
  print: (line) => console.log(line),
});
console.log(
  `\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped (${((performance.now() - started) / 1000).toFixed(1)} s)`,
);
process.exitCode = tally.ok ? 0 : 1;
