import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { RawPeer, ask, newKeys, startTestRelay, until } from "./rig.ts";

/** Limits on connections and heads, before anything is known of the peer. */
export const socketProofs = {
  async sockets() {
    await using relay = await startTestRelay({ limits: { sockets: 5 } });
    const peers = Array.from({ length: 12 }, () => new RawPeer(relay.url));
    await until(() => peers.filter((peer) => peer.closed).length === 7);
    expect(relay.counts().total.dropped_sockets).toBe(7);
    for (const peer of peers) peer[Symbol.dispose]();
    await pause(50);
    expect((await ask(`${relay.url}/health`)).status).toBe(200);
  },

  async socketsPerAddress() {
    await using relay = await startTestRelay({ limits: { socketsPerAddress: 3 } });
    const peers = Array.from({ length: 9 }, () => new RawPeer(relay.url));
    await until(() => peers.filter((peer) => peer.closed).length === 6);
    expect(relay.counts().total.dropped_sockets).toBe(6);
    for (const peer of peers) peer[Symbol.dispose]();
    await pause(50);
    expect((await ask(`${relay.url}/health`)).status).toBe(200);
    // Behind a proxy all connections come from one address.
    await using proxied = await startTestRelay({ trustProxy: true, limits: { socketsPerAddress: 3 } });
    const behind = Array.from({ length: 9 }, () => new RawPeer(proxied.url).send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n"));
    await until(() => behind.every((peer) => peer.text.includes(" 200 ")));
    for (const peer of behind) peer[Symbol.dispose]();
  },

  async pipelined() {
    await using relay = await startTestRelay({ limits: { pipelined: 4 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    const head = Object.entries(client.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const request = (id: number, ms: number): string => {
      const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "slow", arguments: { ms } } });
      return `POST ${new URL(holder.mcpUrl).pathname} HTTP/1.1\r\nhost: x\r\n${head.join("")}content-length: ${body.length}\r\n\r\n${body}`;
    };
    // Within the limit they run side by side, and are answered in order.
    using few = new RawPeer(relay.url).send(request(1, 200) + request(2, 20) + request(3, 100));
    await until(() => (few.text.match(/"id":/g)?.length ?? 0) === 3);
    expect([...few.text.matchAll(/"id":(\d)/g)].map((match) => match[1])).toEqual(["1", "2", "3"]);
    // Answers that wait behind another have no socket: they too must hear that the connection closed.
    using gone = new RawPeer(relay.url).send(request(1, 5_000) + request(2, 5_000) + request(3, 5_000));
    await until(() => relay.counts().now.exchanges === 3);
    gone.socket.resetAndDestroy();
    await until(() => relay.counts().now.exchanges === 0 && relay.counts().now.calls === 0);
    expect(relay.counts().total.cancelled).toBe(3);
    // A holder's stream that waits behind an answer, too.
    using stream = new RawPeer(relay.url).send(
      `${request(1, 5_000)}GET /s/${holder.keys.token}/events?holder=${holder.id.replace(/^./, "_")} HTTP/1.1\r\nhost: x\r\nx-jackfield-link-secret: ${holder.keys.secret}\r\n\r\n`,
    );
    await until(() => relay.counts().now.streams === 2);
    stream.socket.resetAndDestroy();
    await until(() => relay.counts().now.streams === 1 && relay.counts().now.exchanges === 0);
    using many = new RawPeer(relay.url).send(Array.from({ length: 9 }, (_, id) => request(id, 5_000)).join(""));
    await until(() => many.closed);
    await until(() => relay.counts().now.exchanges === 0 && relay.counts().now.calls === 0);
    expect(relay.counts().total.pipelined).toBeGreaterThan(0);
    expect(relay.counts().now.held_bytes).toBe(0);
  },

  async headerBytes() {
    await using relay = await startTestRelay({ limits: { headerBytes: 2_048 } });
    using peer = new RawPeer(relay.url).send(`GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(3_000)}\r\n\r\n`);
    await until(() => peer.closed);
    expect(peer.text).toMatch(/^HTTP\/1\.1 431 /);
    expect(peer.text).toMatch(/cache-control: no-store/);
    expect(peer.text).not.toContain("aaaa");
    expect((await ask(`${relay.url}/health`)).status).toBe(200);
  },

  async headersMs() {
    await using relay = await startTestRelay({ limits: { headersMs: 200 } });
    using silent = new RawPeer(relay.url);
    using dribble = new RawPeer(relay.url).send("GET /health HTTP/1.1\r\n");
    const timer = setInterval(() => dribble.send("x: y\r\n"), 20);
    try {
      await until(() => silent.closed && dribble.closed, 3_000, "a slow head keeps its connection");
    } finally {
      clearInterval(timer);
    }
    expect(dribble.text).toMatch(/^HTTP\/1\.1 408 /);
    expect((await ask(`${relay.url}/health`)).status).toBe(200);
  },

  async bodyMs() {
    await using relay = await startTestRelay({ limits: { bodyMs: 200 } });
    const { token, secret } = newKeys();
    const heads = [
      `POST /s/${token}/mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`,
      `POST /s/${token}/hello HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-jackfield-link-secret: ${secret}\r\n`,
      `POST /s/${token}/frames HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-jackfield-link-secret: ${secret}\r\n`,
      `POST /s/${token}/result HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-jackfield-link-secret: ${secret}\r\n`,
    ];
    const peers = heads.flatMap((head) => [
      new RawPeer(relay.url).send(`${head}content-length: 1000\r\n\r\n{`),
      new RawPeer(relay.url).send(`${head}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`),
    ]);
    const timer = setInterval(() => peers.forEach((peer, index) => peer.send(index % 2 === 0 ? " " : "1\r\n \r\n")), 20);
    try {
      await until(() => peers.every((peer) => peer.closed), 3_000, "a slow body keeps its connection");
    } finally {
      clearInterval(timer);
    }
    expect(peers.map((peer) => peer.text.slice(9, 12))).toEqual(peers.map(() => "408"));
    expect(relay.counts().total.too_slow).toBe(8);
    expect(relay.counts().now.held_bytes).toBe(0);
  },

  async idleSocketMs() {
    await using relay = await startTestRelay({ limits: { idleSocketMs: 300 } });
    using peer = new RawPeer(relay.url).send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n");
    await until(() => peer.text.includes(" 200 "));
    await pause(100);
    expect(peer.closed).toBe(false);
    await until(() => peer.closed, 3_000, "an idle connection is kept");
  },
};
