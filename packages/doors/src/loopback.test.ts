import { createServer, connect } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "@jackfield/contract";
import { afterEach, describe, expect, test } from "vitest";
import { type Loopback, type LoopbackOptions, openLoopback } from "./loopback.ts";

const hasV6 = Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === "::1"));
const open: Loopback[] = [];
afterEach(async () => {
  for (const loopback of open.splice(0)) await loopback.close();
});

async function echo(options: Partial<LoopbackOptions> = {}): Promise<Loopback & { readonly served: () => number }> {
  let served = 0;
  const loopback = await openLoopback({
    port: 0,
    handle(request, response, target) {
      served++;
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => response.end(`${request.method} ${target.path} ${target.query} ${Buffer.concat(chunks).length}`));
      request.on("error", () => response.destroy());
    },
    ...options,
  });
  open.push(loopback);
  return { ...loopback, served: () => served };
}

/** Sends bytes on a socket of its own and returns all that came back until the peer closed or `ms` passed. */
async function raw(port: number, bytes: string, { host = "127.0.0.1", ms = 400 } = {}): Promise<string> {
  const socket = connect({ port, host });
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  socket.write(bytes, "latin1");
  await Promise.race([new Promise((resolve) => socket.once("close", resolve)), delay(ms)]);
  socket.destroy();
  return text;
}

