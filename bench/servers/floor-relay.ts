import { randomUUID } from "node:crypto";
import http from "node:http";
import { announce } from "./announce.ts";

/**
 * Floor: what a relay costs on node:http with nothing else. MCP POST → event on the app's stream → app's POST /result/KEY → MCP answer.
 * `buffer` collects the result and writes once; `stream` pipes it on as it arrives. No checks, no limits, one app.
 */
const streaming = process.argv[2] === "stream";

interface Waiting {
  readonly response: http.ServerResponse;
  readonly prefix: Buffer;
}

const sessions = new Set<string>();
const waiting = new Map<string, Waiting>();
const close = Buffer.from("}");
let link: http.ServerResponse | undefined;
let next = 1;

const server = http.createServer((request, response) => {
  const url = request.url ?? "";
  if (url.startsWith("/result/")) return takeResult(url.slice(8), request, response);
  if (url === "/link") return openLink(response);
  if (request.method === "DELETE") {
    sessions.delete(String(request.headers["mcp-session-id"]));
    return void response.writeHead(204).end();
  }
  collect(request, (body) => call(body, request, response));
});

function call(body: Buffer, request: http.IncomingMessage, response: http.ServerResponse): void {
  const message = JSON.parse(body.toString()) as {
    id?: number;
    method: string;
    params?: { protocolVersion?: string; name?: string; arguments?: object };
  };
  if (message.method === "initialize") {
    const session = randomUUID();
    sessions.add(session);
    const result = {
      protocolVersion: message.params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "floor", version: "1.0.0" },
    };
    const answer = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    response.writeHead(200, ["content-type", "application/json", "mcp-session-id", session, "content-length", String(answer.length)]);
    return void response.end(answer);
  }
  if (!sessions.has(String(request.headers["mcp-session-id"]))) return void response.writeHead(404).end();
  if (message.id === undefined) return void response.writeHead(202).end();
  if (link === undefined) return void response.writeHead(503).end();
  const key = String(next++);
  waiting.set(key, { response, prefix: Buffer.from(`{"jsonrpc":"2.0","id":${message.id},"result":`) });
  link.write(`data: {"key":"${key}","arguments":${JSON.stringify(message.params?.arguments ?? {})}}\n\n`);
}

function takeResult(key: string, request: http.IncomingMessage, response: http.ServerResponse): void {
  const call = waiting.get(key);
  waiting.delete(key);
  if (call === undefined) {
    request.resume();
    return void response.writeHead(404).end();
  }
  if (!streaming) {
    return collect(request, (body) => {
      head(call, body.length);
      call.response.end(Buffer.concat([call.prefix, body, close]));
      response.writeHead(204).end();
    });
  }
  head(call, Number(request.headers["content-length"]));
  call.response.write(call.prefix);
  request.on("data", (bytes: Buffer) => {
    if (call.response.write(bytes)) return;
    request.pause();
    call.response.once("drain", () => request.resume());
  });
  request.on("end", () => {
    call.response.end(close);
    response.writeHead(204).end();
  });
}

function head(call: Waiting, length: number): void {
  call.response.writeHead(200, ["content-type", "application/json", "content-length", String(call.prefix.length + length + 1)]);
}

function openLink(response: http.ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  link = response;
}

function collect(request: http.IncomingMessage, done: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on("data", (bytes: Buffer) => parts.push(bytes));
  request.on("end", () => done(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)));
}

announce(server, "/mcp");
process.once("SIGTERM", () => process.exit(0));
