import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault, faults } from "@jackfield/contract";
import type { Core, Endpoint, Exchange, Headers, Sessions } from "../types.ts";
import { type ByteBudget, readBody } from "./read-body.ts";
import { ResponseSink, type SinkLimits } from "./response-sink.ts";

export interface PumpLimits extends SinkLimits {
  readonly messageBytes: number;
  readonly takeMs: number;
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
  readonly response: ServerResponse;
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

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  /** Serves one request of an MCP endpoint. */
  handle(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint, sessions: Sessions): void {
    const { core, limits, headers, budget } = this.#options;
    const sink = new ResponseSink(response, headers, limits, () => this.#options.onCut?.());
    const head = { method: request.method ?? "", header: (name: string) => headerOf(request, name) };
    if (head.method !== "POST") {
      request.resume();
      this.#watch(response, sink, core.http(head, noBody, endpoint, sessions, sink), 0);
      return;
    }
    readBody(request, limits.messageBytes, budget, (body) => {
      if (Fault.is(body)) return this.refuse(response, body);
      this.#watch(response, sink, core.http(head, body, endpoint, sessions, sink), body.length);
    });
  }

  /** Answers a request that is refused before the core sees it, with a JSON-RPC error body. Closes the connection where the body is not read. */
  refuse(response: ServerResponse, fault: Fault, extra: Headers = []): void {
    if (response.headersSent || response.destroyed) return;
    const facts = faults[fault.code];
    const retryAfter = fault.data?.["retryAfter"];
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
      ...(typeof retryAfter === "number" ? ["retry-after", String(retryAfter)] : []),
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
      this.#options.onCut?.();
      open.response.destroy();
    }
  }

  /** Answers that peers have not wholly taken. */
  get size(): number {
    return this.#open.size;
  }

  #watch(response: ServerResponse, sink: ResponseSink, exchange: Exchange | undefined, bodyBytes: number): void {
    const { budget } = this.#options;
    if (response.writableFinished || (response.writableEnded && response.writableLength === 0)) {
      if (bodyBytes > 0) budget?.give(bodyBytes);
      return;
    }
    const open: Open = { response, sink, exchange, behindSince: undefined };
    this.#open.add(open);
    response.on("drain", () => {
      sink.drained();
      open.exchange?.drained();
    });
    response.on("close", () => {
      this.#open.delete(open);
      if (bodyBytes > 0) budget?.give(bodyBytes);
      // After a normal end nothing is cancelled: the exchange is over and does nothing.
      open.exchange?.dropped();
      open.exchange = undefined;
    });
  }
}

const noBody = new Uint8Array(0);

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