function post(headers: readonly string[], { target = "/mcp", version = "1.1", body = "{}" } = {}): string {
  return [
    `POST ${target} HTTP/${version}`,
    ...headers,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe("openLoopback", () => {
  test("A17: only true loopback authorities pass, on both addresses", async () => {
    const loopback = await echo();
    const port = loopback.port;
    const pass = [
      [[`host: localhost:${port}`]],
      [[`Host: LOCALHOST:${port}`]],
      [[`host: 127.0.0.1:${port}`]],
      [[`host: [::1]:${port}`]],
      [[`host: localhost:${port}`, `origin: http://localhost:${port}`]],
      [[`host: 127.0.0.1:${port}`, `origin: http://127.0.0.1:${port}`]],
      [[`host: localhost:${port}`], { target: `http://localhost:${port}/mcp` }],
    ] as const;
    const refuse = [
      [["host: evil.example"]],
      [[`host: evil.example:${port}`]],
      [[`host: localhost.evil.example:${port}`]],
      [[`host: 127.0.0.1.evil.example:${port}`]],
      [["host: localhost:1"]],
      [["host: localhost"]],
      [["host: 127.0.0.1"]],
      [["host: [::1]"]],
      [[`host: localhost.:${port}`]],
      [[`host: 127.1:${port}`]],
      [[`host: 0.0.0.0:${port}`]],
      [[`host: 2130706433:${port}`]],
      [[`host: [::ffff:127.0.0.1]:${port}`]],
      [[`host: user@localhost:${port}`]],
      [["host:"]],
      [[], { version: "1.0" }],
      [[`host: localhost:${port}`, "host: evil.example"]],
      [["host: evil.example", `host: localhost:${port}`]],
      [[`host: localhost:${port}, evil.example`]],
      [[`host: localhost:${port}`], { target: "http://evil.example/mcp" }],
      [[`host: localhost:${port}`], { target: `http://localhost:${port}@evil.example/mcp` }],
      [["host: evil.example"], { target: `http://localhost:${port}/mcp` }],
      [[`host: localhost:${port}`, "origin: null"]],
      [[`host: localhost:${port}`, "origin: http://evil.example"]],
      [[`host: localhost:${port}`, "origin: http://localhost.evil.example"]],
      [[`host: localhost:${port}`, "origin: http://localhost:1"]],
      [[`host: localhost:${port}`, "origin: http://localhost"]],
      [[`host: localhost:${port}`, `origin: https://localhost:${port}`]],
      [[`host: localhost:${port}`, `origin: http://localhost:${port}`, "origin: http://evil.example"]],
      [[`host: localhost:${port}`, "origin:"]],
    ] as const;
    for (const host of loopback.addresses) {
      for (const [headers, options] of pass)
        expect([headers, statusOf(await raw(port, post(headers, options), { host }))]).toEqual([headers, 200]);
      const before = loopback.served();
      for (const [headers, options] of refuse)
        expect([headers, statusOf(await raw(port, post(headers, options), { host }))]).toEqual([headers, 403]);
      // Node itself answers this one.
      expect(statusOf(await raw(port, post([]), { host }))).toBe(400);
      expect(loopback.served()).toBe(before);
    }
    expect(loopback.served()).toBe(pass.length * loopback.addresses.length);
  });

  test("a refusal is decided before the body is read", async () => {
    const loopback = await echo();
    const head = [`POST /mcp HTTP/1.1`, "host: evil.example", "content-type: application/json", "content-length: 1000000", "", ""].join(
      "\r\n",
    );
    expect(statusOf(await raw(loopback.port, head, { ms: 200 }))).toBe(403);
    const asking = [
      `POST /mcp HTTP/1.1`,
      "host: evil.example",
      "content-type: application/json",
      "content-length: 10",
      "expect: 100-continue",
      "",
      "",
    ].join("\r\n");
    expect(statusOf(await raw(loopback.port, asking, { ms: 200 }))).toBe(403);
    expect(loopback.served()).toBe(0);
  });

  test("Expect: 100-continue is honoured once the head has passed", async () => {
    const loopback = await echo();
    const socket = connect({ port: loopback.port, host: "127.0.0.1" });
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.write(
      [
        `POST /mcp HTTP/1.1`,
        `host: localhost:${loopback.port}`,
        "content-type: application/json",
        "content-length: 2",
        "expect: 100-continue",
        "",
        "",
      ].join("\r\n"),
    );
    while (!text.includes("100 Continue")) await delay(5);
    socket.write("{}");
    while (!text.includes("POST /mcp  2")) await delay(5);
    socket.destroy();
    expect(loopback.served()).toBe(1);
  });

  test("content type is checked before the body, size as soon as it is declared", async () => {
    const loopback = await echo({ limits: { bodyBytes: 100 } });
    const base = `http://localhost:${loopback.port}/mcp`;
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""]) {
      expect([type, (await fetch(base, { method: "POST", headers: { "content-type": type }, body: "{}" })).status]).toEqual([type, 415]);
    }
    for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/json;x=y"]) {
      expect([type, (await fetch(base, { method: "POST", headers: { "content-type": type }, body: "{}" })).status]).toEqual([type, 200]);
    }
    const large = await fetch(base, { method: "POST", headers: { "content-type": "application/json" }, body: "x".repeat(101) });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ error: { data: { ceiling: "bodyBytes", limit: 100, got: 101 } } });
    expect((await fetch(base)).status).toBe(200);
    expect((await fetch(base, { method: "DELETE" })).status).toBe(200);
  });

  test("a refused peer with a large body still reads its answer", async () => {
    const loopback = await echo({ limits: { bodyBytes: 1_000 } });
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`http://localhost:${loopback.port}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "x".repeat(8_000_000),
      });
      expect(answer.status).toBe(413);
    }
  });

  test("a bearer token is asked of every route", async () => {
    const loopback = await echo({ token: "s3cret-token" });
    const get = async (authorization?: string): Promise<number> =>
      (await fetch(`http://localhost:${loopback.port}/health`, authorization === undefined ? {} : { headers: { authorization } })).status;
    expect(await get("Bearer s3cret-token")).toBe(200);
    expect(await get("bearer  s3cret-token")).toBe(200);
    for (const wrong of [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      "Bearer s3cret-toke",
      "Bearer s3cret-token2",
      "Basic s3cret-token",
      "s3cret-token",
    ])
      expect([wrong, await get(wrong)]).toEqual([wrong, 401]);
    const two = await raw(
      loopback.port,
      post([`host: localhost:${loopback.port}`, "authorization: Bearer s3cret-token", "authorization: Bearer x"]),
    );
    expect(statusOf(two)).toBe(401);
    const refused = await fetch(`http://localhost:${loopback.port}/`);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect(await refused.text()).not.toContain("s3cret");
  });

  test("a taken port means the next free one, and says so", async () => {
    const first = await echo();
    expect(first.moved).toBe(false);
    const second = await echo({ port: first.port });
    expect(second.moved).toBe(true);
    expect(second.port).toBeGreaterThan(first.port);
    await expect(echo({ port: first.port, limits: { portTries: 0 } })).rejects.toSatisfy(
      (error) => Fault.is(error) && error.code === "config",
    );
  });

  test.runIf(hasV6)("a port that is taken on ::1 alone is taken", async () => {
    const blocker = createServer().listen(0, "::1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const address = blocker.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const loopback = await echo({ port });
    blocker.close();
    expect([loopback.moved, loopback.port > port, loopback.addresses]).toEqual([true, true, ["127.0.0.1", "::1"]]);
  });

  test("slow heads and slow bodies are cut, headers are bounded", async () => {
    const loopback = await echo({ limits: { headMs: 200, requestMs: 400, headerBytes: 4_096 } });
    const started = Date.now();
    expect(statusOf(await raw(loopback.port, "POST /mcp HTTP/1.1\r\nhost: loc", { ms: 3_000 }))).toBe(408);
    expect(
      statusOf(
        await raw(
          loopback.port,
          `POST /mcp HTTP/1.1\r\nhost: localhost:${loopback.port}\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
          { ms: 3_000 },
        ),
      ),
    ).toBe(408);
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(
      statusOf(await raw(loopback.port, `GET / HTTP/1.1\r\nhost: localhost:${loopback.port}\r\nx: ${"y".repeat(5_000)}\r\n\r\n`)),
    ).toBe(431);
    while (loopback.sockets() > 0) await delay(5);
  });

  test("sockets are bounded: the newest goes", async () => {
    const loopback = await echo({ limits: { sockets: 3 } });
    const sockets = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(loopback.port, "127.0.0.1", () => resolve(socket));
          }),
      ),
    );
    while (loopback.sockets() < 3) await delay(5);
    expect(await raw(loopback.port, post([`host: localhost:${loopback.port}`]))).toBe("");
    sockets[0]?.destroy();
    while (loopback.sockets() > 2) await delay(5);
    expect(statusOf(await raw(loopback.port, post([`host: localhost:${loopback.port}`])))).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("idleSocketMs: a connection that nobody uses is closed", async () => {
    const loopback = await echo({ limits: { idleSocketMs: 100 } });
    const socket = connect(loopback.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`GET / HTTP/1.1\r\nhost: localhost:${loopback.port}\r\n\r\n`);
    const began = Date.now();
    await new Promise((resolve) => socket.resume().once("close", resolve));
    expect(Date.now() - began).toBeLessThan(3_000);
    while (loopback.sockets() > 0) await delay(5);
  });

  test("close ends open connections and is harmless twice", async () => {
    const loopback = await echo({ limits: { closeMs: 50 }, handle: (_request, response) => void response.write("x") });
    const answer = await fetch(`http://localhost:${loopback.port}/`);
    const reading = answer.text().catch(() => "cut");
    await Promise.all([loopback.close(), loopback.close()]);
    expect(await reading).toBe("cut");
    expect(loopback.sockets()).toBe(0);
    await expect(fetch(`http://localhost:${loopback.port}/`)).rejects.toThrow();
  });
});
