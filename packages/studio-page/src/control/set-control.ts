import { Fault } from "@jackfield/contract";
import { setEvent } from "../parts/on-set.ts";
import { valueOf } from "./outline.ts";
import { demandOpen } from "./target.ts";

/** What a control shows: its text, and of a slider the number behind it too. */
export interface Shown {
  readonly value: string;
  readonly number?: number;
}

/** Runs events as an agent's, so that none reaches what is the person's alone. */
export type AsAgent = (work: () => void) => void;

/** Milliseconds that a control has to show its new value, which may first go to a song that is elsewhere, and between two looks at it. */
const shownWithinMs = 1_000;
const lookMs = 20;
/** Characters of what a control shows, in a fault. */
const shownCharacters = 80;
const choiceCharacters = 400;

/**
 * Sets a field, list, switch or slider as somebody would who then leaves it, and returns what it shows when the page has taken that. Throws Fault
 * `arguments_invalid` for what takes no value, and for a value it does not take: it says what it takes and what it is still.
 */
export async function setControl(element: Element, value: string, asAgent: AsAgent): Promise<Shown> {
  demandOpen(element);
  const kind = kinds.find(({ is }) => is(element));
  if (kind === undefined)
    throw new Fault("arguments_invalid", "That takes no value", { hint: "Click it, or set a slider, a switch, a list or a field" });
  const before = kind.read(element);
  if (element.matches(":disabled, :read-only:is(input, textarea):not([type=checkbox], [type=radio], [type=range]), [aria-disabled=true]"))
    throw notTaken("It takes nothing now", before);
  const takes = kind.refuses(element, value);
  if (takes !== undefined) throw notTaken(`It takes ${takes}`, before);
  await kind.set(element, value, asAgent);
  const isTaken = (now: Shown): boolean => isSame(now, kind.wanted(element, value));
  let after = kind.read(element);
  for (let waited = 0; waited < shownWithinMs && !isTaken(after); waited += lookMs) {
    await pause(lookMs);
    after = kind.read(element);
  }
  // What a field has rounded is another value than before, and is told as it is shown.
  if (!isTaken(after) && after.value === before.value && after.number === before.number) throw notTaken("It did not take that", before);
  return after;
}

/** A kind of control: how it is known, read and set. */
interface Kind {
  readonly is: (element: Element) => boolean;
  read(element: Element): Shown;
  /** What it takes instead, in words, where a value is none of it. */
  refuses(element: Element, value: string): string | undefined;
  set(element: Element, value: string, asAgent: AsAgent): void | Promise<void>;
  /** What it shows when it has taken a value. */
  wanted(element: Element, value: string): Shown;
}

const box: Kind = {
  is: (element) => element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"),
  read: (element) => ({ value: String((element as HTMLInputElement).checked) }),
  refuses: trueOrFalse,
  set: press,
  wanted: (_, value) => ({ value }),
};

const toggle: Kind = {
  is: (element) => stateOf(element) !== undefined && element instanceof HTMLElement && !isTyped(element),
  read: (element) => ({ value: element.getAttribute(stateOf(element) ?? "") ?? "false" }),
  refuses: trueOrFalse,
  set: press,
  wanted: (_, value) => ({ value }),
};

const list: Kind = {
  is: (element) => element instanceof HTMLSelectElement,
  // As a person reads it.
  read: (element) => ({ value: (element as HTMLSelectElement).selectedOptions[0]?.text.trim() ?? "" }),
  refuses: (element, value) => (optionOf(element, value) === undefined ? choicesOf(element) : undefined),
  set(element, value, asAgent) {
    setNative(element as HTMLSelectElement, optionOf(element, value)?.value ?? value, asAgent);
  },
  wanted: (element, value) => ({ value: optionOf(element, value)?.text.trim() ?? value }),
};

const field: Kind = {
  is: (element) => isTyped(element),
  read: (element) => ({ value: valueOf(element) ?? "" }),
  refuses(element, value) {
    const { least, most } = rangeOf(element);
    if (least !== undefined || most !== undefined) return outside(value.replace(",", "."), least, most);
    const longest = (element as HTMLInputElement).maxLength;
    return longest >= 0 && value.length > longest ? `at most ${longest} characters` : undefined;
  },
  async set(element, value, asAgent) {
    const input = element as HTMLInputElement | HTMLTextAreaElement;
    const hadFocus = input.matches(":focus");
    asAgent(() => input.focus({ preventScroll: true }));
    setNative(input, value, asAgent);
    // The page draws what was typed before it is left: what takes it then is made by that drawing.
    await pause(lookMs);
    asAgent(() => leave(input));
    if (hadFocus) asAgent(() => input.focus({ preventScroll: true }));
  },
  wanted: (_, value) => ({ value: value.trim() }),
};

