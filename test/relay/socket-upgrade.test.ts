import net from "node:net";
import { describe, expect, test } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { RawSocket, greeting, openLane, socketFrame, socketHead } from "./raw-lanes.ts";
import { RawPeer, ask, jsonOf, newKeys, startTestRelay, textOf, until } from "./rig.ts";

describe("what asks for an upgrade", () => {
  test.each([
    ["another page's origin", {}, "origin: https://evil.example\r\n", 403, "bad_origin"],
    ["another host", { hosts: ["relay.example"] }, "", 403, "bad_front"],
    ["no origin secret", { originSecret: "s".repeat(32) }, "", 403, "bad_front"],
    ["a wrong origin secret", { originSecret: "s".repeat(32) }, `x-jackfield-origin: ${"t".repeat(32)}\r\n`, 403, "bad_front"],
  ] as const)("%s: refused in HTTP, and nothing is made for it", async (_what, options, head, status, count) => {
    await using relay = await startTestRelay(options);
    const keys = newKeys();
    using socket = new RawSocket(relay.url, keys.token, { head });
    socket.peer.send(socketFrame(greeting([keys])));
    await until(() => socket.peer.closed);
    expect([socket.status, relay.counts().total[count]]).toEqual([status, 1]);
    expect(socket.peer.text).toContain("cache-control: no-store");
    expect(relay.counts().now).toMatchObject({ links: 0, web_sockets: 0, holders: 0 });
  });

  test("a listed origin, the right host and the right origin secret: taken", async () => {
    const originSecret = "s".repeat(32);
    await using relay = await startTestRelay({ appOrigins: ["https://app.example"], hosts: ["x"], originSecret });
    const { originHeader } = await import("@jackfield/wire");
    const head = `origin: https://app.example\r\n${originHeader}: ${originSecret}\r\n`;
    using socket = new RawSocket(relay.url, newKeys().token, { head });
    await until(() => socket.status > 0);
    expect([socket.status, relay.counts().now.web_sockets]).toEqual([101, 1]);
  });

  test("a flood of them from one address: 429 with the wait, before anything else is looked at", async () => {
    await using relay = await startTestRelay({ limits: { requestsPerMinute: 5 } });
    const sockets: RawSocket[] = [];
    for (let i = 0; i < 8; i++) {
      const socket = new RawSocket(relay.url, newKeys().token);
      sockets.push(socket);
      await until(() => socket.status > 0);
    }
    expect(sockets.map(({ status }) => status)).toEqual([101, 101, 101, 101, 101, 429, 429, 429]);
    expect(sockets.at(-1)?.peer.text).toMatch(/retry-after: \d+/);
    expect([relay.counts().total.rate_address, relay.counts().now.web_sockets]).toEqual([3, 5]);
    for (const socket of sockets) socket[Symbol.dispose]();
    await until(() => relay.counts().now.web_sockets === 0);
  });

  test("what is refused lets go of its connection, whether the peer hangs up or not", async () => {
    await using relay = await startTestRelay({ limits: { socketsPerAddress: 8, webSockets: 1 } });
    using first = new RawSocket(relay.url, newKeys().token);
    await until(() => first.status === 101);
    const { port } = new URL(relay.url);
    const sockets: net.Socket[] = [];
    for (let i = 0; i < 20; i++) {
      // Half open: it never says that it is done.
      const socket = net.connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => undefined);
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      socket.write(socketHead(newKeys().token));
      await until(() => text.startsWith("HTTP/1.1 503"));
      sockets.push(socket);
    }
    expect([relay.counts().total.full_sockets, relay.counts().total.dropped_sockets]).toEqual([20, 0]);
    expect((await ask(`${relay.url}/health`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("refusals of upgrades and of greetings have the pace of all refusals", async () => {
    await using relay = await startTestRelay({ limits: { refusalsPerMinute: 600, webSockets: 500 } });
    const from = performance.now();
    const sockets = Array.from({ length: 15 }, (_, i) => {
      const keys = newKeys();
      if (i % 2 === 0) return new RawSocket(relay.url, keys.token, { head: "origin: https://evil.example\r\n" });
      const socket = new RawSocket(relay.url, keys.token);
      return socket.send(greeting([newKeys()]));
    });
    await until(() => sockets.every((socket) => socket.status === 403 || socket.close?.[0] === 4_403));
    expect(performance.now() - from).toBeGreaterThan(1_000);
    expect([relay.counts().total.slowed_refusals, relay.counts().now.links]).toEqual([14, 0]);
    for (const socket of sockets) socket[Symbol.dispose]();
    await until(() => relay.counts().now.web_sockets === 0);
  });

  test("who resets the connection of an upgrade, at whatever moment, harms nobody", async () => {
    await using relay = await startTestRelay({ limits: { refusalsPerMinute: 1_800, requestsPerMinute: 200 } });
    const heads = [socketHead(newKeys().token), socketHead(newKeys().token, "origin: https://evil.example\r\n")];
    const peers: RawPeer[] = [];
    // The first of all meets what is loaded with it; those past the pace or the rate wait in line.
    for (let i = 0; i < 240; i++) {
      const peer = new RawPeer(relay.url).send(heads[i % 2] ?? "");
      peers.push(peer);
      const seen = relay.counts().total.requests;
      if (i % 3 > 0) await until(() => relay.counts().total.requests > seen || peer.closed);
      peer.socket.resetAndDestroy();
    }
    await until(() => peers.every(({ closed }) => closed) && relay.counts().now.refusals === 0 && relay.counts().now.web_sockets === 0);
    expect(relay.counts().total.slowed_refusals).toBeGreaterThan(10);
    expect([relay.counts().total.errors, relay.counts().now.links]).toEqual([0, 0]);
  });

  test("a relay that drains takes no more of them", async () => {
    const relay = await startTestRelay({ limits: { drainMs: 1_500 } });
    await using holder = await TestHolder.start({ relay: relay.url, transport: "post" });
    void (await SessionClient.open(holder.mcpUrl)).call("silent").catch(() => undefined);
    await until(() => holder.of("request").length === 1);
    using early = new RawSocket(relay.url, newKeys().token);
    await until(() => early.status === 101);
    const closing = relay.close();
    using late = new RawSocket(relay.url, newKeys().token);
    await until(() => late.peer.closed);
    expect([late.status, late.peer.text.includes("retry-after: 5")]).toEqual([503, true]);
    // One that came before, and says its secret now.
    early.send(greeting([newKeys()]));
    await until(() => early.close !== undefined);
    expect(early.close?.[0]).toBe(4_403);
    using lane = new RawPeer(relay.url).send(
      `POST /s/${holder.keys.token}/up HTTP/1.1\r\nhost: x\r\nx-jackfield-link-secret: ${holder.keys.secret}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    await until(() => lane.text.startsWith("HTTP/1.1 503"));
    await closing;
    expect(relay.counts().now).toMatchObject({ web_sockets: 0, waits: 0 });
  });
});

describe("what offers an upgrade and is a plain request", () => {
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "java", version: "1" } },
  });

  test.each(["h2c", "websocket", "TLS/1.0", "foo, websocket"])(
    "Upgrade: %s on every other route is served as what it is",
    async (upgrade) => {
      await using relay = await startTestRelay();
      const headers = { connection: "Upgrade, HTTP2-Settings", upgrade, "http2-settings": "AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA" };
      const { token } = newKeys();
      const mcp = `${relay.url}/s/${token}/mcp`;
      const json = { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" };
      const answer = await ask(mcp, { method: "POST", headers: json, body: initialize });
      expect([answer.status, jsonOf(answer).id]).toEqual([200, 1]);
      expect((await ask(`${relay.url}/health`, { headers })).status).toBe(200);
      expect((await ask(mcp, { headers })).status).toBe(405);
      const keys = newKeys();
      const hello = JSON.stringify({ protocol: 1, holder: "A".repeat(22) });
      const secret = { ...headers, "content-type": "application/json", "x-jackfield-link-secret": keys.secret };
      expect((await ask(`${relay.url}/s/${keys.token}/hello`, { method: "POST", headers: secret, body: hello })).status).toBe(200);
      expect((await ask(`${relay.url}/nope`, { headers })).status).toBe(404);
      // POST is none, on the socket's own route either.
      expect((await ask(`${relay.url}/s/${token}/socket`, { method: "POST", headers, body: "x" })).status).toBe(426);
      // A WebSocket there lacks its key.
      expect((await ask(`${relay.url}/s/${token}/socket`, { headers })).status).toBe(upgrade === "websocket" ? 400 : 426);
      expect(relay.counts().now.web_sockets).toBe(0);
    },
  );

  test("a plain GET of the socket's route: 426, which names what it wants", async () => {
    await using relay = await startTestRelay();
    const answer = await ask(`${relay.url}/s/${newKeys().token}/socket`);
    expect([answer.status, answer.headers.upgrade, relay.counts().now.links]).toEqual([426, "websocket", 0]);
  });

  test.each([
    ["of an old version", "sec-websocket-version: 13", "sec-websocket-version: 7", 400],
    ["with no key", /sec-websocket-key: .*\r\n/, "", 400],
    ["with half a key", /sec-websocket-key: .{12}/, "sec-websocket-key: ", 400],
  ])("a handshake %s: refused", async (_what, from, to, status) => {
    await using relay = await startTestRelay();
    using peer = new RawPeer(relay.url).send(socketHead(newKeys().token).replace(from, to));
    await until(() => peer.closed);
    expect(peer.text.startsWith(`HTTP/1.1 ${status}`)).toBe(true);
    expect(relay.counts().now).toMatchObject({ links: 0, web_sockets: 0 });
  });

  test("CONNECT ends its connection, and nothing else", async () => {
    await using relay = await startTestRelay();
    for (const target of ["example.com:443", `/s/${newKeys().token}/socket`]) {
      using peer = new RawPeer(relay.url).send(
        `CONNECT ${target} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
      );
      await until(() => peer.closed);
    }
    expect((await ask(`${relay.url}/health`)).status).toBe(200);
  });

  test("an upgrade behind a request that is not answered yet cuts its connection, whose call ends with it", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "post" });
    const client = await SessionClient.open(holder.mcpUrl);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "silent" } });
    const head = Object.entries(client.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const request = `POST /s/${holder.keys.token}/mcp HTTP/1.1\r\nhost: x\r\n${head.join("")}content-length: ${body.length}\r\n\r\n${body}`;
    using peer = new RawPeer(relay.url).send(request);
    await until(() => relay.counts().now.calls === 1);
    peer.send(socketHead(newKeys().token));
    await until(() => peer.closed);
    await until(() => relay.counts().now.exchanges === 0 && relay.counts().now.calls === 0);
    expect([peer.text, relay.counts().total.pipelined, relay.counts().total.cancelled]).toEqual(["", 1, 1]);
    expect(relay.counts().now).toMatchObject({ web_sockets: 0, links: 1 });
    expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
  });

  test("an upgrade behind one that is answered is taken, and stays past the time that idle connections have", async () => {
    await using relay = await startTestRelay({ limits: { idleSocketMs: 100, headersMs: 400 } });
    const keys = newKeys();
    using peer = new RawPeer(relay.url).send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n");
    await until(() => peer.text.includes(" 200 "));
    peer.send(Buffer.concat([Buffer.from(socketHead(keys.token)), socketFrame(greeting([keys])), socketFrame("0[1]")]));
    await until(() => peer.text.includes('"ready"') && peer.text.includes('"refused","n":1'));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect([peer.closed, relay.counts().now.web_sockets]).toEqual([false, 1]);
  });
});

test("several links on one WebSocket, their secrets in the first message and in no URL", async () => {
  await using relay = await startTestRelay();
  using lane = await openLane("websocket", relay.url, { others: [newKeys(), newKeys()] });
  expect(lane.frames.filter(({ type }) => type === "ready")).toHaveLength(3);
  expect(relay.lines.join("\n")).not.toContain(lane.keys.secret);
});
