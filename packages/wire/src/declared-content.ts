import type { Json, JsonObject } from "@jackfield/contract";
import { Refusal } from "./declaration-rules.ts";
import { descriptionChars, flagOf, labelOf, proseOf, schemaOf, titleOf } from "./declared-text.ts";
import { iconsOf, metaOf, toolNamePattern } from "./declared-tools.ts";
import type { Declaration, DeclaredPrompt, DeclaredResource, DeclaredTemplate } from "./frames.ts";
import { countOf, memberOf, objectOf } from "./read-json.ts";
import { nameForms } from "./skeleton.ts";
import { uriChars } from "./up-frames.ts";

/** Reads a declaration's resources: two with the same URI are refused. */
export function resourcesOf(value: Json | undefined): Declaration["resources"] {
  if (value === undefined) return undefined;
  const from = objectOf(value);
  if (from === undefined) throw new Refusal("resources", "resources");
  const list = itemsOf(memberOf(from, "list"), declarationResources, "resources").map(resourceOf);
  const given = memberOf(from, "templates");
  const templates = given === undefined ? undefined : itemsOf(given, declarationTemplates, "resources").map(templateOf);
  const subscribe = flagOf(memberOf(from, "subscribe"), "resources.subscribe");
  refuseDoubles(list.map((resource) => resource.uri));
  refuseDoubles((templates ?? []).map((template) => template.uriTemplate));
  return { list, ...(templates === undefined ? {} : { templates }), ...(subscribe === undefined ? {} : { subscribe }) };
}

/** Reads a declaration's prompts. Their names keep the rules of tools' names. */
export function promptsOf(value: Json | undefined): readonly DeclaredPrompt[] | undefined {
  if (value === undefined) return undefined;
  const prompts = itemsOf(value, declarationPrompts, "prompts").map(promptOf);
  const forms = new Set<string>();
  for (const { name } of prompts) {
    const own = nameForms(name);
    if (own.some((form) => forms.has(form))) throw new Refusal("name_confusable", name);
    for (const form of own) forms.add(form);
  }
  return prompts;
}

function resourceOf(from: JsonObject): DeclaredResource {
  const uri = labelOf(memberOf(from, "uri"), uriChars, "resources", "resource uri");
  const size = countOf(memberOf(from, "size"));
  return { uri, ...describedOf(from, uri), ...(size === undefined ? {} : { size }) };
}

function templateOf(from: JsonObject): DeclaredTemplate {
  const uriTemplate = labelOf(memberOf(from, "uriTemplate"), uriChars, "resources", "resource template");
  return { uriTemplate, ...describedOf(from, uriTemplate) };
}

function promptOf(from: JsonObject): DeclaredPrompt {
  const name = memberOf(from, "name");
  if (typeof name !== "string" || !toolNamePattern.test(name)) throw new Refusal("name", typeof name === "string" ? name : "prompt");
  const title = memberOf(from, "title");
  const description = memberOf(from, "description");
  const given = memberOf(from, "arguments");
  const icons = iconsOf(memberOf(from, "icons"), name);
  const meta = metaOf(memberOf(from, "_meta"), name);
  const args = given === undefined ? undefined : itemsOf(given, promptArguments, "prompts").map((argument) => argumentOf(argument, name));
  return {
    name,
    ...(title === undefined ? {} : { title: titleOf(title, name) }),
    ...(description === undefined ? {} : { description: proseOf(description, descriptionChars, "description", name) }),
    ...(args === undefined ? {} : { arguments: args }),
    ...(icons === undefined ? {} : { icons }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

function argumentOf(from: JsonObject, where: string): NonNullable<DeclaredPrompt["arguments"]>[number] {
  const title = memberOf(from, "title");
  const description = memberOf(from, "description");
  const required = flagOf(memberOf(from, "required"), where);
  return {
    name: labelOf(memberOf(from, "name"), 64, "prompts", where),
    ...(title === undefined ? {} : { title: titleOf(title, where) }),
    ...(description === undefined ? {} : { description: proseOf(description, descriptionChars, "description", where) }),
    ...(required === undefined ? {} : { required }),
  };
}

function describedOf(from: JsonObject, where: string): Omit<DeclaredResource, "uri" | "size"> {
  const title = memberOf(from, "title");
  const description = memberOf(from, "description");
  const mimeType = memberOf(from, "mimeType");
  const annotations = memberOf(from, "annotations");
  const annotated = objectOf(annotations);
  if (annotations !== undefined && annotated === undefined) throw new Refusal("resources", where);
  const icons = iconsOf(memberOf(from, "icons"), where);
  const meta = metaOf(memberOf(from, "_meta"), where);
  return {
    name: labelOf(memberOf(from, "name"), 256, "resources", where),
    ...(title === undefined ? {} : { title: titleOf(title, where) }),
    ...(description === undefined ? {} : { description: proseOf(description, descriptionChars, "description", where) }),
    ...(mimeType === undefined ? {} : { mimeType: labelOf(mimeType, 128, "resources", where) }),
    ...(annotated === undefined ? {} : { annotations: schemaOf(annotated, where) }),
    ...(icons === undefined ? {} : { icons }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

function itemsOf(value: Json | undefined, most: number, rule: "resources" | "prompts"): readonly JsonObject[] {
  if (!Array.isArray(value)) throw new Refusal(rule, rule);
  if (value.length > most) throw new Refusal("too_many", rule);
  return value.map((item: Json, index) => {
    const object = objectOf(item);
    if (object === undefined) throw new Refusal(rule, `${rule} ${index}`);
    return object;
  });
}

function refuseDoubles(uris: readonly string[]): void {
  const seen = new Set<string>();
  for (const uri of uris) {
    if (seen.has(uri)) throw new Refusal("name_double", uri);
    seen.add(uri);
  }
}

/** Resources in a declaration's list. */
export const declarationResources = 1024;
/** Resource templates in a declaration. */
export const declarationTemplates = 256;
/** Prompts in a declaration. */
export const declarationPrompts = 256;
/** Arguments of one prompt. */
export const promptArguments = 32;