const slider: Kind = {
  is: (element) => element.getAttribute("role") === "slider",
  read: (element) => ({ value: valueOf(element) ?? "", number: Number(element.getAttribute("aria-valuenow")) }),
  refuses(element, value) {
    const { least, most } = rangeOf(element);
    return outside(value, least, most);
  },
  set(element, value, asAgent) {
    asAgent(() => element.dispatchEvent(new CustomEvent(setEvent, { detail: value, bubbles: true, cancelable: true })));
  },
  wanted: (element, value) => ({ value: valueOf(element) ?? "", number: Number(value) }),
};

/** The first that fits is taken. */
const kinds: readonly Kind[] = [box, list, field, slider, toggle];

/** Inputs that are written into; a range has its number as text too. */
function isTyped(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return (
    element instanceof HTMLInputElement &&
    !["file", "button", "submit", "reset", "image", "hidden", "checkbox", "radio"].includes(element.type)
  );
}

function stateOf(element: Element): string | undefined {
  return ["aria-pressed", "aria-checked", "aria-selected", "aria-expanded"].find((name) => element.hasAttribute(name));
}

function trueOrFalse(_: Element, value: string): string | undefined {
  return value === "true" || value === "false" ? undefined : "true or false";
}

function press(element: Element, value: string, asAgent: AsAgent): void {
  const is = element instanceof HTMLInputElement ? String(element.checked) : (element.getAttribute(stateOf(element) ?? "") ?? "false");
  if (is !== value && element instanceof HTMLElement) asAgent(() => element.click());
}

function optionOf(element: Element, value: string): HTMLOptionElement | undefined {
  const options = [...(element as HTMLSelectElement).options].filter(({ disabled }) => !disabled);
  return options.find((option) => option.value === value) ?? options.find((option) => option.text.trim() === value.trim());
}

function choicesOf(element: Element): string {
  return [...(element as HTMLSelectElement).options]
    .map(({ text }) => text.trim())
    .join(", ")
    .slice(0, choiceCharacters);
}

interface Range {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

function rangeOf(element: Element): Range {
  const read = (...names: readonly string[]): number | undefined => {
    const text = names.map((name) => element.getAttribute(name)).find((each) => each !== null && each !== "");
    return text === undefined || !Number.isFinite(Number(text)) ? undefined : Number(text);
  };
  return { least: read("data-least", "aria-valuemin", "min"), most: read("data-most", "aria-valuemax", "max") };
}

function outside(value: string, least = -Infinity, most = Infinity): string | undefined {
  const number = Number(value);
  if (value.trim() !== "" && number >= least && number <= most) return undefined;
  return Number.isFinite(least) && Number.isFinite(most) ? `a number from ${least} to ${most}` : "a number";
}

/** As a browser has it when somebody types or chooses. */
function setNative(element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string, asAgent: AsAgent): void {
  asAgent(() => {
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

/** A window that is not in front has no focus to lose: then the events are made. */
function leave(element: HTMLElement): void {
  let left = false;
  element.addEventListener("blur", () => (left = true), { once: true });
  element.blur();
  if (left) return;
  element.dispatchEvent(new FocusEvent("blur", { composed: true }));
  element.dispatchEvent(new FocusEvent("focusout", { bubbles: true, composed: true }));
}

function isSame(now: Shown, wanted: Shown): boolean {
  if (wanted.number !== undefined) return now.number === wanted.number;
  return now.value === wanted.value || (wanted.value !== "" && Number(now.value) === Number(wanted.value.replace(",", ".")));
}

function notTaken(why: string, { value, number }: Shown): Fault {
  const still = number === undefined || String(number) === value ? value : `${number} (${value})`;
  return new Fault("arguments_invalid", `${why}; it is still ${still === "" ? "empty" : still.slice(0, shownCharacters)}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
