import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { Fault, safeText } from "@jackfield/contract";
import { SseParser } from "@jackfield/wire";
import type { UpstreamLimits } from "./ceilings.ts";
import type { Channel, ChannelEvents, Connect, RequestHead } from "./channel.ts";
import { headerText } from "./header-text.ts";
import { isStatelessRevision } from "./revisions.ts";

/** A server behind an address (MCP Streamable HTTP). `headers`: what it wants to be let in; they go to this address and nowhere else. */
export interface ServerAddress {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens a channel to a server behind an address. Redirects are not followed: what is in the headers is meant for this address. */
export function httpConnect(server: ServerAddress, limits: UpstreamLimits): Connect {
  return (events) => new HttpChannel(server, limits, events);
}

class HttpChannel implements Channel {
  readonly lastWords = "";
  readonly #server: ServerAddress;
  readonly #limits: UpstreamLimits;
  readonly #events: ChannelEvents;
  readonly #agent: http.Agent;
  readonly #send: typeof http.request;
  readonly #open = new Map<number, ClientRequest>();
  #revision = "";
  #session: string | undefined;
  #stream: ClientRequest | undefined;
  #streamWaitMs = streamWaitMs;
  #streamTimer: ReturnType<typeof setTimeout> | undefined;
  #hasSessions = false;
  #closing: Promise<void> | undefined;

  constructor(server: ServerAddress, limits: UpstreamLimits, events: ChannelEvents) {
    const isTls = server.url.protocol === "https:";
    this.#server = server;
    this.#limits = limits;
    this.#events = events;
    this.#agent = new (isTls ? https.Agent : http.Agent)({ keepAlive: true, maxSockets: limits.openRequests, keepAliveMsecs: 15_000 });
    this.#send = isTls ? https.request : http.request;
  }

  opened(revision: string, hasSessions: boolean): void {
    this.#revision = revision;
    this.#hasSessions = hasSessions;
    if (!hasSessions) this.#session = undefined;
    else if (this.#session !== undefined) this.#listen();
  }

  request(number: number, message: readonly Uint8Array[], head: RequestHead): void {
    const request = this.#post(message, head, (response) => this.#answered(number, response, head));
    this.#open.set(number, request);
    request.on("error", (error: NodeJS.ErrnoException) => this.#failed(number, gone(this.#server.url, error)));
  }

  say(message: readonly Uint8Array[]): void {
    const request = this.#post(message, undefined, (response) => {
      response.resume();
      if ((response.statusCode ?? 0) >= 400) this.#events.strange(`it answered a notification with ${response.statusCode ?? "nothing"}`);
    });
    request.on("error", (error: NodeJS.ErrnoException) => this.#events.strange(gone(this.#server.url, error).message));
  }

  abandon(number: number): boolean {
    const request = this.#open.get(number);
    this.#open.delete(number);
    request?.destroy();
    // Where there are sessions, a stream that broke may be taken up again: it is no cancel.
    return isStatelessRevision(this.#revision);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearTimeout(this.#streamTimer);
    this.#stream?.destroy();
    for (const request of this.#open.values()) request.destroy();
    this.#open.clear();
    if (this.#session !== undefined) await this.#endSession();
    this.#agent.destroy();
  }

  #endSession(): Promise<void> {
    return new Promise((resolve) => {
      const request = this.#send(this.#server.url, {
        method: "DELETE",
        agent: this.#agent,
        headers: this.#headers(undefined),
        timeout: goodbyeMs,
      });
      const done = (): void => {
        request.destroy();
        resolve();
      };
      request.on("response", done);
      request.on("timeout", done);
      request.on("error", done);
      request.end();
    });
  }

  #headers(head: RequestHead | undefined): Record<string, string> {
    const stateless = isStatelessRevision(this.#revision);
    return {
      ...this.#server.headers,
      accept: "application/json, text/event-stream",
      ...(this.#revision === "" ? {} : { "mcp-protocol-version": this.#revision }),
      ...(this.#session === undefined ? {} : { "mcp-session-id": this.#session }),
      ...(stateless && head !== undefined ? { "mcp-method": head.method } : {}),
      ...(stateless && head?.name !== undefined ? { "mcp-name": headerText(head.name) } : {}),
      ...(stateless ? head?.params : {}),
    };
  }

  #post(message: readonly Uint8Array[], head: RequestHead | undefined, answered: (response: IncomingMessage) => void): ClientRequest {
    const body = message.length === 1 && message[0] !== undefined ? message[0] : Buffer.concat(message);
    const request = this.#send(this.#server.url, {
      method: "POST",
      agent: this.#agent,
      headers: { ...this.#headers(head), "content-type": "application/json", "content-length": body.length },
    });
    request.on("response", answered);
    request.end(body);
    return request;
  }

  #answered(number: number, response: IncomingMessage, head: RequestHead): void {
    const { statusCode: status = 0 } = response;
    if (head.method === "initialize" && status === 200) {
      const session = response.headers["mcp-session-id"];
      // MCP: visible ASCII; anything else could end a header.
      if (typeof session === "string" && /^[\x21-\x7e]{1,1024}$/.test(session)) this.#session = session;
    }
    const type = (response.headers["content-type"] ?? "").toLowerCase();
    response.on("error", (error) => this.#failed(number, gone(this.#server.url, error)));
    response.on("aborted", () => this.#failed(number, new Fault("far_end_gone", "The server's answer broke off")));
    if (status === 200 && type.startsWith("text/event-stream")) return this.#readStream(response, number);
    if (status >= 300 && status < 400) {
      response.resume();
      return this.#failed(
        number,
        new Fault("config", "The server's address redirects elsewhere", { hint: "Use the address that it redirects to" }),
      );
    }
    this.#readWhole(
      response,
      (body) => {
        this.#open.delete(number);
        if (status === 404 && this.#session !== undefined && this.#hasSessions) {
          this.#events.failed(
            number,
            new Fault("far_end_gone", "The server has forgotten the session", { hint: "Call again: there is a new one" }),
          );
          return this.#events.ended(new Fault("far_end_gone", "The server has forgotten the session"));
        }
        if (type.startsWith("application/json") && body.length > 0 && (status === 200 || isRpcError(body)))
          return this.#events.message(body, number);
        this.#events.failed(number, refused(status, response));
      },
      (fault) => this.#failed(number, fault),
    );
  }

