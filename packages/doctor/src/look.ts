/** How bad: an error breaks a client, a warning some of the time or some of the clients, a note is to be known. */
export type Severity = "error" | "warning" | "note";

export interface Finding {
  readonly severity: Severity;
  /** What was sent or looked at, and what was there. Foreign text in it is already cut and escaped. */
  readonly found: string;
  /** What to do, in one imperative sentence. */
  readonly fix: string;
}

/** What a check ended with. */
export type Look =
  | { readonly is: "well"; readonly saw: string }
  | { readonly is: "skipped"; readonly why: string }
  | { readonly is: "found"; readonly findings: readonly Finding[] };

/** Nothing is wrong; `saw` says what was looked at. */
export function well(saw: string): Look {
  return { is: "well", saw };
}

/** The check has nothing to look at here. */
export function skip(why: string): Look {
  return { is: "skipped", why };
}

export function found(...findings: readonly Finding[]): Look {
  return { is: "found", findings };
}

/** The findings, or that all is well where there are none. */
export function judge(findings: readonly (Finding | undefined)[], saw: string): Look {
  const there = findings.filter((each) => each !== undefined);
  return there.length === 0 ? well(saw) : found(...there);
}

export function error(what: string, fix: string): Finding {
  return { severity: "error", found: what, fix };
}

export function warning(what: string, fix: string): Finding {
  return { severity: "warning", found: what, fix };
}

export function note(what: string, fix: string): Finding {
  return { severity: "note", found: what, fix };
}

/** Thrown where a check cannot look at what it is for: it counts as skipped. */
export class Skipped extends Error {
  constructor(why: string) {
    super(why);
    this.name = "Skipped";
  }
}
