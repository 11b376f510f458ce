import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  NodeStreamableHTTPServerTransport,
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { McpServer, createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { countWords } from "./sdk-tools.ts";

export function sdk2Server(): McpServer {
  const server = new McpServer({ name: "sdk2", version: "1.0.0" });
  server.registerTool(countWords.name, { ...countWords.about, inputSchema: z.object(countWords.input) }, countWords.run);
  return server;
}

/** A server on the official SDK 2.x as its handler makes it: both eras, no sessions, behind the SDK's own guards. */
export function sdk2Listener(): RequestListener {
  const handler = toNodeHandler(createMcpHandler(sdk2Server));
  const guards = [localhostHostValidation(), localhostOriginValidation()];
  return (request, response) => {
    if (guards.every((guard) => guard(request, response))) void handler(request as never, response);
  };
}

/** The same SDK with sessions, and without any guard: as short examples have it. */
export function sdk2Bare(): RequestListener {
  const transports = new Map<string, NodeStreamableHTTPServerTransport>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const known = transports.get(String(request.headers["mcp-session-id"]));
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session: string) => void transports.set(session, transport),
    });
    await sdk2Server().connect(transport);
    return transport.handleRequest(request, response);
  };
  return (request, response) => void handle(request, response);
}
