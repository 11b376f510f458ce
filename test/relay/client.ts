import type http from "node:http";
import { type Answer, type Ask, type JsonMessage, ask, eventsOf, jsonOf } from "./rig.ts";

const accept = "application/json, text/event-stream";

/** An MCP client in a session, message by message. Nothing is retried or hidden. */
export class SessionClient {
  readonly url: string;
  readonly revision: string;
  session: string | undefined;
  #next = 1;

  constructor(url: string, revision = "2025-11-25") {
    this.url = url;
    this.revision = revision;
  }

  /** Opens a session. */
  static async open(
    url: string,
    options: { readonly revision?: string; readonly name?: string; readonly capabilities?: object } = {},
  ): Promise<SessionClient> {
    const client = new SessionClient(url, options.revision);
    const answer = await client.post({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: client.revision,
        capabilities: options.capabilities ?? {},
        clientInfo: { name: options.name ?? "test-client", version: "1.0" },
      },
    });
    const session = answer.headers["mcp-session-id"];
    if (answer.status !== 200 || typeof session !== "string")
      throw new Error(`initialize was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    client.session = session;
    return client;
  }

  get headers(): http.OutgoingHttpHeaders {
    return {
      "content-type": "application/json",
      accept,
      ...(this.session === undefined ? {} : { "mcp-session-id": this.session, "mcp-protocol-version": this.revision }),
    };
  }

  post(message: unknown, options: Ask = {}): Promise<Answer> {
    const body = typeof message === "string" || message instanceof Uint8Array ? message : JSON.stringify(message);
    return ask(this.url, { method: "POST", body, ...options, headers: { ...this.headers, ...options.headers } });
  }

  /** One request; its answer, from JSON or the end of a stream. */
  async request(method: string, params?: object, options: Ask & { readonly id?: unknown } = {}): Promise<JsonMessage> {
    const { id = this.#next++, ...rest } = options;
    return lastOf(await this.post({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) }, rest));
  }

  call(name: string, args: object = {}, options: Ask & { readonly id?: unknown; readonly meta?: object } = {}): Promise<JsonMessage> {
    const { meta, ...rest } = options;
    return this.request("tools/call", { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }, rest);
  }

  /** Opens the session's own stream; `events` grows as messages come. */
  listen(): Promise<OpenStream> {
    return openStream(this.url, { method: "GET", headers: this.headers });
  }
}

export interface OpenStream extends Disposable {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly events: JsonMessage[];
  readonly text: () => string;
  readonly closed: () => boolean;
}

/** Opens a stream and goes on reading it. Any other answer is read to its end. */
export async function openStream(url: string, options: Ask): Promise<OpenStream> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: options.method ?? "GET", headers: options.headers, agent: false }, (response) => {
      const events: JsonMessage[] = [];
      let text = "";
      let isClosed = false;
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        events.splice(0, events.length, ...eventsOf(text.slice(0, text.lastIndexOf("\n\n") + 2)));
      });
      response.on("error", () => undefined);
      response.on("close", () => (isClosed = true));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        text: () => text,
        closed: () => isClosed,
        [Symbol.dispose]: () => sent.destroy(),
      });
    });
    sent.on("error", reject);
    sent.end(options.body);
  });
}

/** A 2026-07-28 request: everything in the message and its headers. */
export class StatelessClient {
  readonly url: string;
  readonly capabilities: object;
  readonly name: string;
  #next = 1;

  constructor(url: string, options: { readonly capabilities?: object; readonly name?: string } = {}) {
    this.url = url;
    this.capabilities = options.capabilities ?? {};
    this.name = options.name ?? "modern-client";
  }

  post(method: string, params: Readonly<Record<string, unknown>> = {}, options: Ask = {}): Promise<Answer> {
    return ask(this.url, { method: "POST", ...options, ...this.message(method, params, options.headers) });
  }

  /** Body and headers of one request. */
  message(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    headers: http.OutgoingHttpHeaders = {},
  ): { body: string; headers: http.OutgoingHttpHeaders } {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": this.capabilities,
      "io.modelcontextprotocol/clientInfo": { name: this.name, version: "2.0" },
      ...(params["_meta"] as object | undefined),
    };
    const named = params["name"] ?? params["uri"];
    return {
      body: JSON.stringify({ jsonrpc: "2.0", id: this.#next++, method, params: { ...params, _meta: meta } }),
      headers: {
        "content-type": "application/json",
        accept,
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof named === "string" && /^(?:tools\/call|prompts\/get|resources\/read)$/.test(method) ? { "mcp-name": named } : {}),
        ...headers,
      },
    };
  }

  async request(method: string, params: Readonly<Record<string, unknown>> = {}, options: Ask = {}): Promise<JsonMessage> {
    return lastOf(await this.post(method, params, options));
  }

  call(name: string, args: object = {}, rest: Readonly<Record<string, unknown>> = {}): Promise<JsonMessage> {
    return this.request("tools/call", { name, arguments: args, ...rest });
  }
}

/** The answer itself: the whole JSON, or a stream's last message. */
export function lastOf(answer: Answer): JsonMessage {
  if (!String(answer.headers["content-type"]).startsWith("text/event-stream")) return jsonOf(answer);
  const last = eventsOf(answer.text).at(-1);
  if (last === undefined) throw new Error(`The stream had no message: ${answer.text.slice(0, 300)}`);
  return last;
}
