import { type Agent, type IncomingHttpHeaders, type ClientRequest, request as httpRequest } from "node:http";
import { type Socket, connect } from "node:net";

/** An HTTP answer, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent | false;
}

const accept = "application/json, text/event-stream";

/** One HTTP request on a connection of its own (or of `agent`), its answer read to the end. A string body goes as it is. */
export function send(url: URL, body: string | Uint8Array | undefined, options: SendOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = open(url, body, options);
    request.once("error", reject);
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
  });
}

/** The same, without waiting for anything. */
export function open(url: URL, body: string | Uint8Array | undefined, options: SendOptions = {}): ClientRequest {
  const method = options.method ?? (body === undefined ? "GET" : "POST");
  const headers = {
    accept,
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...options.headers,
  };
  const request = httpRequest(url, { method, headers, agent: options.agent ?? false });
  request.end(body);
  return request;
}

/** The JSON-RPC message of an answer: its JSON, or the last event of its stream. */
export function messageOf(answer: Answer): JsonRpc {
  const type = answer.headers["content-type"] ?? "";
  const data = type.startsWith("text/event-stream")
    ? (answer.text
        .match(/^data: .*$/gm)
        ?.at(-1)
        ?.slice(6) ?? "")
    : answer.text;
  return JSON.parse(data) as JsonRpc;
}

export interface JsonRpc {
  readonly id?: number | string | null;
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
    readonly [member: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The text of a tool's result. */
export function textOf(message: JsonRpc): string {
  return (message.result?.content ?? []).map(({ text }) => text ?? "").join("");
}

/** A session of the revisions that have them, spoken by hand. */
export interface PeerSession {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a body as it is. */
  post(body: string | Uint8Array, options?: SendOptions): Promise<Answer>;
  call(tool: string, args: object, id?: number | string): Promise<Answer>;
  /** A call whose answer is not waited for. */
  begin(tool: string, args: object): ClientRequest;
  end(): Promise<Answer>;
}

export function initializeBody(revision: string): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: "cases", version: "1" } },
  });
}

export function callBody(tool: string, args: object, id: number | string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: tool, arguments: args } });
}

/** Opens a session. Throws where it is refused. */
export async function openSession(url: URL, revision = "2025-11-25", agent: Agent | false = false): Promise<PeerSession> {
  const answer = await send(url, initializeBody(revision), { agent });
  const id = answer.headers["mcp-session-id"];
  if (answer.status !== 200 || typeof id !== "string")
    throw new Error(`initialize was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  const headers = { "mcp-session-id": id, "mcp-protocol-version": revision };
  return {
    id,
    headers,
    post: (body, options = {}) => send(url, body, { agent, ...options, headers: { ...headers, ...options.headers } }),
    call: (tool, args, callId = 1) => send(url, callBody(tool, args, callId), { agent, headers }),
    begin: (tool, args) => open(url, callBody(tool, args, 1), { headers }),
    end: () => send(url, undefined, { method: "DELETE", headers }),
  };
}

/** One request of a client without sessions (2026-07-28). */
export function stateless(url: URL, method: string, params: object, id: unknown = 1, capabilities: object = {}): Promise<Answer> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    "io.modelcontextprotocol/clientInfo": { name: "cases", version: "1" },
  };
  const name = "name" in params && typeof params.name === "string" ? { "mcp-name": params.name } : {};
  return send(url, JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } }), {
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...name },
  });
}

/** Sends bytes on a bare socket; resolves with all that came back when the peer closed, or after `ms`. */
export function raw(url: URL, bytes: string | Uint8Array, { ms = 10_000, halfClose = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(url.port), url.hostname);
    let text = "";
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(end, ms);
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.once("error", end);
    socket.once("close", end);
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** Cuts a request's connection with a reset, as a crashed peer does. */
export function reset(request: ClientRequest): void {
  request.on("error", () => undefined);
  const { socket } = request;
  if (socket === null || socket === undefined) request.once("socket", (later) => later.once("connect", () => later.resetAndDestroy()));
  else socket.resetAndDestroy();
}

/** Waits until `check` holds; throws after `ms`, which no busy machine takes, with what it said last. */
export async function until<T>(read: () => Promise<T>, check: (value: T) => boolean, ms = 60_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await read();
    if (check(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
