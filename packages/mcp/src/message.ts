import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import { type Utf8Port, spansOf } from "@jackfield/wire";
import { parsed, parsedButArguments } from "./parsed.ts";

/** One JSON-RPC message as it came, parsed once, with the spans that are forwarded as they are. */
export type Message =
  | { readonly is: "request"; readonly id: Uint8Array; readonly method: string; readonly params: Uint8Array; readonly value: JsonObject }
  | { readonly is: "notification"; readonly method: string; readonly value: JsonObject }
  | { readonly is: "answer"; readonly id: string; readonly error: boolean; readonly value: Json }
  | { readonly is: "bad"; readonly id: Uint8Array | undefined; readonly fault: Fault };

/** What one body held. */
export type Messages = { readonly batch: boolean; readonly messages: readonly Message[] };

const decoder = new TextDecoder("utf-8", { fatal: true });
const noParams = new TextEncoder().encode("{}");
/** Bytes from which a message's arguments are not parsed before somebody looks at them. */
const largeMessage = 65_536;
const longestId = 200;
const longestMethod = 128;
/** Levels; the scan keeps one byte for each. */
const deepestLookedAt = 100_000;

/**
 * The messages of one body. Throws nothing: a body that is not JSON at all is a Fault; a message of wrong shape is a `bad` message, so that
 * its id can be echoed where it is readable.
 */
export function readMessages(bytes: Uint8Array, depth: number, mostInBatch: number, isUtf8?: Utf8Port): Messages | Fault {
  const first = firstByte(bytes);
  if (first === openBracket) return readBatch(bytes, depth, mostInBatch, isUtf8);
  return { batch: false, messages: [readMessage(bytes, 0, bytes.length, depth, isUtf8)] };
}

function readMessage(bytes: Uint8Array, start: number, end: number, depth: number, isUtf8: Utf8Port | undefined): Message {
  const spans = spansOf(bytes, start, end, depth);
  if (!spans.ok) {
    if (spans.problem === "too_deep")
      return bad(new Fault("too_deep", undefined, { data: { ceiling: "jsonDepth", limit: depth } }), idBelow(bytes, start, end));
    if (spans.problem === "double_key") return bad(new Fault("invalid_request", "The message has a member twice"));
    return bad(new Fault(spans.problem === "not_object" ? "invalid_request" : "parse_error"));
  }
  const value =
    end - start < largeMessage ? parsed(bytes.subarray(start, end)) : parsedButArguments(bytes, start, end, spans.members, isUtf8);
  // Both invalid UTF-8 and invalid JSON end here; neither text is echoed.
  if (value === undefined) return bad(new Fault("parse_error"));
  const idSpan = spans.members.find((member) => member.name === "id");
  const id = idSpan === undefined ? undefined : bytes.subarray(idSpan.start, idSpan.end);
  const idOk = id === undefined || isId(value["id"]);
  const echo = idOk ? id : undefined;
  if (value["jsonrpc"] !== "2.0") return bad(new Fault("invalid_request", 'The message lacks jsonrpc "2.0"'), echo);
  if (!idOk) return bad(new Fault("invalid_request", "The id is neither a string of at most 200 characters nor an integer"));
  const method = value["method"];
  if (method === undefined) return readAnswer(value, echo);
  if (typeof method !== "string" || method.length > longestMethod)
    return bad(new Fault("invalid_request", "The method is not a string"), echo);
  const params = value["params"];
  if (params !== undefined && !isObject(params))
    return bad(new Fault("invalid_params", "params is not an object", { hint: "Send params as an object" }), echo);
  if (id === undefined) return { is: "notification", method, value: params ?? {} };
  const span = spans.members.find((member) => member.name === "params");
  return { is: "request", id, method, params: span === undefined ? noParams : bytes.subarray(span.start, span.end), value: params ?? {} };
}

/** The id of a message that is too deep to be read: without it, whoever sent it on a line waits for an answer that never comes. */
function idBelow(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const spans = spansOf(bytes, start, end, deepestLookedAt);
  const span = spans.ok ? spans.members.find((member) => member.name === "id") : undefined;
  if (span === undefined || span.end - span.start > longestId * 6) return undefined;
  const id = bytes.subarray(span.start, span.end);
  try {
    return isId(JSON.parse(decoder.decode(id)) as Json) ? id : undefined;
  } catch {
    // Not UTF-8: it cannot be echoed.
    return undefined;
  }
}

function readAnswer(value: JsonObject, id: Uint8Array | undefined): Message {
  const ownId = value["id"];
  const hasResult = value["result"] !== undefined;
  const hasError = value["error"] !== undefined;
  if (id === undefined || (typeof ownId !== "string" && typeof ownId !== "number") || hasResult === hasError)
    return bad(new Fault("invalid_request", "The message is neither a request, a notification nor an answer"), id);
  return { is: "answer", id: String(ownId), error: hasError, value: (hasResult ? value["result"] : value["error"]) ?? null };
}

function readBatch(bytes: Uint8Array, depth: number, most: number, isUtf8: Utf8Port | undefined): Messages | Fault {
  const elements = elementsOf(bytes, depth + 1, most);
  if (elements === "too_many") return new Fault("batch_too_long", undefined, { data: { ceiling: "batchMessages", limit: most } });
  if (elements === "too_deep") return new Fault("too_deep", undefined, { data: { ceiling: "jsonDepth", limit: depth } });
  if (elements === undefined) return new Fault("parse_error");
  if (elements.length === 0) return new Fault("invalid_request", "The batch is empty");
  return { batch: true, messages: elements.map(([start, end]) => readMessage(bytes, start, end, depth, isUtf8)) };
}

/** The spans of an array's elements. Only balance is looked at: each element is read strictly afterwards. */
function elementsOf(bytes: Uint8Array, depth: number, most: number): [number, number][] | "too_many" | "too_deep" | undefined {
  const elements: [number, number][] = [];
  let level = 0;
  let start = -1;
  let inString = false;
  let closed = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (inString) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) inString = false;
      continue;
    }
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) continue;
    if (closed) return undefined;
    if (level === 0) {
      if (byte !== openBracket) return undefined;
      level = 1;
      continue;
    }
    if (level === 1 && (byte === 0x2c || byte === 0x5d)) {
      if (start >= 0) {
        if (elements.length === most) return "too_many";
        elements.push([start, i]);
      } else if (byte === 0x2c || elements.length > 0) return undefined;
      start = -1;
      if (byte === 0x5d) {
        level = 0;
        closed = true;
      }
      continue;
    }
    if (start < 0) start = i;
    if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === openBracket) {
      if (++level > depth) return "too_deep";
    } else if (byte === 0x7d || byte === 0x5d) level--;
    if (level < 1) return undefined;
  }
  return closed ? elements : undefined;
}

function bad(fault: Fault, id?: Uint8Array): Message {
  return { is: "bad", id, fault };
}

/** JSON-RPC ids as MCP has them: a string or an integer, never null. */
function isId(value: Json | undefined): boolean {
  return (typeof value === "string" && value.length <= longestId) || (typeof value === "number" && Number.isInteger(value));
}

/** A JSON object, not an array and not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstByte(bytes: Uint8Array): number | undefined {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
  return undefined;
}

const openBracket = 0x5b;
