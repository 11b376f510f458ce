import { randomUUID } from "node:crypto";
import http from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { announce } from "./announce.ts";
import { type EchoArguments, echoValue } from "./payload.ts";

/** Peer: the echo tool in process on the official SDK 1.x, without its express app (which would cost it more). */
const transports = new Map<string, StreamableHTTPServerTransport>();

function serverForSession(): McpServer {
  const server = new McpServer({ name: "sdk1", version: "1.0.0" });
  const input = { size: z.number().optional(), shape: z.enum(["prose", "json", "dense"]).optional(), text: z.string().optional() };
  server.registerTool(
    "echo",
    { description: "Returns text of the asked size", inputSchema: input },
    (args) => echoValue(args as EchoArguments) as never,
  );
  return server;
}

async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const known = transports.get(String(request.headers["mcp-session-id"]));
  if (known !== undefined) return known.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session) => void transports.set(session, transport),
  });
  await serverForSession().connect(transport as never);
  await transport.handleRequest(request, response);
}

announce(
  http.createServer((request, response) => void handle(request, response)),
  "/mcp",
);
