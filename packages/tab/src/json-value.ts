import type { JsonObject } from "@jackfield/contract";

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text, or none: what is not text says nothing. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
