import type { IncomingMessage, ServerResponse } from "node:http";
import { Fault, LiveList, type Living, faultWire } from "@jackfield/contract";
import { retryAfter } from "../retry-after.ts";
import type { Core, Endpoint, Exchange, Head, Headers, Sessions } from "../types.ts";
import { type Connection, Connections, type Unanswered } from "./connections.ts";
import { endOnceRead } from "./end-once-read.ts";
import { BodyReader, type ByteBudget } from "./read-body.ts";
import { ResponseSink, type SinkLimits } from "./response-sink.ts";

export interface PumpLimits extends SinkLimits {
  readonly messageBytes: number;
  readonly takeMs: number;
  readonly lingerMs: number;
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

/**
 * Streamable HTTP over node:http: reads the body, lets the core answer, and minds the socket. It listens to nothing itself and checks neither
 * Host, Origin nor token: the door does, before it hands a request in.
 */
export class HttpPump {
  readonly #options: PumpOptions;
  /** Answers that are minded until their peers have taken them. */
  readonly #behind: LiveList<Served> = new LiveList();
  readonly #connections: Connections;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#connections = new Connections(options.onCut);
  }

  /** Serves one request of an MCP endpoint. */
  handle(request: IncomingMessage, response: ServerResponse, endpoint: Endpoint, sessions: Sessions): void {
    const { core, limits, headers, budget } = this.#options;
    const connection = this.#connections.of(request.socket);
    if (connection.size >= limits.pipelined) return connection.cut();
    const served = new Served(request, new ResponseSink(response, headers, limits, connection), connection, this.#behind);
    connection.enter(served);
    response.on("close", () => connection.leave(served));
    const start = (body: Uint8Array): void => {
      served.exchange = core.http(served, body, endpoint, sessions, served.sink);
      // An answer that was taken in one go needs no minding.
      if (response.writableEnded && response.writableLength === 0) return;
      served.living = this.#behind.add(served);
      response.on("drain", () => served.drained());
    };
    if (served.method !== "POST") {
      request.resume();
      start(noBody);
      return;
    }
    served.body = new BodyReader(request, limits.messageBytes, budget, (body) => {
      if (Fault.is(body)) this.refuse(response, body);
      else start(body);
    });
  }

  /** Answers a request that is refused before the core sees it, with a JSON-RPC error body. Closes the connection where the body is not read, once the peer could see why. */
  refuse(response: ServerResponse, fault: Fault, extra: Headers = []): void {
    if (response.headersSent || response.destroyed) return;
    const facts = faultWire[fault.code];
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
    if (!unread) return void response.end(body);
    response.write(body);
    endOnceRead(response.req, response, this.#options.limits.lingerMs);
  }

  /** Cuts peers that stay behind: an answer must be taken within `takeMs`, however slowly it is read. Once a second is enough. */
  tick(now: number): void {
    for (const served of this.#behind.all()) {
      if (served.sink.unread === 0) {
        served.behindSince = undefined;
        continue;
      }
      served.behindSince ??= now;
      if (now - served.behindSince >= this.#options.limits.takeMs) served.connection.cut();
    }
  }

  /** Answers that peers have not wholly taken. */
  get size(): number {
    return this.#behind.size;
  }
}

/** One request while it is served: what the core reads of its head, and what must end with it. */
class Served implements Head, Unanswered {
  readonly method: string;
  readonly sink: ResponseSink;
  readonly connection: Connection;
  readonly #request: IncomingMessage;
  readonly #behind: LiveList<Served>;
  body: BodyReader | undefined = undefined;
  /** Its place among those that are minded. */
  living: Living<Served> | undefined = undefined;
  exchange: Exchange | undefined = undefined;
  /** Since when the peer has always had something unread. */
  behindSince: number | undefined = undefined;

  constructor(request: IncomingMessage, sink: ResponseSink, connection: Connection, behind: LiveList<Served>) {
    this.method = request.method ?? "";
    this.sink = sink;
    this.connection = connection;
    this.#request = request;
    this.#behind = behind;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  drained(): void {
    this.sink.drained();
    this.exchange?.drained();
  }

  left(): void {
    if (this.living !== undefined) this.#behind.remove(this.living);
    this.body?.letGo();
    // After a normal end nothing is cancelled: the exchange is over and does nothing.
    this.exchange?.dropped();
  }
}

const noBody = new Uint8Array(0);
