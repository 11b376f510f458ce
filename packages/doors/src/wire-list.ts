import {
  type Host,
  type Json,
  type JsonObject,
  type Principal,
  type Resource,
  type ResourceTemplate,
  type ToolInfo,
  annotationsOf,
} from "@jackfield/contract";
import type { DeclaredPrompt, DeclaredResource, DeclaredTemplate, DeclaredTool } from "@jackfield/wire";

/** A tool as MCP lists it (2025-11-25 shape). All four hints are always there: clients and directories decide by them. */
export function wireTool(tool: ToolInfo): DeclaredTool {
  if (tool.entry !== undefined) return { ...tool.entry, ...foreignTool(tool, tool.entry) };
  const output = tool.output?.json;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { type: "object", ...tool.input.json },
    // Before 2026-07-28 an output schema had to be an object's.
    ...(output?.["type"] === "object" ? { outputSchema: output } : {}),
    annotations: annotationsOf(tool),
    ...(tool.icons === undefined ? {} : { icons: tool.icons }),
    ...(tool.meta === undefined ? {} : { _meta: tool.meta }),
  };
}

/** What of another server's entry is said anew: hints that it left out have the values that our guards act by. */
function foreignTool(tool: ToolInfo, entry: JsonObject): DeclaredTool {
  const { title, ...hints } = annotationsOf(tool);
  const said = entry["annotations"];
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { type: "object", ...tool.input.json },
    annotations: { title, ...hints, ...(isObject(said) ? said : {}) },
  };
}

/** A resource as MCP lists it. */
export function wireResource(resource: Resource): DeclaredResource {
  const { meta, entry, ...rest } = resource;
  return { ...entry, ...rest, ...(meta === undefined ? {} : { _meta: meta }) };
}

/** A resource template as MCP lists it. */
export function wireTemplate(template: ResourceTemplate): DeclaredTemplate {
  const { entry, ...rest } = template;
  return { ...entry, ...rest };
}

/** A prompt as MCP lists it. Members are named, so that one which carries `get` by mistake does not end on a wire. */
export function wirePrompt(prompt: ReturnType<Host["prompts"]>[number]): DeclaredPrompt {
  const { name, title, description, entry } = prompt;
  return {
    ...entry,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(prompt.arguments === undefined ? {} : { arguments: prompt.arguments }),
  };
}

/** What a host lists to somebody, by the method that asks for it. */
export const lists = {
  "tools/list": {
    member: "tools",
    items: (host: Host, who: Principal): JsonObject[] => host.tools(who).map((tool) => ({ ...wireTool(tool) })),
  },
  "resources/list": {
    member: "resources",
    items: (host: Host, who: Principal): JsonObject[] => host.resources(who).list.map((resource) => ({ ...wireResource(resource) })),
  },
  "resources/templates/list": {
    member: "resourceTemplates",
    items: (host: Host, who: Principal): JsonObject[] => host.resources(who).templates.map((template) => ({ ...wireTemplate(template) })),
  },
  "prompts/list": {
    member: "prompts",
    items: (host: Host, who: Principal): JsonObject[] =>
      host.prompts(who).map((prompt) => ({ ...wirePrompt(prompt), ...argumentsOf(prompt) })),
  },
} as const;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function argumentsOf(prompt: ReturnType<Host["prompts"]>[number]): JsonObject {
  return prompt.arguments === undefined ? {} : { arguments: prompt.arguments.map((argument) => ({ ...argument })) };
}
