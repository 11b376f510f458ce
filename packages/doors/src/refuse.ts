import type { IncomingMessage, ServerResponse } from "node:http";
import { type Fault, faults } from "@jackfield/contract";

/** Body bytes of a refused request that are read and dropped so that the peer sees the answer before the connection closes. */
const drainBytes = 262_144;
const drainMs = 1_000;

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
  const facts = faults[fault.code];
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
  let left = drainBytes;
  const done = (): void => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(done, drainMs);
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left <= 0) {
      request.pause();
      done();
    }
  });
  request.once("end", done);
  request.once("close", () => clearTimeout(timer));
  request.once("error", () => clearTimeout(timer));
}
