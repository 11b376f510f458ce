/* oxlint-disable no-control-regex -- control sequences are what a terminal reads */
/** A terminal as far as the foot needs one: what a person sees after all that was written, and what no program of ours may write. */
export class TerminalText {
  /** A change of them wraps nothing anew: some terminals do, and the foot must not care. */
  columns: number;
  readonly #rows: string[] = [""];
  #row = 0;
  #column = 0;
  #wraps = true;
  /** Control sequences and characters that are not among those that are understood here. */
  readonly strange: string[] = [];

  constructor(columns: number) {
    this.columns = columns;
  }

  /** Every line, those that have scrolled away too. */
  get lines(): readonly string[] {
    return this.#rows.map((row) => row.trimEnd());
  }

  write(text: string): void {
    for (const [piece] of text.matchAll(/\u001b\[[\d;?]*[A-Za-z]|[^\u001b]|\u001b/gu)) this.#piece(piece);
  }

  #piece(piece: string): void {
    if (piece === "\r") this.#column = 0;
    else if (piece === "\n") this.#down();
    else if (piece === "\u001b[J") {
      this.#rows[this.#row] = this.#rowNow().slice(0, this.#column);
      this.#rows.length = this.#row + 1;
    } else if (piece === "\u001b[?7l" || piece === "\u001b[?7h") this.#wraps = piece.endsWith("h");
    else if (/^\u001b\[\d+A$/.test(piece)) this.#row = Math.max(0, this.#row - Number.parseInt(piece.slice(2), 10));
    else if (/^\u001b\[[\d;]*m$/.test(piece)) return;
    else if (/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(piece)) this.strange.push(piece);
    else this.#put(piece);
  }

  #put(character: string): void {
    if (this.#column >= this.columns) {
      if (!this.#wraps) return;
      this.#column = 0;
      this.#down();
    }
    const row = this.#rowNow().padEnd(this.#column);
    this.#rows[this.#row] = row.slice(0, this.#column) + character + row.slice(this.#column + character.length);
    this.#column += character.length;
  }

  #down(): void {
    this.#row++;
    if (this.#row >= this.#rows.length) this.#rows.push("");
  }

  #rowNow(): string {
    return this.#rows[this.#row] ?? "";
  }
}
