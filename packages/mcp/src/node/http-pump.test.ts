import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Bench } from "../test-endpoint.ts";
import { HttpPump, type PumpLimits } from "./http-pump.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Up {
  bench: Bench;
  pump: HttpPump;
  port: number;
  cuts: () => number;
  held: () => number;
}

async function up(limits: Partial<PumpLimits> = {}, budgetBytes = 10_000_000): Promise<Up> {
  const bench = new Bench();
  let cuts = 0;
  let held = 0;
  const pump = new HttpPump({
    core: bench.core,
    limits: {
      messageBytes: 1_000_000,
      unreadBytes: 2_097_152,
      sliceBytes: 262_144,
      takeMs: 120_000,
      lingerMs: 2_000,
      pipelined: 8,
      ...limits,
    },
    headers: ["x-content-type-options", "nosniff"],
    budget: {
      take: (bytes) => {
        if (held + bytes > budgetBytes) return false;
        held += bytes;
        return true;
      },
      give: (bytes) => void (held -= bytes),
    },
    onCut: () => cuts++,
  });
  const server = createServer((req, res) => pump.handle(req, res, bench.endpoint, bench.sessions));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { bench, pump, port: (server.address() as AddressInfo).port, cuts: () => cuts, held: () => held };
}

function post(
  port: number,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const req = httpRequest(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/mcp",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text: Buffer.concat(chunks).toString() }));
      },
    );
    req.on("error", reject);
    req.end(body);
  });
}

async function until(condition: () => boolean, ms = 5_000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) throw new Error("It did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo" } });

test("an answer is one write with content-length, and gives its bytes back", async () => {
  const { bench, port, held } = await up();
  const pending = post(port, call, bench.initialize());
  await until(() => bench.endpoint.handed.length === 1);
  expect(held()).toBe(call.length);
  bench.endpoint.last.reply.value({ content: [] });
  const answer = await pending;
  expect(answer.status).toBe(200);
  expect(answer.headers["content-length"]).toBe(String(answer.text.length));
  expect(answer.headers["cache-control"]).toBe("no-store");
  await until(() => held() === 0);
});

test("a body over the limit is 413 whether declared or not, and nothing runs", async () => {
  const { bench, port, held } = await up({ messageBytes: 1_000 });
  const headers = bench.initialize();
  expect((await post(port, "x".repeat(1_001), headers)).status).toBe(413);
  const chunked = await new Promise<string>((resolve) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(
        `POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n800\r\n${"x".repeat(2048)}\r\n`,
      ),
    );
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", () => resolve(text));
  });
  expect(chunked).toMatch(/^HTTP\/1\.1 413/);
  expect(bench.endpoint.handed).toHaveLength(0);
  expect(held()).toBe(0);
});

/** A peer that writes all it has before it reads a byte, as many do; what it then finds. */
function writesAllFirst(port: number, head: string, megabytes: number): Promise<{ text: string; reset: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    socket.write(`POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${head}\r\n`);
    const chunk = Buffer.alloc(65_536, 0x78);
    let left = megabytes * 16;
    let text = "";
    let reset = false;
    const write = (): void => {
      while (left > 0) {
        left--;
        const framed = head.includes("chunked") ? Buffer.concat([Buffer.from("10000\r\n"), chunk, Buffer.from("\r\n")]) : chunk;
        if (!socket.write(framed)) return void socket.once("drain", write);
      }
      if (head.includes("chunked")) socket.write("0\r\n\r\n");
      setTimeout(() => socket.resume(), 50);
    };
    socket.on("data", (bytes) => (text += bytes.toString()));
    socket.on("error", () => (reset = true));
    socket.on("close", () => resolve({ text, reset }));
    write();
  });
}

test.each(["transfer-encoding: chunked\r\n", "content-length: 8388608\r\n"])(
  "a peer that writes 8 MB before it reads sees the 413 and no reset (%j)",
  async (head) => {
    const { port, held } = await up();
    for (let i = 0; i < 5; i++) {
      const { text, reset } = await writesAllFirst(port, head, 8);
      expect([text.slice(0, 12), text.includes("larger than the limit"), reset]).toEqual(["HTTP/1.1 413", true, false]);
    }
    expect(held()).toBe(0);
  },
);

test("a peer that never stops writing is let go after lingerMs, and others are served meanwhile", async () => {
  const { bench, port } = await up({ lingerMs: 300 });
  const started = performance.now();
  const endless = writesAllFirst(port, "transfer-encoding: chunked\r\n", 1_000_000);
  const served = post(port, call, bench.initialize());
  await until(() => bench.endpoint.handed.length === 1);
  bench.endpoint.last.reply.value({ content: [] });
  expect((await served).status).toBe(200);
  await endless;
  const took = performance.now() - started;
  expect([took >= 290, took < 5_000]).toEqual([true, true]);
});

