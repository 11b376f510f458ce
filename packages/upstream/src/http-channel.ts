import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { Fault, safeText } from "@jackfield/contract";
import { SseParser } from "@jackfield/wire";
import type { UpstreamLimits } from "./ceilings.ts";
import type { Channel, ChannelEvents, Connect, RequestHead } from "./channel.ts";
import { headerText } from "./header-text.ts";
import { NotRun } from "./not-run.ts";
import { isStatelessRevision } from "./revisions.ts";
import { type Message, bytesOf } from "./request-message.ts";
import { tooLarge } from "./too-large.ts";

/** A server behind an address (MCP Streamable HTTP). `headers`: what it wants to be let in; they go to this address and nowhere else. */
export interface ServerAddress {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens a channel to a server behind an address. Redirects are not followed: what is in the headers is meant for this address. Throws Fault `config` for
 * an address that is not http or https, and for a header that cannot be one; its value is not said.
 */
export function httpConnect(server: ServerAddress, limits: UpstreamLimits): Connect {
  checkAddress(server);
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
  /** What has no answer and is on its way. */
  #saying = 0;
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

  request(number: number, message: Message, head: RequestHead): void {
    const request = this.#post(message, head, (response) => this.#answered(number, response, head));
    this.#open.set(number, request);
    request.on("error", (error: NodeJS.ErrnoException) => this.#failed(number, gone(this.#server.url, error)));
  }

  say(message: Message): void {
    const most = this.#limits.openRequests;
    if (this.#saying >= most)
      throw new Fault("far_end_stuck", "The server does not take what it is told", { data: { ceiling: "openRequests", limit: most } });
    this.#saying++;
    const request = this.#post(message, undefined, (response) => {
      response.resume();
      if ((response.statusCode ?? 0) >= 300) this.#events.strange(`it answered a notification with ${response.statusCode ?? "nothing"}`);
    });
    request.setTimeout(sayMs, () => request.destroy());
    request.once("close", () => this.#saying--);
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
      // Without it any coding would do.
      "accept-encoding": "identity",
      ...(this.#revision === "" ? {} : { "mcp-protocol-version": this.#revision }),
      ...(this.#session === undefined ? {} : { "mcp-session-id": this.#session }),
      ...(stateless && head !== undefined ? { "mcp-method": head.method } : {}),
      ...(stateless && head?.name !== undefined ? { "mcp-name": headerText(head.name) } : {}),
      ...(stateless ? head?.params : {}),
    };
  }

  #post(message: Message, head: RequestHead | undefined, answered: (response: IncomingMessage) => void): ClientRequest {
    const body = bytesOf(message);
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
    const coding = response.headers["content-encoding"] ?? "identity";
    if (coding !== "identity") {
      // First what is wrong: a response that is destroyed says at once that it broke off.
      this.#failed(number, new Fault("result_invalid", `The server's answer is encoded as ${safeText(coding, 32)}, unasked`));
      return void response.destroy();
    }
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
        if (status === 404 && this.#isInSession) {
          this.#events.failed(number, new NotRun("far_end_gone", "The server has forgotten the session", { hint: again }));
          return this.#forgotten();
        }
        if (type.startsWith("application/json") && body.length > 0 && (status === 200 || isRpcError(body))) {
          if (!this.#events.message([body], number))
            this.#events.failed(number, new Fault("result_invalid", "The server's answer is not one to this request"));
          return;
        }
        this.#events.failed(number, refused(status, response));
      },
      (fault) => this.#failed(number, fault),
    );
  }

  get #isInSession(): boolean {
    return this.#session !== undefined && this.#hasSessions;
  }

  /** 404: a new session begins with the next request (MCP). There is nothing left of this one to end. */
  #forgotten(): void {
    this.#session = undefined;
    this.#events.ended(new Fault("far_end_gone", "The server has forgotten the session", { hint: again }));
  }

  #readStream(response: IncomingMessage, number: number | undefined): void {
    const parser = new SseParser(
      (event) => {
        if (event.data === "" || !this.#events.message([Buffer.from(event.data, "utf8")], number) || number === undefined) return;
        this.#open.delete(number);
        // It ends its stream now (MCP). One that does not is cut off; not at once, so that the connection can be used again.
        const cut = setTimeout(() => response.destroy(), streamEndMs);
        cut.unref();
        response.once("close", () => clearTimeout(cut));
      },
      undefined,
      this.#limits.messageBytes,
    );
    response.on("data", (chunk: Buffer) => {
      try {
        parser.feed(chunk);
      } catch (thrown) {
        if (number !== undefined) this.#failed(number, tooLarge(this.#limits, thrown));
        else this.#events.strange("it sent a message of its own that is too large");
        response.destroy();
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
        failed(tooLarge(this.#limits));
        return void response.destroy();
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
    const retry = (): void => {
      if (this.#closing !== undefined || this.#stream !== request) return;
      this.#stream = undefined;
      this.#streamWaitMs = Date.now() - since > steadyMs ? streamWaitMs : Math.min(this.#streamWaitMs * 2, longestStreamWaitMs);
      this.#streamTimer = setTimeout(() => this.#listen(), this.#streamWaitMs);
      this.#streamTimer.unref();
    };
    request.on("response", (response) => {
      const isStream =
        response.statusCode === 200 && (response.headers["content-type"] ?? "").toLowerCase().startsWith("text/event-stream");
      if (!isStream) {
        response.destroy();
        if (response.statusCode === 404 && this.#isInSession) this.#forgotten();
        // One that is busy may offer it later.
        else if ([429, 502, 503, 504].includes(response.statusCode ?? 0)) retry();
        return;
      }
      this.#readStream(response, undefined);
      response.on("error", retry);
      response.on("close", retry);
    });
    request.on("error", () => retry());
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
    hint: "Check that the address is that of its MCP endpoint. HTTP+SSE, the transport of 2024-11-05, is not spoken here",
  });
}

function checkAddress({ url, headers }: ServerAddress): void {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Fault("config", `Cannot reach a server at "${safeText(url.protocol, 32)}"`, { hint: "Use an http or https address" });
  for (const [name, value] of Object.entries(headers)) {
    try {
      http.validateHeaderName(name);
      http.validateHeaderValue(name, value);
    } catch {
      throw new Fault("config", `Cannot send header "${safeText(name, 64)}": its name or value has characters that no header may have`, {
        hint: "Check it for line ends and spaces at its ends",
      });
    }
  }
}

function isRpcError(body: Buffer): boolean {
  return body.includes('"jsonrpc"') && body.includes('"error"');
}

const again = "Call again: there is a new one";
const goodbyeMs = 1_000;
const sayMs = 30_000;
/** After its answer, a stream has this long to end. */
const streamEndMs = 1_000;
const streamWaitMs = 500;
const longestStreamWaitMs = 30_000;
const steadyMs = 10_000;
