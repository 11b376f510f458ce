import { Fault } from "@jackfield/contract";
import type { Held } from "./made-events.ts";

/** One key as it is struck. `text`: what it writes into a field. */
export interface KeyStroke {
  readonly key: string;
  readonly code: string;
  readonly held: Held;
  readonly text: string | undefined;
}

/** Keys with names, by the name people write: [key, code]. */
const named: Readonly<Record<string, readonly [string, string]>> = {
  space: [" ", "Space"],
  enter: ["Enter", "Enter"],
  return: ["Enter", "Enter"],
  escape: ["Escape", "Escape"],
  esc: ["Escape", "Escape"],
  tab: ["Tab", "Tab"],
  backspace: ["Backspace", "Backspace"],
  delete: ["Delete", "Delete"],
  home: ["Home", "Home"],
  end: ["End", "End"],
  pageup: ["PageUp", "PageUp"],
  pagedown: ["PageDown", "PageDown"],
  left: ["ArrowLeft", "ArrowLeft"],
  right: ["ArrowRight", "ArrowRight"],
  up: ["ArrowUp", "ArrowUp"],
  down: ["ArrowDown", "ArrowDown"],
  arrowleft: ["ArrowLeft", "ArrowLeft"],
  arrowright: ["ArrowRight", "ArrowRight"],
  arrowup: ["ArrowUp", "ArrowUp"],
  arrowdown: ["ArrowDown", "ArrowDown"],
  plus: ["+", "Equal"],
};

const modifiers: Readonly<Record<string, keyof Held | "mod">> = {
  shift: "shiftKey",
  alt: "altKey",
  option: "altKey",
  ctrl: "ctrlKey",
  control: "ctrlKey",
  meta: "metaKey",
  cmd: "metaKey",
  command: "metaKey",
  mod: "mod",
};

/** A chord as people write it: `Space`, `Mod+Shift+Z`, `a`. `Mod` is ⌘ on a Mac and Ctrl elsewhere. Throws Fault `arguments_invalid`. */
export function readChord(text: string, isMac: boolean): KeyStroke {
  const parts = text === "+" ? ["Plus"] : text.split("+").map((part) => part.trim());
  const last = parts.pop() ?? "";
  const held = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
  for (const part of parts) {
    const modifier = modifiers[part.toLowerCase()];
    if (modifier === undefined) throw unknown(part);
    held[modifier === "mod" ? (isMac ? "metaKey" : "ctrlKey") : modifier] = true;
  }
  const found = named[last.toLowerCase()] ?? functionKey(last) ?? character(last, held.shiftKey);
  if (found === undefined) throw unknown(last);
  const [key, code] = found;
  const writes = key.length === 1 && !held.ctrlKey && !held.metaKey && !held.altKey;
  return { key, code, held, text: writes ? key : undefined };
}

function functionKey(text: string): readonly [string, string] | undefined {
  return /^F([1-9]|1[0-2])$/i.test(text) ? [text.toUpperCase(), text.toUpperCase()] : undefined;
}

function character(text: string, shift: boolean): readonly [string, string] | undefined {
  if (!/^.$/u.test(text)) return undefined;
  if (/^[a-z]$/i.test(text)) return [shift ? text.toUpperCase() : text, `Key${text.toUpperCase()}`];
  if (/^[0-9]$/.test(text)) return [text, `Digit${text}`];
  return [text, marks[text] ?? ""];
}

/** Where marks lie on a US keyboard. */
const marks: Readonly<Record<string, string>> = {
  "-": "Minus",
  "=": "Equal",
  "[": "BracketLeft",
  "]": "BracketRight",
  ";": "Semicolon",
  "'": "Quote",
  ",": "Comma",
  ".": "Period",
  "/": "Slash",
  "?": "Slash",
  "\\": "Backslash",
  "`": "Backquote",
};

function unknown(part: string): Fault {
  return new Fault("arguments_invalid", `There is no key ${JSON.stringify(part.slice(0, 16))}`, {
    hint: "Write Space, Enter, Left, F2, a letter, or a chord such as Mod+Shift+Z",
  });
}
