import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import { isObject } from "./message.ts";
import { methods } from "./methods.ts";
import { isStateless, revisions, statelessRevisions } from "./revisions.ts";
import type { Head } from "./types.ts";

/** What kinds of answer a client takes. */
export interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
}

/** Reads an Accept header. None at all means anything (RFC 9110 §12.5.1). */
export function readAccept(value: string | undefined): Accepts {
  if (value === undefined) return { json: true, stream: true };
  const known = acceptCache.get(value);
  if (known !== undefined) return known;
  const accepts = { json: false, stream: false };
  for (const part of value.split(",")) {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) continue;
    if (type === "*/*" || type === "application/*" || type === "application/json") accepts.json = true;
    if (type === "*/*" || type === "text/*" || type === "text/event-stream") accepts.stream = true;
  }
  if (acceptCache.size < 64) acceptCache.set(value, accepts);
  return accepts;
}
const acceptCache = new Map<string, Accepts>();

/** True when a Content-Type header names JSON, whatever its parameters. */
export function isJsonType(value: string | undefined): boolean {
  return value !== undefined && (value === "application/json" || /^application\/json\s*(;|$)/i.test(value.trim()));
}

/** The envelope of a 2026-07-28 request. */
export interface Envelope {
  readonly revision: string;
  readonly capabilities: JsonObject;
  readonly info: Json | undefined;
  readonly logLevel: Json | undefined;
}

export const envelopeKeys = {
  revision: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  info: "io.modelcontextprotocol/clientInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscription: "io.modelcontextprotocol/subscriptionId",
} as const;

/** True when a message claims a revision for itself: the sign of a stateless client, whatever else is wrong with it. */
export function claimsEnvelope(params: JsonObject): boolean {
  const meta = params["_meta"];
  return isObject(meta) && meta[envelopeKeys.revision] !== undefined;
}

/** The envelope, or the Fault that its absence or shape is (MCP 2026-07-28, transports, "Protocol version header"). `header` is the version header: undefined on stdio. */
export function readEnvelope(params: JsonObject, header: string | undefined): Envelope | Fault {
  const meta = params["_meta"];
  if (!isObject(meta)) return new Fault("envelope_invalid", "The request has no _meta");
  const revision = meta[envelopeKeys.revision];
  if (typeof revision !== "string") return new Fault("envelope_invalid", `The request's _meta lacks ${envelopeKeys.revision}`);
  if (header !== undefined && header !== revision)
    return new Fault("header_mismatch", "MCP-Protocol-Version differs from the request's _meta");
  const capabilities = meta[envelopeKeys.capabilities];
  if (!isObject(capabilities)) return new Fault("envelope_invalid", `The request's _meta lacks ${envelopeKeys.capabilities}`);
  if (!isStateless(revision))
    return new Fault("version_unsupported", undefined, { data: { supported: statelessRevisions, requested: revision.slice(0, 64) } });
  return { revision, capabilities, info: meta[envelopeKeys.info], logLevel: meta[envelopeKeys.logLevel] };
}

/** The headers a 2026-07-28 request must carry, each equal to what the body says. */
export function checkStatelessHeaders(head: Head, method: string, params: JsonObject): Fault | undefined {
  if (head.header("mcp-protocol-version") === undefined) return new Fault("header_mismatch", "MCP-Protocol-Version is missing");
  const methodHeader = head.header("mcp-method");
  if (methodHeader === undefined) return new Fault("header_mismatch", "Mcp-Method is missing");
  if (methodHeader.trim() !== method) return new Fault("header_mismatch", "Mcp-Method differs from the body's method");
  const named = Object.hasOwn(methods, method) ? methods[method]?.named : undefined;
  if (named === undefined) return undefined;
  const nameHeader = head.header("mcp-name");
  if (nameHeader === undefined) return new Fault("header_mismatch", "Mcp-Name is missing");
  const decoded = decodeHeader(nameHeader);
  if (decoded === undefined) return new Fault("header_mismatch", "Mcp-Name is not valid base64 of UTF-8");
  if (decoded !== params[named]) return new Fault("header_mismatch", `Mcp-Name differs from params.${named}`);
  return undefined;
}

/** One argument that a client must repeat in a header: `x-mcp-header` in a tool's schema. */
export interface ParamHeader {
  /** `mcp-param-…`, lower case. */
  readonly header: string;
  /** Member names from the arguments down. */
  readonly path: readonly string[];
}

/** The arguments of a tool that must be repeated in headers (MCP 2026-07-28: only along chains of `properties`). */
export function paramHeadersOf(schema: JsonObject, path: readonly string[] = []): readonly ParamHeader[] {
  const properties = schema["properties"];
  if (!isObject(properties) || path.length > 16) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const header = property["x-mcp-header"];
    const own =
      typeof header === "string" && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header)
        ? [{ header: `mcp-param-${header.toLowerCase()}`, path: [...path, name] }]
        : [];
    return [...own, ...paramHeadersOf(property, [...path, name])];
  });
}

/** Every declared argument header must be there exactly when the argument is, and say the same. */
export function checkParamHeaders(head: Head, headers: readonly ParamHeader[], params: JsonObject): Fault | undefined {
  for (const { header, path } of headers) {
    let value: Json | undefined = params["arguments"];
    for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    const sent = head.header(header);
    if (value === undefined || value === null) {
      if (sent !== undefined) return new Fault("header_mismatch", `${header} names an argument that the body does not have`);
      continue;
    }
    if (sent === undefined) return new Fault("header_mismatch", `${header} is missing`);
    const decoded = decodeHeader(sent);
    if (decoded === undefined || !sameAsHeader(decoded, value)) return new Fault("header_mismatch", `${header} differs from the argument`);
  }
  return undefined;
}

function sameAsHeader(header: string, value: Json): boolean {
  // Integers are compared as numbers: 42 and 42.0 are one integer in JSON.
  if (typeof value === "number") return /^-?\d+(\.0+)?$/.test(header) && Number(header) === value;
  return typeof value === "object" ? false : header === String(value);
}

/** A header value as text: plain ASCII, or `=?base64?…?=` of UTF-8. Undefined when the sentinel's inside is not that. */
export function decodeHeader(value: string): string | undefined {
  const text = value.trim();
  if (!text.startsWith("=?base64?") || !text.endsWith("?=")) return text;
  const inside = text.slice(9, -2);
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(inside)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(inside), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The version header of a session request: one of the session revisions, or none at all (assume 2025-03-26, transports §2.6). */
export function checkSessionVersion(header: string | undefined): Fault | undefined {
  if (header === undefined || revisions[header.trim()]?.era === "session") return undefined;
  return new Fault("version_header", undefined, { data: { supported: Object.keys(revisions) } });
}
