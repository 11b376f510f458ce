import { schemaCeilings } from "./ceilings.ts";

/** Thrown through the compiled check when it has taken too many steps. */
export class TooManySteps extends Error {}

let left = 0;

/** Runs a check with a fresh count of steps. Checks are synchronous and never nest, so one count will do. */
export function counted<T>(check: () => T): T {
  left = schemaCeilings.checkSteps.value;
  return check();
}

/** Takes steps, each a microsecond or more of work, off the count. Fractions count. Throws TooManySteps when none are left. */
export function take(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooManySteps();
}
