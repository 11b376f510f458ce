import type { ServerResponse } from "node:http";
import type { Headers, Sink } from "@jackfield/mcp";
import { guardHeaders, streamGuardHeaders } from "./http-answer.ts";
import { Outflow, type OutflowReader } from "./outflow.ts";
import type { Parts } from "./parts.ts";
import type { Peer } from "./peers.ts";

/** Where the core writes the answer of one MCP request: one write where it is whole, and never more unread than the limits allow. */
export class CallerSink implements Sink, OutflowReader {
  readonly hasDeadline = true;
  /** Told when a reader that had to wait takes more. Set once the core waits for it. */
  onDrain: { drained(): void } | undefined;
  readonly #response: ServerResponse;
  readonly #parts: Parts;
  readonly #peer: Peer;
  /** Made only where an answer is not out in one write. */
  #flow: Outflow | undefined;

  constructor(response: ServerResponse, parts: Parts, peer: Peer) {
    this.#response = response;
    this.#parts = parts;
    this.#peer = peer;
  }

  get blocked(): boolean {
    return this.#response.destroyed || (this.#flow?.blocked ?? false);
  }

  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const length = lengthOf(parts);
    const list = [...guardHeaders, ...headers];
    if (status !== 204) list.push("content-length", String(length));
    response.writeHead(status, list);
    if (length <= copiedBytes) response.end(parts.length === 1 ? parts[0] : Buffer.concat(parts, length));
    else {
      // Node hands them to the socket together: no copy of a large one is made.
      for (const part of parts) response.write(part);
      response.end();
    }
    if (response.writableLength > 0) this.#flowing().finished();
  }

  open(status: number, headers: Headers): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, [...streamGuardHeaders, ...withoutCacheControl(headers)]);
    // Some proxies hold even the headers of a silent stream back: they go at once.
    response.flushHeaders();
  }

  write(bytes: Uint8Array): void {
    this.#flowing().write(bytes);
  }

  end(): void {
    this.#flowing().finish();
  }

  abort(): void {
    if (!this.#response.destroyed) this.#peer.cut();
  }

  drained(): void {
    this.onDrain?.drained();
  }

  cut(): void {
    this.#parts.tally.add("stuck");
    this.#peer.cut();
  }

  /** The response is closed. */
  closed(): void {
    this.#flow?.closed();
  }

  #flowing(): Outflow {
    return (this.#flow ??= new Outflow(this.#response, this.#parts.outflows, this));
  }
}

function lengthOf(parts: readonly Uint8Array[]): number {
  let length = 0;
  for (const part of parts) length += part.length;
  return length;
}

/** Answers up to here leave as one buffer. */
const copiedBytes = 65_536;

function withoutCacheControl(headers: Headers): Headers {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at] !== "cache-control") kept.push(headers[at] ?? "", headers[at + 1] ?? "");
  }
  return kept;
}
