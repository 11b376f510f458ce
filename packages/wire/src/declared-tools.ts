import type { Json, JsonObject } from "@jackfield/contract";
import { Refusal } from "./declaration-rules.ts";
import { descriptionChars, proseOf, schemaOf, titleOf } from "./declared-text.ts";
import type { DeclaredTool } from "./frames.ts";
import { memberOf, objectOf } from "./read-json.ts";
import { nameForms } from "./skeleton.ts";

/** Reads a declaration's tools. Members that MCP does not know, or that would promise tasks, are left out. */
export function toolsOf(value: Json | undefined): readonly DeclaredTool[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Refusal("tools", "tools");
  if (value.length > declarationTools) throw new Refusal("too_many", "tools");
  const names = new Set<string>();
  const forms = new Set<string>();
  return value.map((item: Json, index) => {
    const from = objectOf(item);
    if (from === undefined) throw new Refusal("tools", `tool ${index}`);
    const tool = toolOf(from, index);
    if (names.has(tool.name)) throw new Refusal("name_double", tool.name);
    const [folded, looks] = nameForms(tool.name);
    if (forms.has(folded) || forms.has(looks)) throw new Refusal("name_confusable", tool.name);
    names.add(tool.name);
    forms.add(folded).add(looks);
    return tool;
  });
}

function toolOf(from: JsonObject, index: number): DeclaredTool {
  const name = memberOf(from, "name");
  if (typeof name !== "string" || !toolNamePattern.test(name)) throw new Refusal("name", typeof name === "string" ? name : `tool ${index}`);
  const hints = objectOf(memberOf(from, "annotations"));
  if (hints === undefined) throw new Refusal("annotations", name);
  const ownTitle = memberOf(hints, "title");
  const description = memberOf(from, "description");
  const input = objectOf(memberOf(from, "inputSchema"));
  if (input === undefined || memberOf(input, "type") !== "object") throw new Refusal("input_schema", name);
  const output = memberOf(from, "outputSchema");
  const outputObject = objectOf(output);
  if (output !== undefined && (outputObject === undefined || memberOf(outputObject, "type") !== "object"))
    throw new Refusal("output_schema", name);
  const icons = iconsOf(memberOf(from, "icons"), name);
  const meta = metaOf(memberOf(from, "_meta"), name);
  return {
    name,
    title: titleOf(memberOf(from, "title") ?? ownTitle, name),
    ...(description === undefined ? {} : { description: proseOf(description, descriptionChars, "description", name) }),
    inputSchema: schemaOf(input, name),
    ...(outputObject === undefined ? {} : { outputSchema: schemaOf(outputObject, name) }),
    annotations: {
      ...(ownTitle === undefined ? {} : { title: titleOf(ownTitle, name) }),
      readOnlyHint: hintOf(hints, "readOnlyHint", name),
      destructiveHint: hintOf(hints, "destructiveHint", name),
      idempotentHint: hintOf(hints, "idempotentHint", name),
      openWorldHint: hintOf(hints, "openWorldHint", name),
    },
    ...(icons === undefined ? {} : { icons }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

function hintOf(hints: JsonObject, hint: string, name: string): boolean {
  const value = memberOf(hints, hint);
  if (typeof value !== "boolean") throw new Refusal("annotations", name);
  return value;
}

/** Reads `icons`. A client may fetch a source on sight, so only https and inline images pass. */
export function iconsOf(value: Json | undefined, where: string): readonly JsonObject[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > declarationIcons) throw new Refusal("icons", where);
  return value.map((item: Json) => {
    const icon = objectOf(item);
    const source = icon && memberOf(icon, "src");
    if (icon === undefined || typeof source !== "string" || !/^(?:https:\/\/|data:image\/)[\x21-\x7e]{1,65536}$/.test(source))
      throw new Refusal("icons", where);
    return schemaOf(icon, where);
  });
}

/** Reads `_meta`: data of the app's own; what the protocol and the relay put there is refused. */
export function metaOf(value: Json | undefined, where: string): JsonObject | undefined {
  if (value === undefined) return undefined;
  const meta = objectOf(value);
  if (meta === undefined || Object.keys(meta).some((key) => /^(?:io\.modelcontextprotocol|jackfield)/i.test(key)))
    throw new Refusal("meta", where);
  return schemaOf(meta, where);
}

/** Tools in a declaration, and old names. */
export const declarationTools = 256;
/** Icons of one tool. */
export const declarationIcons = 8;
/** A tool's name, a prompt's, and an alias. */
export const toolNamePattern = /^[A-Za-z0-9_.-]{1,64}$/;