  #readStream(response: IncomingMessage, number: number | undefined): void {
    const parser = new SseParser(
      (event) => {
        if (event.data !== "") this.#events.message(Buffer.from(event.data, "utf8"), number);
      },
      undefined,
      this.#limits.messageBytes,
    );
    response.on("data", (chunk: Buffer) => {
      try {
        parser.feed(chunk);
      } catch (thrown) {
        response.destroy();
        if (number !== undefined) this.#failed(number, tooLarge(this.#limits, thrown));
      }
    });
    response.on("end", () => {
      if (number !== undefined) this.#failed(number, new Fault("far_end_gone", "The server's stream ended without an answer"));
    });
  }

  #readWhole(response: IncomingMessage, done: (body: Buffer) => void, failed: (fault: Fault) => void): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > this.#limits.messageBytes) {
        response.destroy();
        return failed(tooLarge(this.#limits));
      }
      chunks.push(chunk);
    });
    response.on("end", () => done(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
  }

  /** What failed after it was answered, or was abandoned, fails no more. */
  #failed(number: number, fault: Fault): void {
    this.#open.delete(number);
    this.#events.failed(number, fault);
  }

  /** The stream on which a session's server says things by itself. One that it does not offer is not asked for again. */
  #listen(): void {
    if (this.#closing !== undefined) return;
    const since = Date.now();
    const request = this.#send(this.#server.url, {
      method: "GET",
      agent: this.#agent,
      headers: { ...this.#headers(undefined), accept: "text/event-stream" },
    });
    this.#stream = request;
    const again = (): void => {
      if (this.#closing !== undefined || this.#stream !== request) return;
      this.#stream = undefined;
      this.#streamWaitMs = Date.now() - since > steadyMs ? streamWaitMs : Math.min(this.#streamWaitMs * 2, longestStreamWaitMs);
      this.#streamTimer = setTimeout(() => this.#listen(), this.#streamWaitMs);
      this.#streamTimer.unref();
    };
    request.on("response", (response) => {
      const isStream =
        response.statusCode === 200 && (response.headers["content-type"] ?? "").toLowerCase().startsWith("text/event-stream");
      if (!isStream) return void response.destroy();
      this.#readStream(response, undefined);
      response.on("error", again);
      response.on("close", again);
    });
    request.on("error", () => again());
    request.end();
  }
}

function gone(url: URL, error: NodeJS.ErrnoException): Fault {
  const where = safeText(url.origin, 200);
  return new Fault("far_end_gone", `The server at ${where} cannot be reached: ${safeText(error.code ?? "the connection broke", 64)}`, {
    hint: "Check that it runs and that the address is right",
  });
}

function refused(status: number, response: IncomingMessage): Fault {
  if (status === 401 || status === 403) {
    const asks = response.headers["www-authenticate"] !== undefined;
    return new Fault("config", `The server answered ${status}: it does not let us in`, {
      hint: asks ? "Pass the header that it wants with --header-file" : "Check whom it lets in",
    });
  }
  if (status === 429 || status === 503) return new Fault("busy", `The server answered ${status}: it has too much to do`);
  return new Fault("upstream_error", `The server answered ${status} and nothing that is MCP`, {
    hint: "Check that the address is that of its MCP endpoint",
  });
}

function tooLarge(limits: UpstreamLimits, cause?: unknown): Fault {
  return new Fault("result_too_large", "The server's message is larger than is taken", {
    data: { ceiling: "messageBytes", limit: limits.messageBytes },
    cause,
  });
}

function isRpcError(body: Buffer): boolean {
  return body.includes('"jsonrpc"') && body.includes('"error"');
}

const goodbyeMs = 1_000;
const streamWaitMs = 500;
const longestStreamWaitMs = 30_000;
const steadyMs = 10_000;
