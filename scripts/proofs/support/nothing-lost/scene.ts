import type { ProofOut } from "../../../proof.ts";

/** One way to lose a song's work, tried many times. */
export interface Scene {
  /** Where: `headless`, `page`. */
  readonly where: string;
  readonly name: string;
  /** `figure`: how often it was tried, and how often it hit something half done. `ok` is false where anything confirmed was lost, or nothing was tried. */
  run(out: ProofOut): Promise<{ readonly ok: boolean; readonly figure: string }>;
}

/** What stands after a flag of the proof's, as a number. */
export function numberAfter(args: readonly string[], flag: string, otherwise: number): number {
  const at = args.indexOf(flag);
  return at === -1 ? otherwise : Number(args[at + 1]);
}
