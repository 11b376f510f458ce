import { type JsonObject, annotationsOf } from "@jackfield/contract";
import { tabInstructions } from "./guides/tab-instructions.ts";
import { resourceList, resourceTemplates } from "../toolset/studio-resources.ts";
import { promptList } from "./prompts.ts";
import { mostWaitSeconds } from "./run-studio-tool.ts";
import type { StudioTool } from "./studio-tool.ts";
import { pageTools } from "./studio-tools.ts";

/** Milliseconds that a relay gives a tool whose catalog says nothing. */
const usualTimeout = 30_000;

/**
 * What a page of the studio offers, as a relay with a fixed catalog lists it (docs/protocol.md §6): whether a page is there or not, and whatever
 * a page says of itself.
 */
export function tabCatalog(version: string): JsonObject {
  const slow = pageTools.filter(({ timeoutMs = usualTimeout }) => timeoutMs !== usualTimeout);
  const waiting = pageTools.filter(({ waits }) => waits === true);
  if (mostWaitSeconds * 1_000 > Math.min(...waiting.map(({ timeoutMs = usualTimeout }) => timeoutMs)))
    throw new Error("A tool waits for longer than its call may take");
  return {
    info: { name: "studio", title: "Studio", version },
    instructions: tabInstructions,
    tools: pageTools.map(listed),
    prompts: promptList.map((prompt) => ({ ...prompt })),
    resources: {
      list: resourceList.map(({ uri, name, title = name, description = title, mimeType = "text/plain" }) => ({
        uri,
        name,
        title,
        description,
        mimeType,
      })),
      templates: resourceTemplates.map(({ uriTemplate, name, title = name, description = title, mimeType = "text/plain" }) => ({
        uriTemplate,
        name,
        title,
        description,
        mimeType,
      })),
      subscribe: true,
    },
    timeouts: Object.fromEntries(slow.map(({ name, timeoutMs = usualTimeout }) => [name, timeoutMs])),
    waits: waiting.map(({ name }) => name),
  };
}

function listed(tool: StudioTool): JsonObject {
  const { name, title, description, input } = tool;
  return { name, title, description, inputSchema: input as unknown as JsonObject, annotations: { ...annotationsOf(tool) } };
}
