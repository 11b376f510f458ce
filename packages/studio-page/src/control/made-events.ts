import { focused } from "./guarded.ts";
import type { KeyStroke } from "./keys.ts";
import { type Located, demandOpen } from "./target.ts";

/** Which keys are held while something is pressed. */
export interface Held {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Milliseconds between the steps of a drag: a frame, so that the page draws each. */
const stepMs = 16;

/** A click by events that the page makes itself: not trusted ones, so what asks for a person's own click does not count them. */
export function pressAt({ x, y, element }: Located, times: number, held: Held): void {
  for (let time = 1; time <= times; time++) {
    const init = { ...shared(x, y, held), detail: time };
    element.dispatchEvent(new PointerEvent("pointerdown", { ...init, ...pen, buttons: 1 }));
    element.dispatchEvent(new MouseEvent("mousedown", { ...init, buttons: 1 }));
    if (time === 1) focusNear(element);
    element.dispatchEvent(new PointerEvent("pointerup", { ...init, ...pen }));
    element.dispatchEvent(new MouseEvent("mouseup", init));
    if (element instanceof HTMLElement && times === 1 && !anyHeld(held)) element.click();
    else element.dispatchEvent(new MouseEvent("click", init));
  }
  if (times === 2) element.dispatchEvent(new MouseEvent("dblclick", { ...shared(x, y, held), detail: 2 }));
}

/** Down at one place, along a line in so many steps, up at the other. */
export async function dragBetween(from: Located, to: Located, steps: number, held: Held): Promise<void> {
  const start = shared(from.x, from.y, held);
  from.element.dispatchEvent(new PointerEvent("pointerdown", { ...start, ...pen, buttons: 1 }));
  from.element.dispatchEvent(new MouseEvent("mousedown", { ...start, buttons: 1 }));
  focusNear(from.element);
  for (let step = 1; step <= steps; step++) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    // A page that captures the pointer hears of it where it began.
    from.element.dispatchEvent(new PointerEvent("pointermove", { ...shared(x, y, held), ...pen, buttons: 1 }));
    from.element.dispatchEvent(new MouseEvent("mousemove", { ...shared(x, y, held), buttons: 1 }));
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  demandOpen(to.element);
  from.element.dispatchEvent(new PointerEvent("pointerup", { ...shared(to.x, to.y, held), ...pen }));
  from.element.dispatchEvent(new MouseEvent("mouseup", shared(to.x, to.y, held)));
}

/** One key, where the focus is. Text goes into a field that has it. */
export function strike(stroke: KeyStroke): void {
  const target = focused() ?? document.body;
  demandOpen(target);
  const init = { key: stroke.key, code: stroke.code, ...stroke.held, bubbles: true, cancelable: true, composed: true };
  const goesOn = target.dispatchEvent(new KeyboardEvent("keydown", init));
  if (goesOn && stroke.text !== undefined) typeInto(target, stroke.text);
  const goesUp = target.dispatchEvent(new KeyboardEvent("keyup", init));
  // What a browser does by itself on a real key.
  if (goesOn && stroke.key === "Enter" && target instanceof HTMLElement && target.matches("button, a[href], summary")) target.click();
  if (goesOn && goesUp && stroke.key === " " && target instanceof HTMLElement && target.matches(pressedBySpace)) target.click();
}

const pressedBySpace = "button, summary, input[type=checkbox], input[type=radio], input[type=button], input[type=submit]";

function typeInto(target: Element, text: string): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (!target.dispatchEvent(new InputEvent("beforeinput", { data: text, inputType: "insertText", bubbles: true, cancelable: true })))
    return;
  const from = target.selectionStart ?? target.value.length;
  target.setRangeText(text, from, target.selectionEnd ?? from, "end");
  target.dispatchEvent(new InputEvent("input", { data: text, inputType: "insertText", bubbles: true, composed: true }));
}

function focusNear(element: Element): void {
  const at = element.closest<HTMLElement>("button, input, select, textarea, a[href], [tabindex]");
  at?.focus({ preventScroll: true });
}

function shared(x: number, y: number, held: Held) {
  return { clientX: x, clientY: y, ...held, bubbles: true, cancelable: true, composed: true, view: window } as const;
}

function anyHeld({ shiftKey, altKey, ctrlKey, metaKey }: Held): boolean {
  return shiftKey || altKey || ctrlKey || metaKey;
}

const pen = { pointerId: 1, pointerType: "mouse", isPrimary: true } as const;
