import type { Environment } from "./config.ts";

/** A terminal that a person looks at, where there is one. */
export interface Screen {
  /** Standard output takes colours. */
  readonly colours: boolean;
  /** Columns of standard output. */
  readonly columns: number;
  /** Shows what is going on in one line on standard error, over the last one; an empty text takes it away. */
  status(text: string): void;
}

/** What a program reads: no colours, and nothing that moves. */
export const noScreen: Screen = { colours: false, columns: 100, status: () => undefined };

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The screen of a process. Colours follow NO_COLOR (no-color.org) and TERM=dumb; each output is looked at by itself. */
export function createScreen(out: Output, error: Output, environment: Environment): Screen {
  const isDumb = environment["TERM"] === "dumb";
  const moves = error.isTTY === true && !isDumb;
  return {
    colours: out.isTTY === true && !isDumb && (environment["NO_COLOR"] ?? "") === "",
    columns: out.isTTY === true ? (out.columns ?? 100) : 100,
    status(text) {
      if (moves) error.write(`\r\u001b[K${text.slice(0, Math.max(0, (error.columns ?? 80) - 1))}`);
    },
  };
}
