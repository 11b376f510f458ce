import type { Json, JsonSchema, Outcome } from "@jackfield/contract";
import { cleanText } from "@jackfield/wire";
import { isObject, textOf } from "../json-value.ts";
import type { TabTool } from "../tool.ts";
import { type ListedTool, type ModelContext, executeTool } from "./model-context.ts";

/** A tool the page registered, as a tool of a link. Throws TypeError on a schema that is not JSON. */
export function pageTool(context: ModelContext, listed: ListedTool): TabTool {
  const { name, annotations } = listed;
  const readOnly = annotations?.readOnlyHint === true && annotations.consequentialHint !== true;
  return {
    name,
    title: cleanText(listed.title || name, 100),
    description: cleanText(listed.description, 4_000, { keepLines: true }),
    // What does not say that it only reads is taken to be able to overwrite: it asks first, and read-only keeps it out.
    effect: readOnly ? "read" : "destructive-write",
    inputSchema: schemaOf(listed),
    foreign: annotations?.untrustedContentHint === true,
    run: async (input, run) => outcomeOfText(await executeTool(context, listed, input, run.signal)),
  };
}

function schemaOf({ inputSchema }: ListedTool): JsonSchema {
  const schema: unknown = typeof inputSchema === "string" ? JSON.parse(inputSchema) : (inputSchema ?? {});
  if (!isObject(schema)) throw new TypeError("its inputSchema is not an object");
  return { type: "object", ...schema };
}

/** What a WebMCP tool returned, as text: an MCP result, JSON, or words. */
export function outcomeOfText(text: string): Outcome {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    // Words. Chromium writes what the tool returned as JSON only where it was an object.
    return { is: "done", text: text === "undefined" ? "Done" : text };
  }
  if (!isObject(value) || !Array.isArray(value["content"])) return { is: "done", data: value };
  // The page's own MCP result: its text counts like any other, so that the content mark and the ceiling hold for it too.
  const blocks = value["content"].filter(isObject);
  const texts = blocks.filter((block) => block["type"] === "text").map((block) => textOf(block["text"]));
  const others = blocks.filter((block) => block["type"] !== "text");
  return { is: "done", text: texts.join("\n"), blocks: others, failed: value["isError"] === true };
}
