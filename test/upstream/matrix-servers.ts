import { randomUUID } from "node:crypto";
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { type Server, createMcpHandler } from "@modelcontextprotocol/server";
import { openFixtures } from "./servers/fixture-run.ts";
import { type FixtureServer1, fixtureServer1 } from "./servers/fixture-server1.ts";
import { fixtureServer2, tellChange } from "./servers/fixture-server2.ts";

/** Where a server with the fixtures is: a command that starts it, or the address at which it listens until it is disposed of. */
export interface MatrixServer extends AsyncDisposable {
  readonly at: { readonly command: string; readonly args: readonly string[] } | { readonly url: URL };
}

/** The official SDKs' servers, over every transport of theirs and in every era; `revision`: what must be spoken with it. */
export const matrixServers: Readonly<Record<string, { readonly revision: "2025-11-25" | "2026-07-28"; start(): Promise<MatrixServer> }>> = {
  "SDK 1.32, stdio": { revision: "2025-11-25", start: () => program("conformance-sdk1.ts") },
  "SDK 1.32, HTTP": { revision: "2025-11-25", start: http1 },
  "SDK 2.4 with sessions, stdio": { revision: "2025-11-25", start: () => program("conformance-sdk2.ts", "sessions") },
  "SDK 2.4 with sessions, HTTP": { revision: "2025-11-25", start: http2Sessions },
  "SDK 2.4 without, stdio": { revision: "2026-07-28", start: () => program("conformance-sdk2.ts") },
  "SDK 2.4 without, HTTP": { revision: "2026-07-28", start: http2Stateless },
};

/** The command that runs a TypeScript program of ours. */
export function source(path: string, ...args: readonly string[]): { readonly command: string; readonly args: readonly string[] } {
  const file = fileURLToPath(new URL(path, import.meta.url));
  return { command: process.execPath, args: ["--conditions=@jackfield/source", "--import", "tsx", file, ...args] };
}

async function program(name: string, ...args: readonly string[]): Promise<MatrixServer> {
  return { at: source(`servers/${name}`, ...args), [Symbol.asyncDispose]: async () => undefined };
}

/** What the SDKs' transports with sessions have in common. */
interface Transport {
  handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

async function http1(): Promise<MatrixServer> {
  const sessions: FixtureServer1[] = [];
  const fixtures = await openFixtures((kind, uri) => {
    for (const session of sessions) session.changed(kind, uri);
  });
  return listen(
    bySession(async (opened) => {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => opened(id, transport),
      });
      const session = fixtureServer1(fixtures);
      sessions.push(session);
      await session.server.connect(transport as never);
      return transport;
    }),
  );
}

function http2Sessions(): Promise<MatrixServer> {
  const sessions: Server[] = [];
  const fixtures = openFixtures((kind, uri) => {
    for (const session of sessions) tellChange(session, kind, uri);
  });
  return listen(
    bySession(async (opened) => {
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => opened(id, transport),
      });
      const session = fixtureServer2("legacy", fixtures);
      sessions.push(session);
      await session.connect(transport as never);
      return transport;
    }),
  );
}

function http2Stateless(): Promise<MatrixServer> {
  const opened = openFixtures((kind, uri) => {
    if (kind === "tools") handler.notify.toolsChanged();
    if (kind === "prompts") handler.notify.promptsChanged();
    if (kind === "resources") handler.notify.resourcesChanged();
    if (kind === "updated" && uri !== undefined) handler.notify.resourceUpdated(uri);
  });
  const handler = createMcpHandler(() => fixtureServer2("modern", opened) as never, { legacy: "reject" });
  const node = toNodeHandler(handler);
  return listen((request, response) => void node(request as never, response as never));
}

/** A session's requests go to its own transport; one without a session opens one. */
function bySession(open: (opened: (id: string, transport: Transport) => void) => Promise<Transport>): RequestListener {
  const transports = new Map<string, Transport>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? transports.get(id) : undefined;
    if (typeof id === "string" && known === undefined) return void response.writeHead(404).end();
    const transport = known ?? (await open((fresh, its) => void transports.set(fresh, its)));
    await transport.handleRequest(request, response);
  };
  return (request, response) => void handle(request, response);
}

async function listen(listener: RequestListener): Promise<MatrixServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    at: { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`) },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
