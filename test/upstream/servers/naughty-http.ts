import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { JsonObject } from "@jackfield/contract";

/** One message as it came in, and its headers. */
export interface Taken {
  readonly method: string;
  readonly rpc: string | undefined;
  readonly headers: IncomingMessage["headers"];
}

export interface NaughtyHttp extends AsyncDisposable {
  readonly url: URL;
  readonly taken: readonly Taken[];
  /** Connections that are open. */
  connections(): Promise<number>;
  /** How often "act" began. */
  readonly acts: () => number;
  /** Sessions from before are unknown from here on. */
  forget(): void;
  say(message: JsonObject): void;
}

type Act = (response: ServerResponse, id: number, text: (text: string) => JsonObject) => void;

/** What "act" is answered with, by kind. "echo" behaves in each. */
const acts = {
  good: (response, id, text) => json(response, 200, { jsonrpc: "2.0", id, result: text("done") }),
  redirects: (response) => response.writeHead(307, { location: "http://127.0.0.1:9/elsewhere" }).end(),
  "401": (response) => response.writeHead(401, { "www-authenticate": "Bearer" }).end(),
  "403": (response) => response.writeHead(403).end("no"),
  "429": (response) => response.writeHead(429, { "retry-after": "3" }).end(),
  "503": (response) => response.writeHead(503).end(),
  "500 HTML": (response) => response.writeHead(500, { "content-type": "text/html" }).end("<h1>sorry</h1>"),
  "200 HTML": (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>hello</h1>"),
  "202": (response) => response.writeHead(202).end(),
  empty: (response) => response.writeHead(200, { "content-type": "application/json" }).end(),
  "no JSON": (response) => response.writeHead(200, { "content-type": "application/json" }).end("{half"),
  "another's id": (response, id, text) => json(response, 200, { jsonrpc: "2.0", id: id + 1000, result: text("not yours") }),
  "breaks JSON": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"jsonrpc":"2.0",');
    setTimeout(() => response.destroy(), 50);
  },
  "breaks stream": (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"jsonrpc":"2.0",');
    setTimeout(() => response.destroy(), 50);
  },
  "ends stream": (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing\n\n"),
  "never ends": (response, id, text) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: text("done") })}\n\n`);
  },
  hangs: (response) => response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
  gzip: (response, id, text) =>
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(gzipSync(JSON.stringify({ jsonrpc: "2.0", id, result: text("packed") }))),
  "byte by byte": (response, id, text) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const bytes = Buffer.from(`event: message\r\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, result: text("ä😀\u2028") })}\r\n\r\n`);
    let at = 0;
    const next = (): void => {
      if (at === bytes.length) return void response.end();
      response.write(bytes.subarray(at, ++at));
      setImmediate(next);
    };
    next();
  },
  "80 MB JSON": (response, id, text) => json(response, 200, { jsonrpc: "2.0", id, result: text("x".repeat(80_000_000)) }),
  "80 MB event": (response, id, text) =>
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: text("x".repeat(80_000_000)) })}\n\n`),
  "error and 400": (response, id) => json(response, 400, { jsonrpc: "2.0", id, error: { code: -32602, message: "no such thing" } }),
} as const satisfies Readonly<Record<string, Act>>;

export type NaughtyKind = keyof typeof acts;
export const naughtyKinds = Object.keys(acts) as readonly NaughtyKind[];

/** A server with sessions behind an address, which misbehaves when "act" is called. */
export async function startNaughtyHttp(kind: NaughtyKind, options: { readonly stream?: boolean } = {}): Promise<NaughtyHttp> {
  const taken: Taken[] = [];
  const sessions = new Set<string>();
  const streams = new Set<ServerResponse>();
  let begun = 0;
  let next = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const message = (body === "" ? {} : JSON.parse(body)) as {
        method?: string;
        id?: number;
        params?: { name?: string; arguments?: object };
      };
      taken.push({ method: request.method ?? "", rpc: message.method, headers: request.headers });
      const session = request.headers["mcp-session-id"];
      if (message.method === "server/discover")
        return json(response, 200, { jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });
      if (message.method === "initialize") {
        const id = `session-${++next}`;
        sessions.add(id);
        response.setHeader("mcp-session-id", id);
        const serverInfo = { name: "naughty", version: "1" };
        const capabilities = { tools: { listChanged: true } };
        return json(response, 200, { jsonrpc: "2.0", id: message.id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo } });
      }
      if (typeof session !== "string" || !sessions.has(session)) return void response.writeHead(404).end();
      if (request.method === "GET") {
        if (options.stream !== true) return void response.writeHead(405).end();
        response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
        streams.add(response);
        return void response.on("close", () => streams.delete(response));
      }
      if (request.method === "DELETE") return void response.writeHead(200).end();
      if (message.id === undefined) return void response.writeHead(202).end();
      const result = (value: string): JsonObject => ({ content: [{ type: "text", text: value }] });
      if (message.method === "tools/list") {
        const tool = (name: string): JsonObject => ({ name, inputSchema: { type: "object" }, annotations: { readOnlyHint: true } });
        return json(response, 200, {
          jsonrpc: "2.0",
          id: message.id,
          result: { tools: ["echo", "act", `list_${taken.length}`].map(tool) },
        });
      }
      if (message.params?.name === "act") {
        begun++;
        return acts[kind](response, message.id, result);
      }
      return json(response, 200, { jsonrpc: "2.0", id: message.id, result: result(JSON.stringify(message.params?.arguments)) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    taken,
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    acts: () => begun,
    forget: () => {
      sessions.clear();
      for (const stream of streams) stream.destroy();
    },
    say: (message) => {
      for (const stream of streams) stream.write(`data: ${JSON.stringify(message)}\n\n`);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
