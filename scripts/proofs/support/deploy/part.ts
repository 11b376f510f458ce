import type { Check } from "../../../../test/deploy/check.ts";
import type { ProofOut } from "../../../proof.ts";

/** One part of the proof. `notShown`: what it cannot show on this machine, said with the result. */
export type Part = (out: ProofOut) => Promise<{
  readonly checks: readonly Check[];
  readonly figure: string;
  readonly notShown?: readonly string[];
}>;
