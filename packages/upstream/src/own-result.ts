import type { Json, JsonObject } from "@jackfield/contract";
import type { Pieces } from "@jackfield/mcp";
import type { Member } from "@jackfield/wire";
import { isObject } from "./incoming.ts";

/** What a server's result says beside the result itself (MCP 2026-07-28 `resultType`), and the bytes that are the client's. */
export interface OwnResult {
  readonly kind: "complete" | "input_required" | "other";
  readonly body: Pieces;
}

/**
 * Takes the protocol's own members out of a result: they belong to the hop that is over, and the door puts its own in. Where there are none, which is
 * what sessions send, the bytes are the same. Nothing but those members and `_meta` is parsed.
 */
export function ownResult(pieces: Pieces, members: readonly Member[]): OwnResult {
  if (!members.some(({ name }) => name === "_meta" || isProtocols(name))) return { kind: "complete", body: pieces };
  const body = joined(pieces);
  const type = valueOf(body, members, "resultType");
  const kind = type === undefined || type === "complete" ? "complete" : type === "input_required" ? "input_required" : "other";
  const meta = valueOf(body, members, "_meta");
  const kept = isObject(meta) ? ownMeta(meta) : undefined;
  const metaHasOurs = isObject(meta) && Object.keys(kept ?? {}).length < Object.keys(meta).length;
  if (!metaHasOurs && !members.some(({ name }) => isProtocols(name))) return { kind, body: pieces };
  const own: Uint8Array[] = [];
  for (const { name, start, end } of members) {
    const isCut = name === "_meta" && metaHasOurs;
    if (isProtocols(name) || (isCut && Object.keys(kept ?? {}).length === 0)) continue;
    own.push(encode(`${own.length === 0 ? "{" : ","}${JSON.stringify(name)}:`));
    own.push(isCut ? encode(JSON.stringify(kept)) : body.subarray(start, end));
  }
  own.push(encode(own.length === 0 ? "{}" : "}"));
  return { kind, body: [Buffer.concat(own)] };
}

/** A result in one piece, for whoever looks into it. */
export function joined(pieces: Pieces): Uint8Array {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
}

/** One member's value, parsed. The bytes were scanned. */
export function valueOf(body: Uint8Array, members: readonly Member[], name: string): Json | undefined {
  const member = members.find((each) => each.name === name);
  if (member === undefined) return undefined;
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset + member.start, member.end - member.start).toString("utf8")) as Json;
}

function isProtocols(name: string): boolean {
  return name === "resultType" || name === "inputRequests" || name === "requestState" || name.startsWith("task");
}

function ownMeta(meta: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => !name.startsWith("io.modelcontextprotocol/")));
}

function encode(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}
