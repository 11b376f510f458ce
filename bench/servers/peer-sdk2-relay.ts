import { randomUUID } from "node:crypto";
import http from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { announce } from "./announce.ts";

/** Peer: the relay as one would build it on the official SDK 2.x: a tool handler that pushes to the app and awaits its answer. */
const waiting = new Map<string, (result: never) => void>();
let link: http.ServerResponse | undefined;
let next = 1;

function serverForSession(): McpServer {
  const server = new McpServer({ name: "sdk2-relay", version: "1.0.0" });
  const input = z.object({ size: z.number().optional(), shape: z.string().optional(), text: z.string().optional() });
  server.registerTool("echo", { description: "Returns text of the asked size", inputSchema: input }, (args) => {
    const key = String(next++);
    link?.write(`data: ${JSON.stringify({ key, arguments: args })}\n\n`);
    return new Promise<never>((resolve) => waiting.set(key, resolve));
  });
  return server;
}

const transports = new Map<string, NodeStreamableHTTPServerTransport>();

const server = http.createServer((request, response) => {
  const url = request.url ?? "";
  if (url === "/link") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    link = response;
    return;
  }
  if (url.startsWith("/result/")) {
    const parts: Buffer[] = [];
    request.on("data", (bytes: Buffer) => parts.push(bytes));
    request.on("end", () => {
      waiting.get(url.slice(8))?.(JSON.parse(Buffer.concat(parts).toString()) as never);
      waiting.delete(url.slice(8));
      response.writeHead(204).end();
    });
    return;
  }
  void handle(request, response);
});

async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const id = String(request.headers["mcp-session-id"]);
  const known = transports.get(id);
  if (known !== undefined) return known.handleRequest(request, response);
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session: string) => void transports.set(session, transport),
  });
  await serverForSession().connect(transport);
  await transport.handleRequest(request, response);
}

announce(server, "/mcp");
