/** What one step ended with. */
export interface StepResult {
  readonly ok: boolean;
  /** Passed, failed and skipped checks inside the step; a step without counts of its own is one check. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A few words for the line of the step: "29 tests", "37 modules". */
  readonly note: string;
  /** What was left out and why, one line each: shown always. */
  readonly left?: readonly string[];
  /** Shown only where the step failed. */
  readonly output: string;
}

/** One thing that must hold. Steps of one run are independent of each other unless `alone`. */
export interface Step {
  readonly name: string;
  /** Runs while nothing else does: it measures, or takes both cores itself. */
  readonly alone?: boolean;
  run(signal: AbortSignal): Promise<StepResult>;
}
