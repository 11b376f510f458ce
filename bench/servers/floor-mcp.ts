import { randomUUID } from "node:crypto";
import http from "node:http";
import { announce } from "./announce.ts";
import { type EchoArguments, echoResult, echoTool } from "./payload.ts";

/**
 * Floor: what MCP over Streamable HTTP costs on node:http with nothing else, no checks and no limits. Not a server for anyone: a yardstick.
 */
const sessions = new Map<string, http.ServerResponse | undefined>();

const server = http.createServer((request, response) => {
  const session = request.headers["mcp-session-id"];
  if (request.method === "GET") {
    if (typeof session !== "string" || !sessions.has(session)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    sessions.set(session, response);
    return;
  }
  if (request.method === "DELETE") {
    if (typeof session === "string") sessions.delete(session);
    return void response.writeHead(204).end();
  }
  const parts: Buffer[] = [];
  request.on("data", (bytes: Buffer) => parts.push(bytes));
  request.on("end", () => answer(Buffer.concat(parts), session, response));
});

function answer(body: Buffer, session: unknown, response: http.ServerResponse): void {
  const message = JSON.parse(body.toString()) as {
    id?: number;
    method: string;
    params?: { protocolVersion?: string; arguments?: EchoArguments };
  };
  if (message.method === "initialize") {
    const id = randomUUID();
    sessions.set(id, undefined);
    const result = {
      protocolVersion: message.params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "floor", version: "1.0.0" },
    };
    return send(response, message.id, Buffer.from(JSON.stringify(result)), id);
  }
  if (typeof session !== "string" || !sessions.has(session)) return void response.writeHead(404).end();
  if (message.id === undefined) return void response.writeHead(202).end();
  const result =
    message.method === "tools/call" ? echoResult(message.params?.arguments ?? {}) : Buffer.from(JSON.stringify({ tools: [echoTool] }));
  send(response, message.id, result);
}

function send(response: http.ServerResponse, id: number | undefined, result: Buffer, session?: string): void {
  const body = Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), result, Buffer.from("}")]);
  response.writeHead(200, [
    "content-type",
    "application/json",
    "content-length",
    String(body.length),
    ...(session === undefined ? [] : ["mcp-session-id", session]),
  ]);
  response.end(body);
}

announce(server, "/mcp");
