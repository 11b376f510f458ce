import type { ServerResponse } from "node:http";
import type { Headers, Sink } from "@jackfield/mcp";
import { guardHeaders, streamGuardHeaders } from "./http-answer.ts";
import { Outflow, type Outflows } from "./outflow.ts";

/** Where the core writes the answer of one MCP request: one write where it is whole, and never more unread than the limits allow. */
export class CallerSink implements Sink {
  readonly #response: ServerResponse;
  readonly #flow: Outflow;
  /** Told when a reader that had to wait takes more. Set once the core waits for it. */
  onDrain: (() => void) | undefined;

  constructor(response: ServerResponse, outflows: Outflows, stuck: () => void) {
    this.#response = response;
    this.#flow = new Outflow(response, outflows, { hasDeadline: true, drained: () => this.onDrain?.(), stuck });
  }

  get blocked(): boolean {
    return this.#flow.blocked;
  }

  answer(status: number, headers: Headers, parts: readonly Uint8Array[]): void {
    if (this.#response.headersSent || this.#response.destroyed) return;
    const body = joined(parts);
    this.#response.writeHead(status, [
      ...guardHeaders,
      ...headers,
      ...waits(status),
      ...(status === 204 ? [] : ["content-length", String(body.length)]),
    ]);
    this.#flow.finish(body);
  }

  open(status: number, headers: Headers): void {
    if (this.#response.headersSent || this.#response.destroyed) return;
    this.#response.writeHead(status, [...streamGuardHeaders, ...withoutCacheControl(headers)]);
    // Some proxies hold even the headers of a silent stream back: they go at once.
    this.#response.flushHeaders();
  }

  write(bytes: Uint8Array): void {
    this.#flow.write(bytes);
  }

  end(): void {
    this.#flow.finish();
  }

  abort(): void {
    this.#response.destroy();
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** The core refuses for want of room without naming a time. */
function waits(status: number): Headers {
  return status === 503 || status === 429 ? ["retry-after", "5"] : [];
}

function withoutCacheControl(headers: Headers): Headers {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    if (headers[at] !== "cache-control") kept.push(headers[at] ?? "", headers[at + 1] ?? "");
  return kept;
}
