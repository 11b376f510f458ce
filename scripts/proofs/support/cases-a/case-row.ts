/** One case of part A against one target. */
export interface CaseRow {
  /** `A05`. */
  readonly id: string;
  readonly target: string;
  readonly what: string;
  /** Undefined: it holds. */
  readonly problem: string | undefined;
}
