/**
 * Parts of the page that only the person's own hand may use: Connect, Review, and every question that an agent's call waits on. An element
 * with this attribute guards all that is in it, shadow trees too.
 */
export const guardedAttribute = "data-person-only";

/** The guarded part that an element lies in, or undefined. */
export function guardOf(element: Element | null): Element | undefined {
  for (let at: Node | null = element; at !== null; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof Element && at.hasAttribute(guardedAttribute)) return at;
  return undefined;
}

/** The innermost element at a point, through open shadow trees. */
export function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  for (let inner = found?.shadowRoot?.elementFromPoint(x, y) ?? null; inner !== null && inner !== found;) {
    found = inner;
    inner = found.shadowRoot?.elementFromPoint(x, y) ?? null;
  }
  return found;
}

/** What has the focus, through open shadow trees. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

const inputEvents = [
  "pointerdown",
  "pointerup",
  "pointermove",
  "mousedown",
  "mouseup",
  "click",
  "dblclick",
  "auxclick",
  "contextmenu",
  "wheel",
  "keydown",
  "keyup",
  "beforeinput",
  "input",
  "change",
  "focusin",
  "submit",
  "dragstart",
  "drop",
] as const;

/**
 * While an agent's input is on its way into the page, nothing of it reaches a guarded part, wherever the page has moved it to meanwhile. A look
 * before the click alone would lose to a page that changes in between.
 */
export class InputGuard {
  #on = false;
  #stopped = 0;
  #patience: ReturnType<typeof setTimeout> | undefined;
  readonly #end = new AbortController();

  constructor(target: Window = window) {
    const options = { capture: true, passive: false, signal: this.#end.signal } as const;
    for (const name of inputEvents) target.addEventListener(name, (event) => this.#check(event), options);
  }

  /** How many events it has kept away. */
  get stopped(): number {
    return this.#stopped;
  }

  /** Until `done`, or until nothing has come for `quietMs`: a process that died in between must not lock the person out. */
  begin(): void {
    this.#on = true;
    this.#wait();
  }

  done(): void {
    this.#on = false;
    clearTimeout(this.#patience);
  }

  /** Twice does no harm. */
  close(): void {
    this.done();
    this.#end.abort();
  }

  #wait(): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.done(), quietMs);
  }

  #check(event: Event): void {
    if (!this.#on) return;
    this.#wait();
    const [target] = event.composedPath();
    if (!(target instanceof Element) || guardOf(target) === undefined) return;
    this.#stopped += 1;
    event.stopImmediatePropagation();
    event.preventDefault();
    // A focus cannot be prevented: it is taken away again.
    if (event.type === "focusin" && target instanceof HTMLElement) target.blur();
  }
}

/** Milliseconds: longer than a window has for one event (`browserAnswerMs`), so that no event of an agent comes after it. */
const quietMs = 20_000;
