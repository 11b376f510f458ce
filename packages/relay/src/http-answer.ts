import type { IncomingMessage } from "node:http";
import { Fault, faultWire } from "@jackfield/contract";
import { retryAfter } from "@jackfield/mcp";

/** Headers as a flat list: name, value, name, value. */
export type HeaderList = readonly string[];

/** What every answer of the relay carries: nothing is kept, sniffed, referred to or run. */
export const guardHeaders: HeaderList = [
  "cache-control",
  "no-store",
  "x-content-type-options",
  "nosniff",
  "referrer-policy",
  "no-referrer",
  "content-security-policy",
  "default-src 'none'",
];

/** The same for streams: proxies must neither keep, change nor hold them back. */
export const streamGuardHeaders: HeaderList = ["cache-control", "no-store, no-transform", ...guardHeaders.slice(2)];

/** Whom an answer is written to: a response, or a request that another process carried here. */
export interface AnswerTo {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  writeHead(status: number, headers: string[]): unknown;
  end(body?: string | Uint8Array): unknown;
}

/** The whole answer in one write. Does nothing when the peer is gone or has been answered. */
export function answer(response: AnswerTo, status: number, headers: HeaderList, body: string | Uint8Array = ""): void {
  if (response.headersSent || response.destroyed) return;
  // RFC 9110 §8.6: a 204 has no content-length.
  if (status === 204) return answerEmpty(response, headers);
  response.writeHead(status, [...guardHeaders, ...headers, "content-length", String(Buffer.byteLength(body))]);
  // A text leaves in one piece with its head; bytes would be a second one.
  response.end(body);
}

/** 204. */
export function answerEmpty(response: AnswerTo, headers: HeaderList): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(204, headers.length === 0 ? guardList : [...guardHeaders, ...headers]);
  response.end();
}

/** How a fault looks to a holder: a status of its own, and the error as docs/protocol.md §2 has it. */
export function refuseHolder(response: AnswerTo, fault: Fault, headers: HeaderList = []): void {
  const { code, message, hint, data } = fault;
  const body = JSON.stringify({ error: { code, message, hint, ...(data === undefined ? {} : { data }) } });
  const status = faultWire[code].http === 200 ? 400 : faultWire[code].http;
  answer(response, status, ["content-type", "application/json", ...retryAfter(fault), ...headers], body);
}

/** 204, or why not. */
export function answerHolder(response: AnswerTo, fault: Fault | undefined, headers: HeaderList = []): void {
  if (fault === undefined) answerEmpty(response, headers);
  else refuseHolder(response, fault, headers);
}

/** What a holder is told on a link that is not known here. */
export function notHeldHere(): Fault {
  return new Fault("not_found", "Nobody holds this link here", { hint: "Say hello first" });
}

/** How a fault looks to an MCP client before its message is read: a JSON-RPC error without an id. */
export function refuseClient(response: AnswerTo, fault: Fault, headers: HeaderList = []): void {
  const { code, http } = faultWire[fault.code];
  const error = { code, message: `${fault.message}. ${fault.hint}`, ...(fault.data === undefined ? {} : { data: fault.data }) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
  answer(response, http, ["content-type", "application/json", ...retryAfter(fault), ...headers], body);
}

/** One header's value; several joined as RFC 9110 §5.3 has it. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** node:http takes no readonly list, and leaves it as it is. */
const guardList = [...guardHeaders];
