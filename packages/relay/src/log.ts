/** Takes one line, without its end. */
export type WriteLine = (line: string) => void;

/**
 * The relay's log: start-up, hourly counts, and the kinds of errors, never their messages, for those quote what they failed on.
 * The last guard cuts whatever looks like a token, a secret or a key out of every line, should a mistake elsewhere let one in.
 */
export class Log {
  readonly #write: WriteLine;

  constructor(write: WriteLine) {
    this.#write = write;
  }

  /** One line of known words and numbers. A log that fails must not fail the relay. */
  line(text: string): void {
    try {
      this.#write(`jackfield relay: ${guarded(text)}`);
    } catch {
      // There is nowhere left to say it.
    }
  }

  /** The kind of an error, by its code or class. */
  error(where: string, error: unknown): void {
    this.line(`error in ${where}: ${kindOf(error)}`);
  }
}

/** A line without anything that could be a key: runs of 16 and more of the characters that keys are made of, and control characters. */
export function guarded(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/[A-Za-z0-9_-]{16,}/g, "[cut]");
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error.name;
}
