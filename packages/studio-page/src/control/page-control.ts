import { focused, InputGuard } from "./guarded.ts";
import { type KeyStroke, readChord } from "./keys.ts";
import { type Held, dragBetween, pressAt, strike } from "./made-events.ts";
import { type Outline, Refs, outlineOf } from "./outline.ts";
import { drawPage } from "./own-drawing.ts";
import { type Shown, setControl } from "./set-control.ts";
import { type Located, type Target, demandOpen, elementOf, locate } from "./target.ts";

/** How this page is moved from outside, by a process that this computer's person started with `--control`. */
export class PageControl implements Disposable {
  readonly #refs = new Refs();
  readonly #guard = new InputGuard();

  inspect(): Outline {
    return outlineOf(document.body, this.#refs);
  }

  /** A target's place, for a hand that moves there by itself. */
  locate(target: Target): { readonly x: number; readonly y: number } {
    const { x, y } = this.#find(target);
    return { x, y };
  }

  draw(): Promise<string> {
    return drawPage();
  }

  /** What follows comes from an agent, until `done`. Throws where the focus is in a guarded part, since keys would go there. */
  begin(isKey: boolean): void {
    if (isKey) demandOpen(focused());
    this.#guard.begin();
  }

  /** How many events were kept from guarded parts since the page began. */
  done(): number {
    this.#guard.done();
    return this.#guard.stopped;
  }

  /** Sets a control and returns what it shows then. Throws Fault `arguments_invalid` where it did not take the value. */
  set(ref: string, value: string): Promise<Shown> {
    return setControl(elementOf(ref, this.#refs), value, (work) => this.#asAgent(work));
  }

  press(target: Target, times: number, held: Held): void {
    const found = this.#find(target);
    this.#asAgent(() => pressAt(found, times, held));
  }

  async drag(from: Target, to: Target, steps: number, held: Held): Promise<void> {
    const [start, end] = [this.#find(from), this.#find(to)];
    this.#guard.begin();
    try {
      await dragBetween(start, end, steps, held);
    } finally {
      this.#guard.done();
    }
  }

  strike(chord: string): void {
    this.#asAgent(() => strike(this.chord(chord)));
  }

  chord(text: string): KeyStroke {
    return readChord(text, /mac|iphone|ipad/i.test(navigator.platform));
  }

  [Symbol.dispose](): void {
    this.#guard.close();
  }

  #find(target: Target): Located {
    return locate(target, this.#refs);
  }

  #asAgent(work: () => void): void {
    this.#guard.begin();
    try {
      work();
    } finally {
      this.#guard.done();
    }
  }
}
