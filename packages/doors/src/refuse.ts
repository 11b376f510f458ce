import type { IncomingMessage, ServerResponse } from "node:http";
import { type Fault, faultWire } from "@jackfield/contract";
import { endOnceRead } from "@jackfield/mcp/node";

/** What still comes of a refused request's body is read and dropped for so long. */
const lingerMs = 2_000;

/**
 * Answers a request that will not be served, with the fault's HTTP status and a JSON-RPC error. The connection is closed afterwards, but not before
 * the peer could read the answer: closing with unread bytes in the socket makes the kernel reset it.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
  headers: Readonly<Record<string, string>> = {},
): void {
  const facts = faultWire[fault.code];
  const error = { code: facts.code, message: `${fault.message}. ${fault.hint}`, ...(fault.data === undefined ? {} : { data: fault.data }) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
  response.writeHead(facts.http, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
    ...(fault.code === "unauthorized" ? { "www-authenticate": "Bearer" } : {}),
    ...headers,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  response.write(body);
  endOnceRead(request, response, lingerMs);
}