test("no room in the budget is 503 with Retry-After", async () => {
  const { bench, port, held } = await up({}, 10);
  const answer = await post(port, call, bench.initialize());
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "2"]);
  expect(held()).toBe(0);
});

test("a caller that leaves cancels its call; after a normal end nothing is cancelled", async () => {
  const { bench, port, pump } = await up();
  const headers = bench.initialize();
  const socket = connect(port, "127.0.0.1", () =>
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nmcp-session-id: ${headers["mcp-session-id"]}\r\ncontent-length: ${call.length}\r\n\r\n${call}`,
    ),
  );
  await until(() => bench.endpoint.handed.length === 1);
  socket.resetAndDestroy();
  await until(() => bench.endpoint.gones.length === 1);
  expect(bench.endpoint.gones[0]?.why).toBe("disconnect");
  const pending = post(port, call, headers);
  await until(() => bench.endpoint.handed.length === 2);
  bench.endpoint.last.reply.value({ content: [] });
  await pending;
  await until(() => pump.size === 0);
  expect(bench.endpoint.gones).toHaveLength(1);
});

test("a caller that never reads a stream is cut at the unread limit", async () => {
  const { bench, port, cuts } = await up({ unreadBytes: 200_000 });
  const headers = bench.initialize();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", _meta: { progressToken: 1 } } });
  const socket = connect({ port, host: "127.0.0.1" }, () =>
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\naccept: text/event-stream\r\nmcp-session-id: ${headers["mcp-session-id"]}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ),
  );
  socket.pause();
  socket.on("error", () => undefined);
  await until(() => bench.endpoint.handed.length === 1);
  const { reply } = bench.endpoint.last;
  const blob = new TextEncoder().encode(JSON.stringify("x".repeat(60_000)));
  for (let i = 0; i < 10_000 && cuts() === 0; i++) {
    // A log line is dropped while the peer is blocked, so that a slow reader is spared; server requests are not.
    reply.log("error", blob, undefined);
    if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (i > 500) break;
  }
  const stream = reply.stream(() => undefined);
  for (let i = 0; i < 200 && cuts() === 0; i++) stream?.write(new Uint8Array(60_000).fill(0x20));
  expect(cuts()).toBe(1);
  socket.destroy();
});

test("a large answer that nobody takes is cut after takeMs", async () => {
  const { bench, port, pump, cuts } = await up({ takeMs: 1_000 });
  const headers = bench.initialize();
  const socket = connect({ port, host: "127.0.0.1" }, () =>
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nmcp-session-id: ${headers["mcp-session-id"]}\r\ncontent-length: ${call.length}\r\n\r\n${call}`,
    ),
  );
  socket.pause();
  socket.on("error", () => undefined);
  await until(() => bench.endpoint.handed.length === 1);
  bench.endpoint.last.reply.value({ text: "x".repeat(16_000_000) });
  pump.tick(0);
  pump.tick(999);
  expect(cuts()).toBe(0);
  pump.tick(1_000);
  expect(cuts()).toBe(1);
  await until(() => pump.size === 0);
  socket.destroy();
});

test("a connection that pipelines more than is served is cut, and everything it had open ends", async () => {
  const { bench, port, pump, cuts, held } = await up({ pipelined: 4 });
  const headers = bench.initialize();
  const one = `POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nmcp-session-id: ${headers["mcp-session-id"]}\r\ncontent-length: ${call.length}\r\n\r\n${call}`;
  const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(one.repeat(4)));
  socket.on("error", () => undefined);
  await until(() => bench.endpoint.handed.length === 4);
  expect(cuts()).toBe(0);
  socket.write(one);
  await until(() => bench.endpoint.gones.length === 4);
  expect(cuts()).toBe(1);
  expect([pump.size, held(), bench.core.counts().waiting]).toEqual([0, 0, 0]);
  expect(bench.endpoint.handed).toHaveLength(4);
});

test("a queued answer's call ends when its connection closes", async () => {
  const { bench, port, held } = await up();
  const headers = bench.initialize();
  const one = `POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nmcp-session-id: ${headers["mcp-session-id"]}\r\ncontent-length: ${call.length}\r\n\r\n${call}`;
  const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(one.repeat(2)));
  await until(() => bench.endpoint.handed.length === 2);
  socket.resetAndDestroy();
  await until(() => bench.endpoint.gones.length === 2);
  expect(held()).toBe(0);
});

test("a caller that leaves in the middle of its body gives the budget back, and nothing runs", async () => {
  const { bench, pump, port, held } = await up();
  const headers = bench.initialize();
  const socket = connect(port, "127.0.0.1", () =>
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nmcp-session-id: ${headers["mcp-session-id"]}\r\ncontent-length: ${call.length}\r\n\r\n${call.slice(1)}`,
    ),
  );
  await until(() => held() === call.length);
  socket.resetAndDestroy();
  await until(() => held() === 0);
  expect([bench.endpoint.handed.length, pump.size]).toEqual([0, 0]);
});
