import { randomUUID } from "node:crypto";
import http from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { announce } from "./announce.ts";
import { type EchoArguments, echoValue } from "./payload.ts";

/** Peer: the echo tool in process on the official SDK 2.x, one server and transport a session, as its documentation shows. */
const transports = new Map<string, NodeStreamableHTTPServerTransport>();

function serverForSession(): McpServer {
  const server = new McpServer({ name: "sdk2", version: "1.0.0" });
  const input = z.object({
    size: z.number().optional(),
    shape: z.enum(["prose", "json", "dense"]).optional(),
    text: z.string().optional(),
  });
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
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session: string) => void transports.set(session, transport),
  });
  await serverForSession().connect(transport);
  await transport.handleRequest(request, response);
}

announce(
  http.createServer((request, response) => void handle(request, response)),
  "/mcp",
);
