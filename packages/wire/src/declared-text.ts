import type { Json, JsonObject } from "@jackfield/contract";
import { cleanText, hasHidden } from "./clean.ts";
import { type DeclarationRule, Refusal } from "./declaration-rules.ts";
import { objectOf } from "./read-json.ts";
import { steeringIn } from "./steering.ts";

/** A short text that stands for its owner (a name, a title, a version): one line, hidden characters refused. */
export function labelOf(value: Json | undefined, most: number, rule: DeclarationRule, where: string): string {
  if (typeof value !== "string" || value.length > most || value.trim() === "") throw new Refusal(rule, where);
  if (hasHidden(value)) throw new Refusal("hidden_text", where);
  refuseSteering(value, "instructions", where);
  return value;
}

/** Longer text: cleaned, may have lines, and may not steer. */
export function proseOf(value: Json | undefined, most: number, rule: "description" | "instructions", where: string): string {
  if (typeof value !== "string" || value.length > most) throw new Refusal(rule, where);
  const text = cleanText(value, most, { keepLines: true });
  refuseSteering(text, rule, where);
  return text;
}

/** A title: like a description in what it may say, in one line. */
export function titleOf(value: Json | undefined, where: string): string {
  if (typeof value !== "string" || value.length > titleChars) throw new Refusal("title", where);
  const text = cleanText(value, titleChars).trim();
  if (text === "") throw new Refusal("title", where);
  refuseSteering(text, "description", where);
  return text;
}

/**
 * A JSON Schema, as data: prose in it is cleaned, all other text must have nothing hidden. No text in it may steer: the model reads names
 * and defaults as it reads descriptions.
 */
export function schemaOf(value: JsonObject, where: string): JsonObject {
  return schemaObject(value, where, schemaLevels);
}

/** True, false or not there. */
export function flagOf(value: Json | undefined, where: string): boolean | undefined {
  if (value !== undefined && typeof value !== "boolean") throw new Refusal("flag", where);
  return value;
}

function schemaObject(value: JsonObject, where: string, levels: number): JsonObject {
  if (levels === 0) throw new Refusal("schema_depth", where);
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (hasHidden(key, true)) throw new Refusal("schema_text", where);
    refuseSteering(key, "description", where);
    members.push([
      key,
      proseKeys.has(key) && typeof member === "string" ? schemaProse(member, where) : schemaValue(member, where, levels - 1),
    ]);
  }
  return Object.fromEntries(members);
}

function schemaValue(value: Json, where: string, levels: number): Json {
  if (typeof value === "string") {
    if (hasHidden(value, true)) throw new Refusal("schema_text", where);
    refuseSteering(value, "description", where);
    return value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) throw new Refusal("schema_depth", where);
  const object = objectOf(value);
  if (object !== undefined) return schemaObject(object, where, levels);
  return Array.isArray(value) ? value.map((item: Json) => schemaValue(item, where, levels - 1)) : value;
}

function schemaProse(text: string, where: string): string {
  if (text.length > descriptionChars) throw new Refusal("description", where);
  const clean = cleanText(text, descriptionChars, { keepLines: true });
  refuseSteering(clean, "description", where);
  return clean;
}

function refuseSteering(text: string, place: "description" | "instructions", where: string): void {
  const phrase = steeringIn(text, place);
  if (phrase !== undefined)
    throw new Refusal("steering", where, `must say what it does, not tell the model how to behave: a phrase ${phrase.why}`);
}

const proseKeys = new Set(["description", "title", "$comment"]);

/** Characters of a description. */
export const descriptionChars = 4096;
/** Characters of a title. */
export const titleChars = 128;
/** Levels of a schema. */
export const schemaLevels = 32;
