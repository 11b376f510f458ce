import { type HttpDoor, type HttpDoorOptions, httpDoor } from "@jackfield/doors";
import { afterEach, describe, expect, test } from "vitest";
import { callBody, initializeBody, messageOf, open, openSession, send, stateless, textOf } from "../cases-a/mcp-peer.ts";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { openHost } from "../fixtures/open-host.ts";
import { closeAll, keep, pause, until } from "./link-setting.ts";
import { type LinkToolset, linkToolset } from "./link-toolset.ts";

afterEach(closeAll);

async function start(options: Partial<HttpDoorOptions> = {}): Promise<{ door: HttpDoor; tools: LinkToolset; url: URL }> {
  const tools = linkToolset();
  const host = keep(await openHost(tools.toolset));
  const door = keep(await httpDoor(host, { port: 0, ...options }));
  return { door, tools, url: new URL(door.url) };
}

describe("httpDoor", () => {
  test("serves /mcp and /health, and nothing else", async () => {
    const { url } = await start();
    const health = await send(new URL("/health", url), undefined);
    expect([health.status, JSON.parse(health.text)]).toEqual([200, { ok: true, name: "link", version: "1.0.0" }]);
    for (const path of ["/", "/mcp/", "/mcp/x", "/.well-known/oauth-protected-resource", "/favicon.ico", "/s/AAAAAAAAAAAAAAAAAAAAAA/mcp"])
      expect([path, (await send(new URL(path, url), undefined)).status]).toEqual([path, 404]);
    expect((await send(new URL("/mcp?v=abcdefgh", url), initializeBody("2025-11-25"))).status).toBe(200);
  });

  test("a token is asked of everything, and a client that has it is served", async () => {
    const { url } = await start({ token: "a-token" });
    expect((await send(url, initializeBody("2025-11-25"))).status).toBe(401);
    expect((await send(new URL("/health", url), undefined)).status).toBe(401);
    expect((await send(url, initializeBody("2025-11-25"), { headers: { authorization: "Bearer a-token" } })).status).toBe(200);
  });

  test("many clients share one process: sessions and stateless clients, each with its own answers", async () => {
    const { url, door, tools } = await start();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => openSession(url)));
    const answers = await Promise.all([
      ...sessions.map((session, index) => session.call("take", { index }, 1)),
      ...Array.from({ length: 10 }, (_, index) => stateless(url, "tools/call", { name: "take", arguments: { index: index + 10 } })),
    ]);
    expect(answers.map((answer) => (JSON.parse(textOf(messageOf(answer))) as { index: number }).index)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
    expect([door.counts().sessions, tools.taken.length]).toEqual([10, 20]);
  });

  test("callsPerClient: one client's flood is its own; another is served", async () => {
    const { url, door } = await start({ limits: { callsPerClient: 3 } });
    const flood = await openSession(url);
    const calls = Array.from({ length: 3 }, () => flood.begin("hold", {}).on("error", () => undefined));
    await until(() => door.counts().calls === 3);
    const refused = messageOf(await flood.call("take", {}));
    expect([refused.result?.isError, textOf(refused).includes("Too many calls")]).toEqual([true, true]);
    const other = await openSession(url);
    expect(messageOf(await other.call("take", {})).result?.isError).toBeUndefined();
    for (const one of calls) one.destroy();
    await until(() => door.counts().calls === 0);
  });

  test("a chat that holds all it may takes nothing from another, in either era", async () => {
    const tools = linkToolset();
    const host = keep(
      createHost(await openToolsets([tools.toolset]), {
        ports: nodePorts,
        policy: { ask: "none" },
        limits: { callsPerMark: 8, callsPerScope: 8 },
      }),
    );
    const door = keep(await httpDoor(host, { port: 0 }));
    const url = new URL(door.url);
    const [busy, other] = [await openSession(url), await openSession(url)];
    const held = Array.from({ length: 8 }, () => busy.begin("hold", {}).on("error", () => undefined));
    await until(() => door.counts().calls === 8);
    expect(textOf(messageOf(await busy.call("take", {})))).toContain("Too many calls");
    const served = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => other.call("take", { index })),
      stateless(url, "tools/call", { name: "take", arguments: { index: 8 } }),
    ]);
    expect(served.map((answer) => messageOf(answer).result?.isError)).toEqual(Array.from({ length: 9 }, () => undefined));
    for (const call of held) call.destroy();
    await until(() => door.counts().calls === 0);
    // Clients without sessions are told apart by what they say they are.
    const named = (name: string): ReturnType<typeof open> => statelessHold(url, name).on("error", () => undefined);
    const modern = Array.from({ length: 8 }, () => named("first"));
    await until(() => door.counts().calls === 8);
    expect(messageOf(await stateless(url, "tools/call", { name: "take", arguments: {} })).result?.isError).toBeUndefined();
    expect(messageOf(await other.call("take", {})).result?.isError).toBeUndefined();
    for (const call of modern) call.destroy();
    await until(() => door.counts().calls === 0);
  });

  test("more chats than a relay's link has may each have their stream open", async () => {
    const { url, door } = await start();
    const streams: ReturnType<typeof open>[] = [];
    for (let i = 0; i < 40; i++) {
      const session = await openSession(url);
      streams.push(open(url, undefined, { headers: { ...session.headers, accept: "text/event-stream" } }).on("error", () => undefined));
    }
    await until(() => door.counts().streams === 40);
    expect(door.counts()).toMatchObject({ sessions: 40, streams: 40 });
    for (const stream of streams) stream.destroy();
    await until(() => door.counts().streams === 0);
  });

  test("a client that leaves ends its call; a session that is ended ends its stream and its calls", async () => {
    const { url, door, tools } = await start();
    const session = await openSession(url);
    const call = session.begin("hold", {}).on("error", () => undefined);
    await until(() => door.counts().calls === 1);
    call.destroy();
    await until(() => tools.held.length === 1);
    const again = session.call("hold", {});
    const stream = open(url, undefined, { headers: { ...session.headers, accept: "text/event-stream" } });
    const ended = new Promise((resolve) => stream.once("response", (response) => response.resume().once("end", resolve)));
    await until(() => door.counts().calls === 1 && door.counts().streams === 1);
    await session.end();
    await ended;
    expect(messageOf(await again).error).toBeDefined();
    await until(() => door.counts().calls === 0);
    expect(door.counts()).toMatchObject({ sessions: 0, streams: 0, waiting: 0 });
  });

  test("sessionIdleMs: an idle session ends with its stream", async () => {
    const { url, door } = await start({ limits: { sessionIdleMs: 200 } });
    const session = await openSession(url);
    const stream = open(url, undefined, { headers: { ...session.headers, accept: "text/event-stream" } });
    const ended = new Promise((resolve) => stream.once("response", (response) => response.resume().once("end", resolve)));
    await ended;
    expect(door.counts()).toMatchObject({ sessions: 0, streams: 0 });
    expect((await session.call("take", {})).status).toBe(404);
  });

  test("pageItems: lists come in pages that a client can follow", async () => {
    const { url } = await start({ limits: { pageItems: 2 } });
    const session = await openSession(url);
    const names: string[] = [];
    let cursor: unknown;
    do {
      const answer = messageOf(
        await session.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: cursor === undefined ? {} : { cursor } })),
      );
      const tools = answer.result?.["tools"];
      names.push(...(Array.isArray(tools) ? tools : []).map(({ name }: { name: string }) => name));
      cursor = answer.result?.["nextCursor"];
    } while (cursor !== undefined);
    expect(names).toEqual(["take", "hold", "talk", "ask", "large"]);
    const wrong = messageOf(await session.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "x" } })));
    expect(wrong.error?.code).toBe(-32602);
  });

  test("bodyBytes: a body without a declared length is cut off as well", async () => {
    const { url } = await start({ limits: { bodyBytes: 10_000 } });
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("x".repeat(20_000)));
          controller.close();
        },
      }),
      duplex: "half",
    });
    expect(answer.status).toBe(413);
  });

  test("what a tool logs and reports is shown plainly", async () => {
    const { url } = await start();
    const session = await openSession(url);
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "talk", arguments: {}, _meta: { progressToken: "p" } },
    });
    const answer = await session.post(body);
    expect(answer.text).toContain("step 1\\\\u{202e}");
    expect(answer.text).not.toContain("\u202e");
  });

  test("close ends calls and streams with an answer, and leaves nothing; twice without harm", async () => {
    const { url, door, tools } = await start();
    const session = await openSession(url);
    const call = session.call("hold", {});
    await until(() => door.counts().calls === 1);
    await Promise.all([door.close(), door.close()]);
    expect(messageOf(await call).error?.message).toContain("shutting down");
    await pause(20);
    expect([door.counts(), tools.held]).toEqual([{ sessions: 1, sockets: 0, calls: 0, waiting: 0, streams: 0, parked: 0 }, ["stopped"]]);
    await expect(send(url, callBody("take", {}, 1))).rejects.toThrow();
  });
});

/** A call of a client without sessions that names itself, and whose answer is not waited for. */
function statelessHold(url: URL, name: string): ReturnType<typeof open> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name, version: "1" },
  };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "hold", arguments: {}, _meta: meta } };
  return open(url, JSON.stringify(body), {
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "hold" },
  });
}
