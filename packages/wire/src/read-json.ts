import type { Json, JsonObject } from "@jackfield/contract";
import { cleanText } from "./clean.ts";

/** `value` as a JSON object, or undefined. The value must come from `JSON.parse`: members are not looked at. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** True when a parsed value nests no deeper than `levels`, and looks no deeper: pages need no scan of the bytes for it, and load none. */
export function isWithin(value: unknown, levels: number): boolean {
  return typeof value !== "object" || value === null || (levels > 0 && Object.values(value).every((each) => isWithin(each, levels - 1)));
}

/** An own member: what a prototype has is no member of a JSON object. */
export function memberOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Foreign text, cleaned and cut. Undefined when it is not a string. */
export function textOf(value: Json | undefined, maxChars: number): string | undefined {
  return typeof value === "string" ? cleanText(value, maxChars) : undefined;
}

/** A whole number from 0 to the largest that a double holds exactly. */
export function countOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The member of `list` that `value` is. */
export function oneOf<T extends string>(value: Json | undefined, list: readonly T[]): T | undefined {
  return list.find((item) => item === value);
}

/** Text that has to match `pattern` as it is. */
export function matchOf(value: Json | undefined, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

/** A record by foreign names. It has no prototype, so that a look-up of "constructor" finds nothing. */
export function recordOf<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries));
}

/** Bytes of `text` as UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
