/** A terminal that a person looks at, where there is one. */
export interface Screen {
  /** Standard output is a terminal, and not read by a program. */
  readonly isThere: boolean;
  /** Standard output takes colours. */
  readonly colours: boolean;
  /** Columns of standard output. */
  readonly columns: number;
  /** Shows what is going on in one line on standard error, over the last one; an empty text takes it away. */
  status(text: string): void;
  /** Keeps lines below all that is said. Undefined where nothing may move. */
  readonly foot: ((lines: FootLines) => Foot) | undefined;
  /** Nothing is said, and the foot is away, until what it returns is called: for a question that a person answers here. */
  hold(): () => void;
}

/** The lines as they are now, for a terminal of that size: at most `rows`, none longer than `columns`. Called whenever they are drawn. */
export type FootLines = (columns: number, rows: number) => readonly string[];

/** Lines that stand below all that is said. */
export interface Foot {
  /** They have changed: they are drawn anew soon. Once a second they are looked at anyway. */
  touch(): void;
  /** Takes them away. */
  close(): void;
}

/** What a program reads: no colours, and nothing that moves. */
export const noScreen: Screen = {
  isThere: false,
  colours: false,
  columns: 100,
  status: () => undefined,
  foot: undefined,
  hold: () => () => undefined,
};

/** A text in a colour (the parameters of SGR) where there are any. */
export function paint(text: string, colour: string, { colours }: Pick<Screen, "colours">): string {
  return colours && text !== "" ? `\u001b[${colour}m${text}\u001b[0m` : text;
}
