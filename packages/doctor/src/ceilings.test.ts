import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { quote } from "./answer.ts";
import { type DoctorLimits, doctorCeilings, doctorLimits } from "./ceilings.ts";
import { schemaFaults } from "./checks/schemas.ts";
import { type Report, examine } from "./examine.ts";
import { HttpClient } from "./http-client.ts";
import { readList } from "./listing.ts";
import { openSession } from "./peer.ts";
import { StdioClient } from "./stdio-client.ts";

const stop = AbortSignal.timeout(60_000);
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

async function client(listener: RequestListener, limits: Partial<DoctorLimits> = {}, mayWait = () => true): Promise<HttpClient> {
  return new HttpClient({ is: "http", url: await listen(listener), headers: {} }, doctorLimits(limits), () => stop, mayWait);
}

/** Answers every request with what `reply` makes of its message. */
function replying(
  reply: (message: { readonly id?: unknown; readonly method?: string; readonly params?: Record<string, unknown> }) => unknown,
): RequestListener {
  return (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const message = body === "" ? {} : (JSON.parse(body) as { id?: unknown });
      const result = message.id === undefined ? undefined : reply(message);
      response.writeHead(result === undefined ? 202 : 200, { "content-type": "application/json" });
      response.end(result === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    });
  };
}

const opening = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } };

function command(source: string, limits: Partial<DoctorLimits> = {}): StdioClient {
  return new StdioClient({ is: "stdio", command: process.execPath, args: ["-e", source], folder: tmpdir() }, doctorLimits(limits));
}

async function reportOf(url: URL, options: Parameters<typeof examine>[1]): Promise<Report> {
  const examined = await examine({ is: "http", url, headers: {} }, options);
  if (examined.is === "unreachable") throw new Error(examined.why);
  return examined.report;
}

