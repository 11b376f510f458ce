import { cliCeilings } from "./ceilings.ts";
import type { Foot, FootLines } from "./screen.ts";

/** What a terminal's output is used for here. */
export interface TerminalOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on?(event: "resize", listener: () => void): unknown;
}

interface Said {
  readonly to: TerminalOutput;
  readonly text: string;
}

/**
 * A terminal's outputs with lines that stay at its foot. What is said scrolls above them, in the order in which it was said, and is written together with
 * the foot, at most ten times a second: each by itself would flicker and cost more than the calls.
 *
 * After drawing, the cursor goes back up to the empty line that the foot begins with. So the foot is erased from where the cursor stands, however a
 * terminal has wrapped its lines after a change of size, and what a key writes there is erased with it.
 */
export class FootedOutput {
  readonly #out: TerminalOutput;
  readonly #error: TerminalOutput;
  #waiting: Said[] = [];
  /** Of those that found no place while all was held. */
  #unsaid = 0;
  #lines: FootLines | undefined;
  /** What stands below the cursor; empty: nothing. */
  #drawn = "";
  #holds = 0;
  #lastAt = -Infinity;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #second: ReturnType<typeof setInterval> | undefined;

  constructor(out: TerminalOutput, error: TerminalOutput) {
    this.#out = out;
    this.#error = error;
  }

  /** Says a text of whole lines. At once where there is no foot; what goes elsewhere than to the terminal never waits. */
  say(to: TerminalOutput, text: string): void {
    const isPlain = this.#lines === undefined && this.#holds === 0;
    if (isPlain || to.isTTY !== true) return void to.write(text);
    const { heldTexts } = cliCeilings;
    if (this.#waiting.length < heldTexts.value) this.#waiting.push({ to, text });
    else if (this.#holds > 0) this.#unsaid++;
    else {
      this.#sayAll();
      this.#waiting.push({ to, text });
    }
    this.#drawSoon();
  }

  foot(lines: FootLines): Foot {
    this.#lines = lines;
    this.#second ??= setInterval(() => this.#drawSoon(), 1_000);
    this.#second.unref();
    this.#drawSoon();
    return {
      touch: () => this.#drawSoon(),
      close: () => {
        if (this.#lines === lines) this.#endFoot();
      },
    };
  }

  hold(): () => void {
    if (this.#holds === 0) this.#sayAll();
    this.#holds++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#holds--;
      this.#draw();
    };
  }

  /** Draws it anew: the terminal has another size, or shows something else. */
  redraw(): void {
    if (this.#holds > 0) return;
    this.leave();
    this.#drawSoon();
  }

  /** Takes the foot away until something is drawn again. */
  leave(): void {
    if (this.#drawn !== "") this.#out.write(erase);
    this.#drawn = "";
  }

  close(): void {
    this.#holds = 0;
    this.#endFoot();
  }

  #endFoot(): void {
    this.#lines = undefined;
    clearInterval(this.#second);
    clearTimeout(this.#soon);
    this.#second = this.#soon = undefined;
    if (this.#holds === 0) this.#sayAll();
  }

  #drawSoon(): void {
    if (this.#soon !== undefined || this.#holds > 0) return;
    const wait = this.#lastAt + paceMs - performance.now();
    if (wait <= 0) return this.#draw();
    this.#soon = setTimeout(() => this.#draw(), wait);
    this.#soon.unref();
  }

  #draw(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (this.#holds > 0) return;
    this.#lastAt = performance.now();
    const foot = this.#footNow();
    if (this.#waiting.length === 0 && foot === this.#drawn) return;
    this.#sayAll(foot);
  }

  /** All that waits, and below it the foot. */
  #sayAll(foot = ""): void {
    if (this.#unsaid > 0) {
      this.#waiting.push({ to: this.#error, text: `(${this.#unsaid} more lines were not kept while the question was open)\n` });
      this.#unsaid = 0;
    }
    const texts: Said[] = [{ to: this.#out, text: this.#drawn === "" ? "" : erase }, ...this.#waiting, { to: this.#out, text: foot }];
    this.#waiting = [];
    this.#drawn = foot;
    let chunk = "";
    for (const [index, { to, text }] of texts.entries()) {
      chunk += text;
      if (texts[index + 1]?.to === to) continue;
      if (chunk !== "") to.write(chunk);
      chunk = "";
    }
  }

  #footNow(): string {
    // Some terminals know no size, and say 0.
    const [columns, rows] = [this.#out.columns || 80, this.#out.rows || 24];
    // One column stays free: terminals differ over what a full line does.
    const lines = this.#lines?.(columns - 1, Math.max(1, Math.min(cliCeilings.footLines.value, rows - 2) - 1)) ?? [];
    return lines.length === 0 ? "" : `${noWrap}\n${lines.join("\n")}${wrap}\u001b[${lines.length}A\r`;
  }
}

const paceMs = 100;
const erase = "\r\u001b[J";
// A line that is wider here than was thought must not become two.
const noWrap = "\u001b[?7l";
const wrap = "\u001b[?7h";
