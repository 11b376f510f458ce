import type { Step, StepResult } from "./step.ts";

/** What a run of steps came to. */
export interface Tally {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface RunOptions {
  /** Steps at a time. */
  readonly lanes: number;
  readonly signal: AbortSignal;
  print(line: string): void;
}

/**
 * Runs every step, `lanes` at a time and those that want to be alone afterwards one by one, and prints one line a step as it ends.
 * What a failing step wrote comes last, so that it stands where the eye is. A failing step does not stop the others.
 */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<Tally> {
  const results: { step: Step; result: StepResult }[] = [];
  const width = Math.max(...steps.map((step) => step.name.length));
  const runOne = async (step: Step): Promise<void> => {
    if (options.signal.aborted) return;
    const started = performance.now();
    const result = await step.run(options.signal).catch(crashed);
    results.push({ step, result });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    options.print(`${result.ok ? "ok  " : "FAIL"}  ${step.name.padEnd(width)}  ${seconds.padStart(6)} s  ${result.note}`.trimEnd());
    for (const line of result.left ?? []) options.print(`      ${line}`);
  };

  const queue = steps.filter((step) => step.alone !== true);
  const lane = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) await runOne(step);
  };
  await Promise.all(Array.from({ length: options.lanes }, lane));
  for (const step of steps.filter((each) => each.alone === true)) await runOne(step);

  for (const { step, result } of results) if (!result.ok) options.print(`\n--- ${step.name} ---\n${result.output.trimEnd()}`);
  const sum = (key: "passed" | "failed" | "skipped"): number => results.reduce((total, each) => total + each.result[key], 0);
  const missing = steps.length - results.length;
  return {
    ok: missing === 0 && steps.length > 0 && results.every((each) => each.result.ok),
    passed: sum("passed"),
    failed: sum("failed") + missing,
    skipped: sum("skipped"),
  };
}

function crashed(error: unknown): StepResult {
  const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { ok: false, passed: 0, failed: 1, skipped: 0, note: "the step itself broke", output };
}
