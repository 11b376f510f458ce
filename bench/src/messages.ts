/** The workload's JSON-RPC messages, as bytes. */

/** The newest revision with sessions that every peer here speaks. */
export const sessionRevision = "2025-06-18";
/** The first revision without sessions. */
export const statelessRevision = "2026-07-28";

const client = { name: "jackfield-bench", version: "1.0.0" };

export function initializeRequest(id: number, revision: string = sessionRevision): Buffer {
  return encode({ jsonrpc: "2.0", id, method: "initialize", params: { protocolVersion: revision, capabilities: {}, clientInfo: client } });
}

export function initializedNotice(): Buffer {
  return encode({ jsonrpc: "2.0", method: "notifications/initialized" });
}

/** Makes one tools/call after another that differ in the id alone. `stateless` adds the `_meta` of 2026-07-28. */
export function toolCalls(tool: string, args: object, stateless = false): (id: number) => Buffer {
  const meta = {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": statelessRevision,
      "io.modelcontextprotocol/clientInfo": client,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
  const params = JSON.stringify({ name: tool, arguments: args, ...(stateless ? meta : {}) });
  const tail = `,"method":"tools/call","params":${params}}`;
  return (id) => Buffer.from(`{"jsonrpc":"2.0","id":${id}${tail}`);
}

const idMember = /"id"\s*:\s*(\d+)/;

/** The JSON-RPC id near either end of a message, without parsing it: results may hold megabytes between. −1 when there is none. */
export function idOf(message: Buffer): number {
  if (message.length <= 384) return Number(idMember.exec(message.toString("latin1"))?.[1] ?? -1);
  const found = idMember.exec(message.toString("latin1", 0, 288)) ?? idMember.exec(message.toString("latin1", message.length - 96));
  return Number(found?.[1] ?? -1);
}

/** Parses one answer whole. Throws unless it answers `id` with a result whose first text block has `size` characters. */
export function checkEcho(message: Buffer, id: number, size: number): void {
  const answer = asObject(JSON.parse(message.toString()));
  if (answer["id"] !== id) throw new Error(`The answer has id ${String(answer["id"])}, wanted ${id}`);
  if (answer["error"] !== undefined) throw new Error(`JSON-RPC error ${JSON.stringify(answer["error"]).slice(0, 200)}`);
  const result = asObject(answer["result"]);
  if (result["isError"] === true) throw new Error(`Tool error ${JSON.stringify(result).slice(0, 200)}`);
  const content: unknown = result["content"];
  const block = asObject(Array.isArray(content) ? content[0] : undefined);
  const length = typeof block["text"] === "string" ? block["text"].length : -1;
  if (length !== size) throw new Error(`The text has ${length} characters, wanted ${size}`);
}

/** The value as an object to look into; an empty one for everything else. */
export function asObject(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function encode(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
