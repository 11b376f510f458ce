import type { Json, JsonObject } from "@jackfield/contract";
import { objectAt } from "./answer.ts";

/** Revisions that open with initialize, newest first. */
export const sessionRevisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
/** The revision without sessions. */
export const statelessRevision = "2026-07-28";
/** A date that no revision has. */
export const unknownRevision = "2099-01-01";

const self = { name: "jackfield-doctor", version: "1" };

/** The parameters of initialize, as a client of this revision that can do nothing sends them. */
export function initializeParams(revision: string): JsonObject {
  return { protocolVersion: revision, capabilities: {}, clientInfo: self };
}

/** What every request of 2026-07-28 carries. */
export function statelessMeta(revision: string = statelessRevision): JsonObject {
  return {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": self,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
}

export function request(id: Json, method: string, params?: JsonObject): JsonObject {
  return params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params };
}

export function notification(method: string, params?: JsonObject): JsonObject {
  return params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params };
}

/** A request of 2026-07-28, and the headers that mirror it. */
export function statelessRequest(
  id: Json,
  method: string,
  params: JsonObject = {},
): { message: JsonObject; headers: Record<string, string> } {
  const own = objectAt(params, "_meta") ?? {};
  const name =
    method === "tools/call" || method === "prompts/get" ? params["name"] : method === "resources/read" ? params["uri"] : undefined;
  return {
    message: request(id, method, { ...params, _meta: { ...statelessMeta(), ...own } }),
    headers: {
      "mcp-protocol-version": statelessRevision,
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": headerValue(name) } : {}),
    },
  };
}

/** A value as a header may carry it: what is not plain ASCII goes as base64 in the sentinel of 2026-07-28. */
function headerValue(text: string): string {
  const isPlain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith("=?");
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
