import { type Client, Fault, type Json, type JsonObject, visibleJson } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import { isObject, textOf } from "./json-value.ts";
import { waitSeconds } from "./limits.ts";
import type { ReadyTool } from "./tool.ts";

/** Characters of arguments or of a question that the person is shown. */
const shownCharacters = 20_000;
/** Characters of what a call would do: a sentence or two. */
const effectCharacters = 500;

/**
 * The arguments as they will run: checked, the wait lowered to `waitSeconds`, and frozen, so that what was shown is what runs. Throws Fault
 * `arguments_invalid` that names the member.
 */
export function readArguments(ready: ReadyTool, given: Json | undefined): JsonObject {
  const input = given ?? {};
  if (!isObject(input)) throw new Fault("arguments_invalid", "The arguments must be an object");
  const problem = ready.check(input);
  if (problem !== undefined) throw new Fault("arguments_invalid", problem.slice(0, 500));
  const { waits } = ready;
  const wait = waits === undefined ? undefined : input[waits];
  return frozen(waits !== undefined && typeof wait === "number" && wait > waitSeconds ? { ...input, [waits]: waitSeconds } : input);
}

/** Arguments for the person's eyes: indented JSON in which nothing is invisible. What does not fit is counted, never left out in silence. */
export function shownArguments(input: JsonObject): string {
  return cut(visibleJson(JSON.stringify(input, null, 2)));
}

/** What a call would do, in its tool's own words and for the person's eyes; undefined where the tool has none. */
export function shownEffect({ tool }: ReadyTool, input: JsonObject, client: Client): string | undefined {
  try {
    // A page in plain JavaScript may return anything.
    return cleanText(textOf(tool.describe?.(input, client)), effectCharacters).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** A tool's own words for the person's eyes. */
export function shownText(text: string): string {
  return cut(cleanText(text, shownCharacters + 1, { keepLines: true }));
}

function cut(text: string): string {
  return text.length <= shownCharacters
    ? text
    : `${text.slice(0, shownCharacters)}\n… ${text.length - shownCharacters} more characters are not shown`;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}
