import { isUtf8 } from "node:buffer";
import { type Pieces, cut } from "@jackfield/mcp";
import type { Json, JsonObject } from "@jackfield/contract";

export type { Json } from "@jackfield/contract";
import { type Member, ResultScan, spansOf } from "@jackfield/wire";

/** One message of an upstream server. A result's bytes are scanned and not parsed: they go on to the client as they are. */
export type Incoming =
  | { readonly is: "result"; readonly number: number; readonly body: Pieces; readonly members: readonly Member[] }
  | { readonly is: "error"; readonly number: number | undefined; readonly error: RpcError }
  | { readonly is: "request"; readonly id: Json; readonly method: string; readonly params: JsonObject }
  | { readonly is: "notification"; readonly method: string; readonly params: JsonObject }
  | { readonly is: "bad"; readonly why: string };

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: Json | undefined;
}

/**
 * Reads one message. Servers write the members of an answer in one of two orders (`jsonrpc, id, result` or `result, jsonrpc, id`): of those only
 * the envelope is read, and the result is scanned once. Anything else is read member by member. Offsets of `members` count from the body's
 * first byte.
 */
export function readIncoming(message: Pieces): Incoming {
  return quickResult(message) ?? readCarefully(message.length === 1 && message[0] !== undefined ? message[0] : Buffer.concat(message));
}

/** An answer whose envelope is as most servers write it. Undefined: nothing has been decided, read it carefully. */
function quickResult(message: Pieces): Incoming | undefined {
  const [beginning = nothing, ...more] = message;
  // `first` ends inside the head, so whatever it matches is ASCII.
  const head = latin1(beginning, 0, headBytes);
  const first = idFirst.exec(head);
  const start = first === null ? (head.startsWith(resultFirst) ? resultFirst.length - 1 : 0) : first[0].length - 1;
  if (start === 0) return undefined;
  const scan = new ResultScan({ isUtf8, stopsWhenDone: true, anyNames: true });
  scan.feed(beginning, start);
  for (const piece of more) if (!scan.done) scan.feed(piece);
  const shape = scan.finish();
  if (!shape.ok) return undefined;
  const end = start + shape.close + 1;
  const tail = more.length === 0 ? latin1(beginning, end, end + headBytes) : endOf(message, end);
  const number = first === null ? idLast.exec(tail)?.[1] : ending.test(tail) ? first[1] : undefined;
  return number === undefined
    ? undefined
    : { is: "result", number: Number(number), body: cut(message, start, end), members: shape.members };
}

/** What comes after the result, of which a few bytes are enough. */
function endOf(message: Pieces, from: number): string {
  const whole = Buffer.concat(cut(message, from, from + headBytes));
  return latin1(whole, 0, whole.length);
}

const idFirst = /^\{(?:"jsonrpc":"2\.0",)?"id":(\d{1,15}),(?:"jsonrpc":"2\.0",)?"result":\{/;
const resultFirst = '{"result":{';
const idLast = /^,(?:"jsonrpc":"2\.0",)?"id":(\d{1,15})(?:,"jsonrpc":"2\.0")?\}\s*$/;
const idAtEnd = /\},(?:"jsonrpc":"2\.0",)?"id":(\d{1,15})(?:,"jsonrpc":"2\.0")?\}\s*$/;
const ending = /^\}\s*$/;
const headBytes = 64;
const nothing = new Uint8Array(0);

function readCarefully(bytes: Uint8Array): Incoming {
  const spans = spansOf(bytes, 0, bytes.length, messageDepth);
  if (!spans.ok || !isUtf8(bytes)) return { is: "bad", why: spans.ok ? "it is not UTF-8" : "it is not one JSON object" };
  const members = new Map(spans.members.map((member) => [member.name, member]));
  const valueOf = (name: string): Json | undefined => {
    const member = members.get(name);
    return member === undefined ? undefined : (JSON.parse(text(bytes, member.start, member.end)) as Json);
  };
  const id = valueOf("id");
  const method = valueOf("method");
  if (typeof method === "string") {
    const given = valueOf("params") ?? {};
    const params = isObject(given) ? given : {};
    if (id === undefined) return { is: "notification", method, params };
    return typeof id === "string" || typeof id === "number"
      ? { is: "request", id, method, params }
      : { is: "bad", why: "its id is neither text nor a number" };
  }
  const number = ourNumber(id);
  const error = valueOf("error");
  if (isObject(error)) return { is: "error", number, error: readError(error) };
  const result = members.get("result");
  if (result === undefined || number === undefined)
    return { is: "bad", why: "it is neither a request, a notification nor an answer to one of ours" };
  const body = bytes.subarray(result.start, result.end);
  const inside = spansOf(body);
  return inside.ok
    ? { is: "result", number, body: [body], members: inside.members }
    : { is: "error", number, error: { code: -32603, message: "The result is not an object", data: undefined } };
}

/** A number of ours, in a message that answers or tells of a request: some servers send it back as text. */
export function ourNumber(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Whose answer a message was of which only the two ends are known: most servers write the id first or last. */
export function numberAtEnds(head: Uint8Array, tail: Uint8Array): number | undefined {
  const found = idFirst.exec(latin1(head, 0, head.length)) ?? idAtEnd.exec(latin1(tail, 0, tail.length));
  return found === null ? undefined : Number(found[1]);
}

function readError({ code, message, data }: JsonObject): RpcError {
  return {
    code: typeof code === "number" ? code : -32603,
    message: typeof message === "string" ? message : "The server gave no reason",
    data,
  };
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1", from, Math.min(to, bytes.length));
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8", from, to);
}

/** Levels of a message: those of a result, and the envelope. */
const messageDepth = 65;
