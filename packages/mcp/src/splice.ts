import { type Fault, faultWire } from "@jackfield/contract";
import { type Member, type ResultShape, spansOf } from "@jackfield/wire";
import type { Method } from "./methods.ts";
import { joined, jsonBytes, utf8 } from "./json-bytes.ts";
import { type Pieces, cut } from "./pieces.ts";
import type { Description } from "./types.ts";
import { envelopeKeys } from "./head.ts";

/**
 * Building answers around bytes that are never parsed: the client's id and the endpoint's result are copied as they are. Whoever hands in a
 * result has scanned it: one balanced object without the protocol's own keys, or a holder could forge an elicitation.
 */

const beforeId = utf8('{"jsonrpc":"2.0","id":');
const beforeResult = utf8(',"result":');
const nullId = utf8("null");
const closeBrace = utf8("}");
const comma = utf8(",");

/** What comes before a result: `{"jsonrpc":"2.0","id":…,"result":`. */
export function resultPrefix(id: Uint8Array): Uint8Array[] {
  return [beforeId, id, beforeResult];
}

/** A session-era answer: the result as it is. */
export function plainResult(id: Uint8Array, result: Pieces): Uint8Array[] {
  return [beforeId, id, beforeResult, ...result, closeBrace];
}

/**
 * A 2026-07-28 answer: resultType, cache hints and server info spliced in front of the result's own members. `shape` saves a second look at
 * a result that was scanned already; one in several pieces must have it. Undefined when the result is no JSON object, or its _meta is none.
 */
export function completeResult(
  id: Uint8Array,
  result: Pieces,
  description: Description,
  method: Method | undefined,
  shape?: ResultShape,
): Uint8Array[] | undefined {
  const known = shape ?? shapeOf(joined(result));
  if (known === undefined) return undefined;
  const { open, members, meta } = known;
  const head = [beforeId, id, beforeResult, utf8(`{"resultType":"complete"${cacheHints(members, description, method)}`)];
  const info = serverInfo(description);
  if (meta === undefined) {
    const rest = members.length === 0 ? [] : [comma];
    return [...head, utf8(',"_meta":{'), info, closeBrace, ...rest, ...cut(result, open), closeBrace];
  }
  const inside = meta.start + 1;
  return [...head, comma, ...cut(result, open, inside), info, ...(meta.empty ? [] : [comma]), ...cut(result, inside), closeBrace];
}

/** What of a `ResultShape` the splice needs, of a result that nobody has scanned. */
function shapeOf(result: Uint8Array): Pick<ResultShape, "open" | "members" | "meta"> | undefined {
  const spans = spansOf(result);
  if (!spans.ok) return undefined;
  const { members } = spans;
  const meta = members.find((member) => member.name === "_meta");
  if (meta !== undefined && result[meta.start] !== 0x7b) return undefined;
  const open = result.indexOf(0x7b) + 1;
  return { open, members, meta: meta === undefined ? undefined : { ...meta, empty: isEmptyObject(result, meta) } };
}

/** The end of a streamed 2026-07-28 result without a `_meta` of its own, before its last brace. */
export function streamedMeta(description: Description): Uint8Array[] {
  return [utf8(',"_meta":{'), serverInfo(description), closeBrace];
}

/** `input_required` (SEP-2322): what is asked, and the state that the retry must bring back. */
export function inputRequired(id: Uint8Array, inputRequests: object, requestState: string, description: Description): Uint8Array[] {
  const result = jsonBytes({ resultType: "input_required", inputRequests, requestState });
  return [beforeId, id, beforeResult, result.subarray(0, -1), ...streamedMeta(description), closeBrace, closeBrace];
}

/** A JSON-RPC error. The id is null where none could be read (JSON-RPC 2.0 §5). */
export function errorAnswer(id: Uint8Array | undefined, fault: Fault, revision: "session" | "stateless"): Uint8Array[] {
  const facts = faultWire[fault.code];
  const code = revision === "session" && "codeBefore2026" in facts ? facts.codeBefore2026 : facts.code;
  const error = { code, message: faultText(fault), ...(fault.data === undefined ? {} : { data: fault.data }) };
  return [beforeId, id ?? nullId, utf8(`,"error":${JSON.stringify(error)}}`)];
}

/** The result that hands a fault to the model instead of to the client's machinery. */
export function faultResult(fault: Fault): Uint8Array {
  return jsonBytes({ content: [{ type: "text", text: faultText(fault) }], isError: true });
}

/** One line for the reader: what is wrong, then the next step. */
export function faultText(fault: Fault): string {
  return fault.hint === "" ? fault.message : `${fault.message}. ${fault.hint}`;
}

/** The cache hints that 2026-07-28 demands of this method and the result, by its own names, does not give. */
export function cacheHints(own: readonly Pick<Member, "name">[], description: Description, method: Method | undefined): string {
  if (method?.cacheable !== true) return "";
  const says = (name: string): boolean => own.some((member) => member.name === name);
  const ttlMs = says("ttlMs") ? "" : `,"ttlMs":${description.cache?.ttlMs ?? 0}`;
  const scope = says("cacheScope") ? "" : `,"cacheScope":"${description.cache?.scope ?? "private"}"`;
  return ttlMs + scope;
}

/** The member of `_meta` that says whose answer it is. */
export function serverInfo(description: Description): Uint8Array {
  let bytes = infoBytes.get(description.info);
  if (bytes === undefined)
    infoBytes.set(description.info, (bytes = utf8(`"${envelopeKeys.serverInfo}":${JSON.stringify(description.info)}`)));
  return bytes;
}
const infoBytes = new WeakMap<object, Uint8Array>();

function isEmptyObject(bytes: Uint8Array, span: { start: number; end: number }): boolean {
  for (let i = span.start + 1; i < span.end - 1; i++) {
    const byte = bytes[i];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}
