import { withinDepth } from "@jackfield/wire";

/** A number or text by which whoever asks finds the answer. */
export type RpcId = string | number;

/** What came, as JSON-RPC 2.0 has it. */
export type RpcMessage =
  | { readonly is: "request"; readonly id: RpcId; readonly method: string; readonly params: Fields }
  | { readonly is: "notification"; readonly method: string; readonly params: Fields }
  /** An answer to something that nobody asked here. */
  | { readonly is: "response" };

export type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with a message, and with which code JSON-RPC says so. */
export interface RpcProblem {
  readonly is: "problem";
  readonly code: number;
  readonly message: string;
  /** Of a message that has one. */
  readonly id: RpcId | null;
}

/** Codes of errors: those of JSON-RPC, and the protocol's own. */
export const rpcCodes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  /** The song says no: `data.code` says why, and `data.hint` the next step. */
  refused: -32_001,
  /** Too much at once: `data.retryAfter` in seconds. */
  busy: -32_002,
  /** Before the greeting, or with the wrong token. */
  stranger: -32_003,
  /** The call was cancelled, or its time ran out. */
  cancelled: -32_004,
} as const;

/** Reads one message. Nothing of it is quoted in what is said about it. */
export function readRpc(text: string, levels: number): RpcMessage | RpcProblem {
  const problem = (code: number, message: string, id: RpcId | null = null): RpcProblem => ({ is: "problem", code, message, id });
  if (!withinDepth(new TextEncoder().encode(text), levels))
    return problem(rpcCodes.request, `The message nests deeper than ${levels} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What is wrong with it is the sender's to find: parsers' messages quote what they read.
    return problem(rpcCodes.parse, "The message is not JSON");
  }
  if (!isFields(value)) return problem(rpcCodes.request, "A message is one JSON object; there are no batches");
  const { jsonrpc, id, method, params = {} } = value;
  const known = isId(id) ? id : null;
  if (jsonrpc !== "2.0") return problem(rpcCodes.request, 'A message has "jsonrpc": "2.0"', known);
  if (method === undefined && ("result" in value || "error" in value)) return { is: "response" };
  if (typeof method !== "string" || method.length === 0 || method.length > 64)
    return problem(rpcCodes.request, "A message has a method", known);
  if (!isFields(params)) return problem(rpcCodes.params, "params must be an object", known);
  if (id === undefined) return { is: "notification", method, params };
  return known === null
    ? problem(rpcCodes.request, "id must be text of 1 to 64 characters or a whole number")
    : { is: "request", id: known, method, params };
}

export function rpcResult(id: RpcId, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

export function rpcError(id: RpcId | null, code: number, message: string, data?: Fields): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

export function rpcNotification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

function isId(value: unknown): value is RpcId {
  return Number.isSafeInteger(value) || (typeof value === "string" && value.length >= 1 && value.length <= 64);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
