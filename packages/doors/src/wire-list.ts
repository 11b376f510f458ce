import {
  type Host,
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

/** A resource as MCP lists it. */
export function wireResource(resource: Resource): DeclaredResource {
  const { meta, ...rest } = resource;
  return { ...rest, ...(meta === undefined ? {} : { _meta: meta }) };
}

/** A resource template as MCP lists it. */
export function wireTemplate(template: ResourceTemplate): DeclaredTemplate {
  return template;
}

/** A prompt as MCP lists it. Members are named, so that one which carries `get` by mistake does not end on a wire. */
export function wirePrompt(prompt: ReturnType<Host["prompts"]>[number]): DeclaredPrompt {
  const { name, title, description } = prompt;
  return {
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

function argumentsOf(prompt: ReturnType<Host["prompts"]>[number]): JsonObject {
  return prompt.arguments === undefined ? {} : { arguments: prompt.arguments.map((argument) => ({ ...argument })) };
}
