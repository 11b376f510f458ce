import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { examine } from "../examine.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

/** What `opening` says to do about the server at a path. */
async function fixOf(path: string, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const url = new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const examined = await examine({ is: "http", url, headers: {} }, { only: ["opening"], limits: { quietMs: 200 } });
  const look = examined.is === "report" ? examined.report.looked[0]?.look : undefined;
  return look?.is === "found" ? (look.findings[0]?.fix ?? "") : JSON.stringify(look);
}

test("opening: the address without its path is told from one where nothing is, and from the transport of 2024", async () => {
  const atMcp: RequestListener = (request, response) => {
    request.resume();
    if (request.url !== "/mcp" || request.method !== "POST") response.writeHead(404).end();
    else {
      const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "x", version: "1" } };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id: "doctor-mcp", result }));
    }
  };
  expect(await fixOf("/", atMcp)).toMatch(/^Use the address "http:\/\/127\.0\.0\.1:\d+\/mcp"/);
  expect(await fixOf("/", (request, response) => void (request.resume(), response.writeHead(404).end()))).toContain("often ends in /mcp");
  const old: RequestListener = (request, response) => {
    request.resume();
    if (request.method === "GET")
      response.writeHead(200, { "content-type": "text/event-stream" }).write("event: endpoint\ndata: /messages\n\n");
    else response.writeHead(405).end();
  };
  expect(await fixOf("/sse", old)).toContain("Serve Streamable HTTP");
});
