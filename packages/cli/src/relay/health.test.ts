import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { cliCeilings } from "../ceilings.ts";
import { relayAt } from "./health.ts";

async function asked(handler: RequestListener): Promise<string | undefined> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as { port: number };
  try {
    return await relayAt(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

const says =
  (value: unknown, status = 200): RequestListener =>
  (request, response) => {
    const body = JSON.stringify(value);
    response.writeHead(request.url === "/health" ? status : 404, { "content-length": Buffer.byteLength(body) }).end(body);
  };

test("a relay is known by its health; others, and silence, are none", async () => {
  expect(await asked(says({ ok: true, version: "1.2.3", uptime: 4 }))).toBe("1.2.3");
  expect(await asked(says({ ok: true }))).toBeUndefined();
  expect(await asked(says({ ok: true, version: "\u001b[2J", uptime: 4 }))).toBeUndefined();
  expect(await asked(says({ ok: true, version: "1", uptime: 1 }, 503))).toBeUndefined();
  expect(await asked((_request, response) => void response.end("<html>"))).toBeUndefined();
  expect(await relayAt("http://127.0.0.1:1")).toBeUndefined();
});

test("healthBytes and healthMs: more than a relay says, or nothing for too long, is none", async () => {
  const padding = "x".repeat(cliCeilings.healthBytes.value);
  expect(await asked(says({ ok: true, version: "1", uptime: 1, padding }))).toBeUndefined();
  const started = performance.now();
  expect(await asked(() => undefined)).toBeUndefined();
  expect(performance.now() - started).toBeGreaterThan(cliCeilings.healthMs.value - 50);
});
