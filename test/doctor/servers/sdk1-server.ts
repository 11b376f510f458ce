import { randomUUID } from "node:crypto";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { countWords } from "./sdk-tools.ts";

// express comes with the SDK, and its types do not: what is used of them.
type ExpressRequest = IncomingMessage & { readonly body?: unknown };
interface ExpressResponse extends ServerResponse {
  status(code: number): this;
  json(value: unknown): this;
}

export function sdk1Server(): McpServer {
  const server = new McpServer({ name: "sdk1", version: "1.0.0" });
  server.registerTool(countWords.name, { ...countWords.about, inputSchema: countWords.input }, countWords.run);
  return server;
}

/** A server on the official SDK 1.x with sessions, in its own express app; unknown sessions are 404, foreign origins 403. */
export function sdk1Listener(): RequestListener {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const app = createMcpExpressApp();
  // Express then logs no stack traces; it still sends them.
  app.set("env", "test");
  app.all("/mcp", async (request: ExpressRequest, response: ExpressResponse) => {
    if (request.headers.origin !== undefined) return void response.status(403).end();
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? transports.get(id) : undefined;
    if (known !== undefined) return known.handleRequest(request, response, request.body);
    if (id !== undefined)
      return void response.status(404).json({ jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void transports.set(session, transport),
      onsessionclosed: (session) => void transports.delete(session),
    });
    await sdk1Server().connect(transport as never);
    return transport.handleRequest(request, response, request.body);
  });
  return app as unknown as RequestListener;
}
