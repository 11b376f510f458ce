import type { Environment } from "./config.ts";
import { FootedOutput, type TerminalOutput } from "./footed-output.ts";
import type { Screen } from "./screen.ts";

/** A process's two outputs, as commands speak on them. */
export interface Terminal {
  readonly screen: Screen;
  out(text: string): void;
  error(text: string): void;
  /** Takes the foot away: the terminal is somebody else's until `redraw`. */
  leave(): void;
  redraw(): void;
  /** Says what is still held, and leaves no foot behind. */
  close(): void;
}

/**
 * The outputs of a process as one terminal. Colours follow NO_COLOR (no-color.org); TERM=dumb takes neither colours nor movement; a program that reads
 * standard output is given none of either.
 */
export function createTerminal(out: TerminalOutput, error: TerminalOutput, environment: Environment): Terminal {
  const isThere = out.isTTY === true;
  const isDumb = environment["TERM"] === "dumb";
  const footed = new FootedOutput(out, error);
  out.on?.("resize", () => footed.redraw());
  return {
    screen: {
      isThere,
      colours: isThere && !isDumb && (environment["NO_COLOR"] ?? "") === "",
      get columns() {
        return isThere ? out.columns || 100 : 100;
      },
      status(text) {
        if (error.isTTY === true && !isDumb) error.write(`\r\u001b[K${text.slice(0, Math.max(0, (error.columns ?? 80) - 1))}`);
      },
      foot: isThere && !isDumb ? (lines) => footed.foot(lines) : undefined,
      hold: () => footed.hold(),
    },
    out: (text) => footed.say(out, text),
    error: (text) => footed.say(error, text),
    leave: () => footed.leave(),
    redraw: () => footed.redraw(),
    close: () => footed.close(),
  };
}
