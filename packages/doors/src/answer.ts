import {
  type Caller,
  type ContentOptions,
  type Json,
  type JsonObject,
  type Host,
  type Passthrough,
  type Soon,
  Fault,
  faultOf,
  isPassthrough,
  resultOf,
  soon,
  parsedOutcome,
} from "@jackfield/contract";
import { ownArguments } from "@jackfield/mcp";
import { spansOf } from "@jackfield/wire";
import { lists } from "./wire-list.ts";
import { pageOf } from "./page.ts";

/** One MCP request, whatever transport brought it. */
export interface HostRequest {
  readonly method: string;
  /** The client's own bytes of `params`: one JSON object, its depth checked. */
  readonly params: Uint8Array;
  /** The same, parsed. */
  readonly value: JsonObject;
}

export interface AnswerOptions {
  readonly pageItems: number;
  readonly completions: number;
  readonly content?: ContentOptions;
}

/**
 * Answers a request from a host: the MCP result. Throws or rejects with Fault for everything that is a protocol error, and nothing else. What a tool
 * does wrong is a result: models read results, clients read errors.
 */
export function answer(host: Host, request: HostRequest, caller: Caller, options: AnswerOptions): Soon<JsonObject | Passthrough> {
  switch (request.method) {
    case "tools/call":
      return callTool(host, request, caller, options);
    case "tools/list":
    case "resources/list":
    case "resources/templates/list":
    case "prompts/list":
      return listPage(host, request.method, request.value, caller, options.pageItems);
    case "resources/read":
      return readResource(host, request.value, caller);
    case "prompts/get":
      return getPrompt(host, request.value, caller);
    case "completion/complete":
      return complete(host, request.value, caller, options.completions);
    default:
      throw new Fault("method_unknown");
  }
}

function listPage(host: Host, method: keyof typeof lists, value: JsonObject, caller: Caller, pageItems: number): JsonObject {
  const list = lists[method];
  return pageOf(method, list.member, list.items(host, caller.principal), value["cursor"], pageItems);
}

async function getPrompt(host: Host, value: JsonObject, caller: Caller): Promise<JsonObject | Passthrough> {
  const prompt = await host.prompt(textOf(value, "name"), textMapOf(value["arguments"], "arguments"), caller);
  return isPassthrough(prompt) ? prompt : { ...prompt };
}

function callTool(host: Host, request: HostRequest, caller: Caller, options: AnswerOptions): Soon<JsonObject | Passthrough> {
  const tool = textOf(request.value, "name");
  // Some clients write null for none.
  const given = request.value["arguments"] ?? undefined;
  const input = given ?? {};
  if (!isObject(input)) throw new Fault("invalid_params", "arguments is not an object", { hint: "Send arguments as an object" });
  const raw = (): Uint8Array => (given === undefined ? noArguments : argumentBytes(request.params));
  return soon(host.call({ caller, tool, input, raw }), (outcome) => {
    const fault = faultOf(outcome);
    if (fault !== undefined) throw fault;
    // A notice has to go into the result: that one is parsed.
    if (outcome.is === "passthrough" && options.content?.notice === undefined) return outcome;
    // Only of a tool's own value must be known what the tool says of it.
    const info = outcome.is === "done" ? host.tool(tool, caller.principal) : undefined;
    return resultOf(parsedOutcome(outcome), info ?? {}, options.content);
  });
}

async function readResource(host: Host, value: JsonObject, caller: Caller): Promise<JsonObject | Passthrough> {
  const uri = textOf(value, "uri");
  try {
    const read = await host.read(uri, caller);
    return isPassthrough(read) ? read : { contents: read.map((one) => ({ ...one })) };
  } catch (thrown) {
    const fault = Fault.from(thrown);
    // SEP-2164: the error names the resource that was not found.
    if (fault.code !== "resource_unknown" || fault.data?.["uri"] !== undefined) throw fault;
    throw new Fault("resource_unknown", fault.message, { hint: fault.hint, data: { ...fault.data, uri }, cause: fault });
  }
}

async function complete(host: Host, value: JsonObject, caller: Caller, most: number): Promise<JsonObject> {
  const ref = objectOf(value, "ref");
  const argument = objectOf(value, "argument");
  const context = value["context"] === undefined ? {} : textMapOf(objectOf(value, "context")["arguments"], "context.arguments");
  const target = readReference(ref);
  const found = await host.complete(target, { name: textOf(argument, "name"), value: textOf(argument, "value") }, context, caller);
  const values = found.values.slice(0, most);
  const more = found.hasMore ?? values.length < found.values.length;
  return { completion: { values, total: found.total ?? found.values.length, hasMore: more } };
}

function readReference(ref: JsonObject): Parameters<Host["complete"]>[0] {
  if (ref["type"] === "ref/prompt") return { type: "ref/prompt", name: textOf(ref, "name") };
  if (ref["type"] === "ref/resource") return { type: "ref/resource", uri: textOf(ref, "uri") };
  throw new Fault("invalid_params", "ref.type is neither ref/prompt nor ref/resource");
}

/** The arguments as the caller wrote them: approvals bind to these bytes, and parsing turns 1e400 into null. */
function argumentBytes(params: Uint8Array): Uint8Array {
  const quick = ownArguments(params, 0, params.length);
  if (quick !== undefined) return trimmed(params, quick.start, quick.end);
  const spans = spansOf(params);
  const span = spans.ok ? spans.members.find((member) => member.name === "arguments") : undefined;
  return span === undefined ? noArguments : params.subarray(span.start, span.end);
}

/** Without the white space around the value. */
function trimmed(bytes: Uint8Array, start: number, end: number): Uint8Array {
  let [from, to] = [start, end];
  while (from < to && isSpace(bytes[from])) from++;
  while (to > from && isSpace(bytes[to - 1])) to--;
  return bytes.subarray(from, to);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function textOf(object: JsonObject, member: string): string {
  const value = object[member];
  if (typeof value !== "string") throw new Fault("invalid_params", `${member} is not a string`);
  return value;
}

function objectOf(object: JsonObject, member: string): JsonObject {
  const value = object[member];
  if (!isObject(value)) throw new Fault("invalid_params", `${member} is not an object`);
  return value;
}

function textMapOf(value: Json | undefined, where: string): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  if (!isObject(value)) throw new Fault("invalid_params", `${where} is not an object`);
  const entries = Object.entries(value).map(([name, text]): [string, string] => {
    if (typeof text !== "string") throw new Fault("invalid_params", `${where} holds a value that is not a string`);
    return [name, text];
  });
  return Object.fromEntries(entries);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const noArguments = new TextEncoder().encode("{}");
