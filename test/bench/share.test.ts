import { createServer } from "node:http";
import { expect, test } from "vitest";
import type { Summary } from "../../bench/src/calls.ts";
import { shareMarkdown } from "../../bench/src/share-markdown.ts";
import { SseWorker } from "../../bench/src/sse-worker.ts";

test("SseWorker posts where the stream says, and takes its answers from the stream; a refused post is what it reports", async () => {
  let say: (text: string) => void = () => undefined;
  let starts = 0;
  const server = createServer((request, response) => {
    if (request.method === "GET" && starts++ === 0) return void response.writeHead(500).end();
    if (request.method === "GET") {
      say = (text) => response.write(text);
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.write("event: endpoint\ndata: /post?id=7\n\n");
    }
    if (request.url !== "/post?id=7") return void response.writeHead(404).end();
    let body = "";
    request.on("data", (bytes: Buffer) => void (body += bytes.toString()));
    request.on("end", () => {
      if (body.length > 1_000) return void response.writeHead(413).end("too much");
      response.writeHead(202).end();
      const { id } = JSON.parse(body) as { id?: number };
      if (id !== undefined) say(`event: message\ndata: {"result":{},"jsonrpc":"2.0","id":${id}}\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const worker = await SseWorker.open(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/mcp`);
  const message = (id: number, pad = ""): Buffer => Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: "ping", pad }));
  for (const id of [11, 12])
    expect((await worker.call(message(id), id)).answer.toString()).toBe(`{"result":{},"jsonrpc":"2.0","id":${id}}`);
  await expect(worker.call(message(13, "x".repeat(2_000)), 13)).rejects.toThrow("HTTP 413");
  worker.reset();
  expect((await worker.call(message(14), 14)).answer.length).toBeGreaterThan(10);
  await worker.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("shareMarkdown: a target that fails at a size has a cell that says how", () => {
  const summary = (target: string, calls: number, failed: number, firstError?: string): Summary => {
    const figures = { p50: 1, p99: 2, perSecond: 3_000, cpu: 2_500 };
    return {
      ...{ target, calls, failed, rounds: 1, foreign: 0, workload: { size: 100, shape: "prose", concurrency: 16 } as const },
      ...{ median: figures, ratio: figures, spread: { p50: [1, 1], p99: [2, 2], perSecond: [3, 3], cpu: [4, 4] } },
      ...(firstError === undefined ? {} : { firstError }),
    };
  };
  const table = shareMarkdown([
    summary("floor-proxy", 10, 0),
    summary("serve", 10, 0),
    summary("share", 10, 0),
    summary("supergateway", 0, 5, "HTTP 413: <!DOCTYPE html>"),
    summary("mcp-proxy", 0, 1, "no answer within 20 s"),
    summary("mcp-hub", 8, 2, "read ECONNRESET"),
  ]);
  expect(table.split("\n").at(-1)).toBe(
    "| 100 B prose c=16 | 3,000/s, 2.5 ms | 3,000/s, 2.5 ms | 3,000/s, 2.5 ms | refuses (413) | no answer within 20 s | 3,000/s, 2.5 ms, 2 of 10 failed: read ECONNRESET | – |",
  );
});
