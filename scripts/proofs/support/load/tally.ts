import type { Counts, RelayProcess } from "../relay-process.ts";

/** One cap, shown firing. */
export interface Fired {
  readonly cap: string;
  /** What was tried, and what came of it. */
  readonly what: string;
  /** Times that it was seen from outside, and times the relay itself counted. */
  readonly seen: number;
  readonly counted: number;
  readonly wanted: number;
}

/** A cap that fired as often as it must, seen from both ends. */
export function holds(fired: Fired): boolean {
  return fired.seen === fired.wanted && fired.counted === fired.wanted;
}

export function firedLine(fired: Fired): string {
  return `${holds(fired) ? "ok  " : "FAIL"} ${fired.cap}: ${fired.what}: refused ${fired.seen} times, the relay counted ${fired.counted}, wanted ${fired.wanted}`;
}

/** How much a count grew while something was done. */
export async function growth<Value>(
  relay: RelayProcess,
  name: string,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly grew: number; readonly after: Counts }> {
  const before = (await relay.counts()).of(name);
  const value = await work();
  const after = await relay.counts();
  return { value, grew: after.of(name) - before, after };
}
