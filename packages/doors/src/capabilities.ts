import type { Host, JsonObject } from "@jackfield/contract";

/** MCP `ServerCapabilities` of a host. Logging is always there: whether anything is logged is the tool's affair. */
export function capabilitiesOf(has: Host["has"]): JsonObject {
  return {
    ...(has.tools ? { tools: { listChanged: true } } : {}),
    ...(has.resources ? { resources: { listChanged: true, subscribe: true } } : {}),
    ...(has.prompts ? { prompts: { listChanged: true } } : {}),
    ...(has.completion ? { completions: {} } : {}),
    logging: {},
  };
}
