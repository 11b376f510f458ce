import { randomUUID } from "node:crypto";
import { type IncomingMessage, type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ender, Fault } from "@jackfield/contract";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer as Server1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { McpServer as Server2, createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { eventually, local, open } from "./rig.ts";

interface Served extends AsyncDisposable {
  readonly url: URL;
  /** What the server itself saw. */
  readonly seen: { cancelled: number; headers: IncomingMessage["headers"][]; grow(): void; forget(): void };
}

const text = (value: string): { content: { type: "text"; text: string }[] } => ({ content: [{ type: "text", text: value }] });

/** The official SDK 1.32 with sessions: an event stream for each answer, or JSON only. */
async function sdk1(json: boolean): Promise<Served> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const servers = new Set<Server1>();
  const seen: Served["seen"] = {
    cancelled: 0,
    headers: [],
    grow: () => {
      for (const server of servers) server.registerTool("grown", { description: "New" }, () => text("new"));
    },
    forget: () => {
      for (const transport of transports.values()) void transport.close();
      transports.clear();
    },
  };
  const fresh = async (): Promise<StreamableHTTPServerTransport> => {
    const server = new Server1({ name: "http1", version: "1" });
    server.registerTool("echo", { inputSchema: { value: z.string() } }, ({ value }) => text(value));
    server.registerTool("wait", {}, async (extra) => {
      await new Promise((resolve) => extra.signal.addEventListener("abort", resolve));
      seen.cancelled++;
      return text("cancelled");
    });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: json,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    servers.add(server);
    await server.connect(transport as never);
    return transport;
  };
  const handle = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    seen.headers.push(request.headers);
    const id = request.headers["mcp-session-id"];
    if (typeof id === "string" && !transports.has(id)) return void response.writeHead(404).end();
    await ((typeof id === "string" ? transports.get(id) : undefined) ?? (await fresh())).handleRequest(request, response);
  };
  return serve((request, response) => void handle(request, response), seen);
}

/** The official SDK 2.4 without sessions. */
async function sdk2(): Promise<Served> {
  const seen: Served["seen"] = { cancelled: 0, headers: [], grow: () => undefined, forget: () => undefined };
  let grown = false;
  const handler = createMcpHandler(
    () => {
      const server = new Server2({ name: "http2", version: "1" }, { capabilities: { tools: { listChanged: true } } });
      const region = z.object({ value: z.string().meta({ "x-mcp-header": "Region" }) });
      server.registerTool("echo", { inputSchema: region }, ({ value }) => text(value));
      server.registerTool("wait", {}, async (ctx) => {
        const { signal } = (ctx as unknown as { mcpReq: { signal: AbortSignal } }).mcpReq;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        seen.cancelled++;
        return text("cancelled");
      });
      if (grown) server.registerTool("grown", {}, () => text("new"));
      return server as never;
    },
    { legacy: "reject" },
  );
  seen.grow = () => {
    grown = true;
    handler.notify.toolsChanged();
  };
  const node = toNodeHandler(handler);
  return serve((request, response) => {
    seen.headers.push(request.headers);
    void node(request as never, response as never);
  }, seen);
}

async function serve(listener: RequestListener, seen: Served["seen"]): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const servers = {
  "SDK 1.32, event streams": { start: () => sdk1(false), revision: "2025-11-25" },
  "SDK 1.32, JSON only": { start: () => sdk1(true), revision: "2025-11-25" },
  "SDK 2.4, stateless": { start: sdk2, revision: "2026-07-28" },
} as const;

describe.each(Object.entries(servers))("an address with the %s", (_name, { start, revision }) => {
  test("is spoken to in its own revision; text comes back as it went, and it hears of a call that is given up", async () => {
    await using served = await start();
    await using setting = await open({ url: served.url, headers: { authorization: "Bearer key" } });
    expect(setting.events.find(({ is }) => is === "opened")).toMatchObject({ revision });
    const value = "ä\u2028\u0000 😀";
    expect(await setting.call("echo", { value })).toBe(value);
    expect(served.seen.headers.every(({ authorization }) => authorization === "Bearer key")).toBe(true);
    const ending = new Ender();
    const gone = setting.call("wait", {}, { ending });
    await new Promise((resolve) => setTimeout(resolve, 200));
    ending.end(new Fault("cancelled"));
    expect(await gone).toMatch(/^cancelled/);
    await eventually(() => served.seen.cancelled === 1);
  });

  test("tells of tools that are new", async () => {
    await using served = await start();
    await using setting = await open({ url: served.url, headers: {} });
    await setting.call("echo", { value: "" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    served.seen.grow();
    await eventually(() => setting.host.tool("grown", local) !== undefined);
    expect(setting.host.tool("grown", local)?.name).toBe("grown");
  });

  test("after it forgot its sessions the next call is served", async () => {
    await using served = await start();
    await using setting = await open({ url: served.url, headers: {} });
    expect(await setting.call("echo", { value: "a" })).toBe("a");
    served.seen.forget();
    expect(await setting.call("echo", { value: "b" })).toBe("b");
  });
});

test("a parameter that its schema wants in a header is there, as the specification writes it", async () => {
  await using served = await sdk2();
  await using setting = await open({ url: served.url, headers: {} });
  const sent: unknown[] = [];
  for (const value of ["eu-west", "größe", " padded "]) {
    expect(await setting.call("echo", { value })).toBe(value);
    sent.push(served.seen.headers.at(-1)?.["mcp-param-region"]);
  }
  expect(sent).toEqual(["eu-west", "=?base64?Z3LDtsOfZQ==?=", "=?base64?IHBhZGRlZCA=?="]);
  expect(served.seen.headers.at(-1)).toMatchObject({
    "mcp-method": "tools/call",
    "mcp-name": "echo",
    "mcp-protocol-version": "2026-07-28",
  });
});
