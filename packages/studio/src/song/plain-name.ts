import { cleanText, hasHidden } from "@jackfield/wire";
import type { FieldSchema } from "./fields.ts";

/**
 * A name with nothing hidden in it, in one line: what turns a line round or cannot be seen would have a person read another name than the one that
 * is kept. A name without any of it is left as it is.
 */
export function plainName(name: string): string {
  return hasHidden(name) ? cleanText(name, name.length).trim() : name;
}

/** Text that a person words: no pattern and no list of choices holds it. */
export function isFreeText(schema: FieldSchema): boolean {
  return "type" in schema && schema.type === "string" && schema.pattern === undefined && schema.enum === undefined;
}
