import { randomUUID } from "node:crypto";
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Small, type SmallOptions } from "./small-mcp.ts";

/** One request of the small server, for those who spoil it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  /** The body's message; undefined where it is none. */
  readonly message: Message;
  readonly session: string | undefined;
  readonly isModern: boolean;
  answer(status: number, value?: unknown, headers?: Record<string, string>): void;
}

// What came off the wire is looked at as it came: a server of this size has no schema.
// eslint-disable-next-line typescript/no-explicit-any -- see above
export type Message = any;

export interface SmallServerOptions extends SmallOptions {
  /** Looks at each request first; true: it has answered, or wants no answer. */
  before?(exchange: Exchange): boolean | Promise<boolean>;
  /** The token that every request must bear. */
  readonly token?: string;
  /** What the 401 says; undefined: no WWW-Authenticate. */
  challenge?(origin: string): string | undefined;
  /** Answers of paths besides /mcp. */
  documents?(origin: string): Readonly<Record<string, unknown>>;
  session?(): string;
  /** Checks of Host, Origin and Content-Type that are left out. */
  readonly without?: readonly ("host" | "origin" | "type" | "mirror" | "end" | "version")[];
  readonly streamHeaders?: Readonly<Record<string, string>>;
  /** Serves https. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Legacy only. */
  readonly isOld?: boolean;
}

export interface SmallServer extends AsyncDisposable {
  readonly url: URL;
}

const streamHeaders = { "x-accel-buffering": "no", "cache-control": "no-cache, no-transform" };

