import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault, faults } from "@jackfield/contract";
import { retryAfter } from "../retry-after.ts";
import type { Core, Endpoint, Exchange, Headers, Sessions } from "../types.ts";
import { type Connection, Connections } from "./connections.ts";
import { type ByteBudget, readBody } from "./read-body.ts";
import { ResponseSink, type SinkLimits } from "./response-sink.ts";

export interface PumpLimits extends SinkLimits {
  readonly messageBytes: number;
  readonly takeMs: number;
  /** Requests of one connection that are not answered yet. */
  readonly pipelined: number;
}

export interface PumpOptions {
  readonly core: Core;
  readonly limits: PumpLimits;
  /** Headers of every answer but cache-control, content-type and content-length, which are the pump's. */
  readonly headers: Headers;
  readonly budget?: ByteBudget;
  /** A peer that did not read was cut. */
  readonly onCut?: () => void;
}

interface Open {
  readonly connection: Connection;
  readonly sink: ResponseSink;
  exchange: Exchange | undefined;
  /** Since when the peer has always had something unread. */
  behindSince: number | undefined;
}

/**
 * Streamable HTTP over node:http: reads the body, lets the core answer, and minds the socket. It listens to nothing itself and checks neither
 * Host, Origin nor token: the door does, before it hands a request in.
 */
export class HttpPump {
  readonly #options: PumpOptions;
  readonly #open: Set<Open> = new Set();
  readonly #connections: Connections = new Connections();

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  /** Serves one request of an MCP endpoint. */
  handle(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint, sessions: Sessions): void {
    const { core, limits, headers, budget } = this.#options;
    const connection = this.#connections.of(request.socket);
    if (connection.size >= limits.pipelined) return this.#cut(connection);
    const sink = new ResponseSink(response, headers, limits, () => this.#cut(connection));
    const open: Open = { connection, sink, exchange: undefined, behindSince: undefined };
    let held = 0;
    const leave = connection.enter(() => {
      this.#open.delete(open);
      if (held > 0) budget?.give(held);
      // After a normal end nothing is cancelled: the exchange is over and does nothing.
      open.exchange?.dropped();
    });
    response.once("close", leave);
    const head = { method: request.method ?? "", header: (name: string) => headerOf(request, name) };
    const start = (body: Uint8Array): void => {
      open.exchange = core.http(head, body, endpoint, sessions, sink);
      this.#watch(open, response);
    };
    if (head.method !== "POST") {
      request.resume();
      start(noBody);
      return;
    }
    readBody(request, limits.messageBytes, budget, (body) => {
      if (Fault.is(body)) return this.refuse(response, body);
      held = body.length;
      start(body);
    });
  }

  /** Answers a request that is refused before the core sees it, with a JSON-RPC error body. Closes the connection where the body is not read. */
  refuse(response: ServerResponse, fault: Fault, extra: Headers = []): void {
    if (response.headersSent || response.destroyed) return;
    const facts = faults[fault.code];
    const body = Buffer.from(
      JSON.stringify({
        jsonrpc: "2.0",
        id: null,
        error: { code: facts.code, message: `${fault.message}. ${fault.hint}`, ...(fault.data === undefined ? {} : { data: fault.data }) },
      }),
    );
    const unread = !response.req.readableEnded && response.req.headers["content-length"] !== "0" && response.req.method === "POST";
    response.writeHead(facts.http, [
      ...this.#options.headers,
      "cache-control",
      "no-store",
      "content-type",
      "application/json",
      "content-length",
      String(body.length),
      ...retryAfter(fault),
      ...(unread ? ["connection", "close"] : []),
      ...extra,
    ]);
    response.end(body);
  }

  /** Cuts peers that stay behind: an answer must be taken within `takeMs`, however slowly it is read. Once a second is enough. */
  tick(now: number): void {
    for (const open of this.#open) {
      if (open.sink.unread === 0) {
        open.behindSince = undefined;
        continue;
      }
      open.behindSince ??= now;
      if (now - open.behindSince < this.#options.limits.takeMs) continue;
      this.#cut(open.connection);
    }
  }

  /** Answers that peers have not wholly taken. */
  get size(): number {
    return this.#open.size;
  }

  /** Minds an answer that was not taken in one go. */
  #watch(open: Open, response: ServerResponse): void {
    if (response.writableEnded && response.writableLength === 0) return;
    this.#open.add(open);
    response.on("drain", () => {
      open.sink.drained();
      open.exchange?.drained();
    });
  }

  #cut(connection: Connection): void {
    this.#options.onCut?.();
    connection.cut();
  }
}

const noBody = new Uint8Array(0);

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