/** A server that goes against each limit, and that the doctor stays within it. */
const proofs: { readonly [name in keyof typeof doctorCeilings]: () => Promise<void> } = {
  async requestMs() {
    const http = await client(() => undefined, { requestMs: 100 });
    const answer = await http.send({ body: {} });
    expect([answer.status, answer.ended, answer.endMs < 1_000]).toEqual([0, "late", true]);
  },
  async startMs() {
    const examined = await examine(
      {
        is: "stdio",
        command: process.execPath,
        args: ["-e", "setInterval(() => {}, 1000); process.stdin.on('end', () => process.exit())"],
        folder: tmpdir(),
      },
      { only: ["opening"], limits: { startMs: 150, requestMs: 150 } },
    );
    expect(examined).toMatchObject({ is: "report", report: { counts: { errors: 1 } } });
  },
  async callMs() {
    const tool = { name: "wait", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
    const url = await listen((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      // Calls are never answered.
      request.on("end", () => {
        const message = JSON.parse(body || "{}") as { id?: unknown; method?: string };
        if (message.method === "tools/call") return;
        const result = message.method === "initialize" ? opening : { tools: [tool] };
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ jsonrpc: "2.0", id: message.id ?? null, result }));
      });
    });
    const started = performance.now();
    const report = await reportOf(url, { only: ["call-answer"], limits: { callMs: 200 } });
    expect([report.counts.errors, performance.now() - started < 5_000]).toEqual([1, true]);
  },
  async checkMs() {
    // Each request is answered just in time, and there are many.
    const url = await listen((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(500).end(), 100);
    });
    const report = await reportOf(url, { only: ["negotiation"], limits: { checkMs: 150 } });
    expect(report.looked.map(({ look }) => look)).toEqual([{ is: "skipped", why: "given up after 0 s" }]);
    // It is the time of each check, and the conversation goes on from one to the next.
    const calm = await listen((request, response) => {
      setTimeout(() => replying((message) => (message.method === "initialize" ? opening : { tools: [] }))(request, response), 20);
    });
    const names = ["ids", "extra-members", "late-cancel", "progress-token", "unknown-notification", "ping", "list-stable", "batch"];
    const all = await reportOf(calm, { only: names, limits: { checkMs: 500 } });
    expect(all.looked.filter(({ look }) => look.is === "skipped").map(({ check, look }) => [check.name, look])).toEqual([
      ["list-stable", { is: "skipped", why: "the server lists no tools" }],
    ]);
    expect(all.looked.reduce((sum, { ms }) => sum + ms, 0)).toBeGreaterThan(500);
  },
  async quietMs() {
    const url = await listen((request, response) => {
      if (request.method === "GET") response.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
      else replying(() => opening)(request, response);
    });
    const started = performance.now();
    await reportOf(url, { only: ["stream-starts"], limits: { quietMs: 200 } });
    expect(performance.now() - started).toBeLessThan(2_000);
  },
  async endMs() {
    const server = command("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('{}')", { endMs: 100 });
    for (let waited = 0; server.strangeCount === 0 && waited < 10_000; waited += 20) await new Promise((done) => setTimeout(done, 20));
    const started = performance.now();
    await server.close();
    await server.close();
    expect([server.exit?.signal, performance.now() - started < 3_000]).toEqual(["SIGKILL", true]);
  },
  async answerBytes() {
    let written = 0;
    const http = await client(
      (_request, response) => {
        response.on("close", () => clearInterval(timer));
        const timer = setInterval(() => {
          written += 10_000;
          response.write("x".repeat(10_000));
        }, 1);
      },
      { answerBytes: 100_000 },
    );
    const answer = await http.send({ body: {} });
    expect([answer.ended, answer.bytes <= 200_000]).toEqual(["large", true]);
    const seen = written;
    await new Promise((done) => setTimeout(done, 100));
    expect(written - seen).toBeLessThan(100_000);
  },
  async answerDepth() {
    const nested = (levels: number): string => `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const http = await client((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" }).end(nested(Number(request.headers["x-levels"])));
    });
    const messages = async (levels: number): Promise<number> =>
      (await http.send({ body: {}, headers: { "x-levels": String(levels) } })).messages.length;
    expect([await messages(100), await messages(doctorCeilings.answerDepth.value), await messages(100_000)]).toEqual([1, 0, 0]);
  },
  async metadataBytes() {
    const url = await listen((request, response) => {
      request.resume();
      if (request.method !== "GET") response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      else
        response.writeHead(200, { "content-type": "application/json" }).end(
          JSON.stringify({
            resource: `http://${request.headers.host ?? ""}/mcp`,
            authorization_servers: ["https://as.example"],
            filler: "x".repeat(70_000),
          }),
        );
    });
    const report = await reportOf(url, { only: ["resource-metadata"] });
    expect(JSON.stringify(report.looked[0]?.look)).toContain("no protected-resource document");
  },
  async lineBytes() {
    await using server = command(
      "process.stdout.write('x'.repeat(5000) + '\\n' + JSON.stringify({ jsonrpc: '2.0', method: 'here' }) + '\\n'); process.stdin.resume()",
      { lineBytes: 1_000 },
    );
    for (let waited = 0; server.others.length === 0 && waited < 5_000; waited += 20) await new Promise((done) => setTimeout(done, 20));
    expect([server.strangeCount, server.others.length]).toEqual([1, 1]);
  },
  async stderrBytes() {
    await using server = command("process.stderr.write('x'.repeat(1_000_000) + 'the end'); process.stdin.resume()");
    for (let waited = 0; !server.stderr.endsWith("the end") && waited < 5_000; waited += 20)
      await new Promise((done) => setTimeout(done, 20));
    expect([server.stderr.endsWith("the end"), server.stderr.length]).toEqual([true, doctorCeilings.stderrBytes.value]);
  },
  async messages() {
    const http = await client(
      (request, response) => {
        request.resume();
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let index = 0; index < 50; index += 1) response.write('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
        response.end('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
      },
      { messages: 10 },
    );
    expect((await http.send({ body: {}, until: "end" })).messages.length).toBe(10);
  },
  async listPages() {
    let pages = 0;
    const http = await client(
      replying((message) => (message.method === "initialize" ? opening : { tools: [], nextCursor: String((pages += 1)) })),
    );
    const { peer } = await openSession(http, "2025-11-25");
    if (peer === undefined) throw new Error("no peer");
    const list = await readList(peer, "tools", doctorLimits({ listPages: 5 }));
    expect([list.endless, list.pages, pages]).toEqual(["too many pages", 5, 5]);
  },
  async items() {
    const tools = Array.from({ length: 30 }, (_, index) => ({ name: `tool_${index}` }));
    const http = await client(
      replying((message) => (message.method === "initialize" ? opening : { tools, nextCursor: String(Math.random()) })),
    );
    const { peer } = await openSession(http, "2025-11-25");
    if (peer === undefined) throw new Error("no peer");
    const list = await readList(peer, "tools", doctorLimits({ items: 50 }));
    expect([list.endless, list.items.length]).toEqual(["too many items", 50]);
  },
  schemaNodes() {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { type: "string" }]));
    const found = schemaFaults({ type: "object", properties }, "it", doctorLimits({ schemaNodes: 100 }));
    expect(found.map((each) => each.found)).toEqual(["it has more than 100 parts"]);
    return Promise.resolve();
  },
  async findings() {
    const tools = Array.from({ length: 40 }, (_, index) => ({ name: `tool ${index}`, inputSchema: { type: "object" } }));
    const url = await listen(replying((message) => (message.method === "initialize" ? opening : { tools })));
    const report = await reportOf(url, { only: ["tool-names"], limits: { findings: 3 } });
    const look = report.looked[0]?.look;
    expect(look?.is === "found" ? look.findings.map((each) => each.found).at(-1) : look).toBe("37 more of this kind");
    expect(report.counts.errors).toBe(4);
  },
  quoteChars() {
    const shown = quote(`a\u001b[31m\u202e${"x".repeat(10_000)}`, 1_000_000);
    expect([
      shown.length <= doctorCeilings.quoteChars.value + 2,
      shown.startsWith('"a\\u{1b}[31m\\u{202e}xx'),
      shown.includes("\u001b"),
    ]).toEqual([true, true, false]);
    return Promise.resolve();
  },
  async rateWaitMs() {
    const http = await client((request, response) => {
      request.resume();
      response.writeHead(429, { "retry-after": "3600" }).end();
    });
    await expect(http.send({ body: {} })).rejects.toThrow("the server limits its rate");
    expect((await http.send({ body: {}, unpaced: true })).status).toBe(429);
  },
  async rateWaits() {
    let asked = 0;
    const url = await listen((request, response) => {
      request.resume();
      asked += 1;
      response.writeHead(429, { "retry-after": "0" }).end();
    });
    const report = await reportOf(url, { only: ["get-bare"], limits: { rateWaits: 3 } });
    expect([report.waited, asked < 20, report.looked[0]?.look.is]).toEqual([3, true, "skipped"]);
  },
};

describe("doctorCeilings: each is held against a server that goes against it", () => {
  test.each(Object.entries(proofs))("%s", async (_name, proof) => {
    expect.hasAssertions();
    await proof();
  });
});