/** A whole MCP server of both eras in a few lines of node:http: right in all that the doctor looks at, but for what its options spoil. */
export async function smallServer(options: SmallServerOptions = {}): Promise<SmallServer> {
  const mcp = new Small(options);
  const sessions = new Set<string>();
  const without = new Set(options.without ?? []);
  const listener = listen(options, mcp, sessions, without);
  const server = options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}/mcp`),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(options: SmallServerOptions, mcp: Small, sessions: Set<string>, without: ReadonlySet<string>): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      serve(request, response, Buffer.concat(chunks)).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500);
        response.end(String(error));
      });
    });
  };

  async function serve(request: IncomingMessage, response: ServerResponse, bytes: Buffer): Promise<void> {
    const origin = `http://${request.headers.host ?? ""}`;
    const answer = (status: number, value?: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { ...(value === undefined ? {} : { "content-type": "application/json" }), ...headers });
      response.end(value === undefined || request.method === "HEAD" ? undefined : JSON.stringify(value));
    };
    const message = read(bytes);
    const session = one(request.headers["mcp-session-id"]);
    const isModern = options.isOld !== true && message?.params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
    if (await options.before?.({ request, response, body: bytes.toString(), message, session, isModern, answer })) return;

    const path = new URL(request.url ?? "/", "http://x").pathname;
    const document = options.documents?.(origin)[path];
    if (document !== undefined) return answer(200, document);
    if (path !== "/mcp") return answer(404, { error: "not found" });
    const local = request.socket.localPort ?? 0;
    if (!without.has("host") && ![`127.0.0.1:${local}`, `localhost:${local}`].includes(request.headers.host ?? ""))
      return answer(403, { error: "host" });
    if (!without.has("origin") && request.headers.origin !== undefined) return answer(403, { error: "origin" });
    if (options.token !== undefined && request.headers.authorization !== `Bearer ${options.token}`) {
      const challenge = options.challenge?.(origin);
      return answer(401, { error: "unauthorized" }, challenge === undefined ? {} : { "www-authenticate": challenge });
    }
    if (request.method === "GET") return listening(request, response, session, answer);
    if (request.method === "DELETE") {
      if (session === undefined || !sessions.has(session)) return answer(404, failure(null, -32001, "no such session"));
      if (!without.has("end")) sessions.delete(session);
      return answer(204);
    }
    if (request.method !== "POST") return answer(405, undefined, { allow: "GET, POST, DELETE" });
    if (!without.has("type") && (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() !== "application/json")
      return answer(415, { error: "type" });
    post(request, response, message, bytes, session, isModern, answer);
  }

  function listening(request: IncomingMessage, response: ServerResponse, session: string | undefined, answer: Exchange["answer"]): void {
    if (session === undefined || !(request.headers.accept ?? "").includes("text/event-stream"))
      return answer(405, undefined, { allow: "POST, DELETE" });
    if (!sessions.has(session)) return answer(404, failure(null, -32001, "no such session"));
    response.writeHead(200, { "content-type": "text/event-stream", ...(options.streamHeaders ?? streamHeaders) });
    response.write(": open\n\n");
    request.on("close", () => response.end());
  }

  function post(
    request: IncomingMessage,
    response: ServerResponse,
    message: Message,
    bytes: Buffer,
    session: string | undefined,
    isModern: boolean,
    answer: Exchange["answer"],
  ): void {
    if (message === undefined) return answer(400, failure(null, -32700, "not JSON"));
    const isRequest = typeof message === "object" && message !== null && message.jsonrpc === "2.0" && typeof message.method === "string";
    const hasId = isRequest && "id" in message;
    if (
      !isRequest ||
      (hasId && typeof message.id !== "string" && !Number.isInteger(message.id)) ||
      deeperThan(message, 64) ||
      isSpoiled(message.params)
    )
      return answer(400, failure(null, -32600, "not a request"));
    if (isModern) return modern(request, message, hasId, answer);
    if (message.method === "initialize") {
      const id = options.session?.() ?? randomUUID();
      sessions.add(id);
      return send(response, mcp.reply(message, false), { "mcp-session-id": id }, answer);
    }
    const version = one(request.headers["mcp-protocol-version"]);
    if (message.method === "server/discover") return answer(400, failure(message.id, -32600, "no envelope"));
    if (session === undefined) return answer(400, failure(message.id ?? null, -32000, "no session"));
    if (!sessions.has(session)) return answer(404, failure(message.id ?? null, -32001, "no such session"));
    if (!without.has("version") && version !== undefined && !mcp.versions.includes(version))
      return answer(400, failure(message.id ?? null, -32000, "version"));
    if (!hasId) return answer(202);
    void Promise.resolve(mcp.reply(message, false)).then((reply) => send(response, reply, {}, answer));
  }

  function modern(request: IncomingMessage, message: Message, hasId: boolean, answer: Exchange["answer"]): void {
    if (!hasId) return answer(202);
    const header = (name: string): string | undefined => one(request.headers[name]);
    const named =
      message.method === "tools/call"
        ? message.params.name
        : message.method === "resources/read"
          ? message.params.uri
          : message.method === "prompts/get"
            ? message.params.name
            : undefined;
    const version = message.params._meta["io.modelcontextprotocol/protocolVersion"];
    if (
      !without.has("mirror") &&
      (header("mcp-protocol-version") !== version ||
        header("mcp-method") !== message.method ||
        (named !== undefined && header("mcp-name") !== named))
    )
      return answer(400, failure(message.id, -32020, "headers and body differ"));
    if (version !== "2026-07-28")
      return answer(400, {
        ...failure(message.id, -32022, "version"),
        error: { code: -32022, message: "version", data: { supported: ["2026-07-28"], requested: version } },
      });
    void Promise.resolve(mcp.reply(message, true)).then((reply) => answer(reply.error?.code === -32601 ? 404 : 200, reply));
  }

  function send(response: ServerResponse, reply: Message, headers: Record<string, string>, answer: Exchange["answer"]): void {
    void Promise.resolve(reply).then((value: Message) => {
      const before = value?.before as Message[] | undefined;
      if (before === undefined) return answer(200, value, headers);
      const { before: _, ...last } = value;
      response.writeHead(200, { "content-type": "text/event-stream", ...(options.streamHeaders ?? streamHeaders), ...headers });
      for (const each of [...before, last]) response.write(`data: ${JSON.stringify(each)}\n\n`);
      return response.end();
    });
  }
}

export function failure(id: unknown, code: number, message: string): Message {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function read(bytes: Buffer): Message {
  if (Buffer.compare(Buffer.from(bytes.toString("utf8")), bytes) !== 0) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isSpoiled(params: Message): boolean {
  return params !== undefined && (typeof params !== "object" || params === null || Array.isArray(params));
}

function deeperThan(value: Message, levels: number): boolean {
  return typeof value === "object" && value !== null && (levels === 0 || Object.values(value).some((each) => deeperThan(each, levels - 1)));
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
