import { short } from "./statistics.ts";

/** One goal: a measured figure and the bound it must keep. A figure that could not be taken is a goal that was not met. */
export interface Gate {
  readonly goal: string;
  readonly what: string;
  readonly figure: number;
  readonly bound: number;
  readonly kind: "at most" | "at least";
  readonly unit: string;
  /** Only reported: this machine's noise makes it no gate. */
  readonly reportOnly?: boolean;
}

export function met(gate: Gate): boolean {
  return gate.kind === "at most" ? gate.figure <= gate.bound : gate.figure >= gate.bound;
}

/** `met   1 relay 100 B c=16: CPU ×1.2 (at most ×1.4)`. */
export function gateLine(gate: Gate): string {
  const verdict = met(gate) ? "met   " : gate.reportOnly === true ? "over  " : "MISSED";
  return `${verdict} goal ${gate.goal}: ${gate.what}: ${short(gate.figure)} ${gate.unit} (${gate.kind} ${short(gate.bound)}${gate.reportOnly === true ? ", reported only" : ""})`;
}
