import { expect, test } from "vitest";
import { malformed } from "./malformed.ts";
import { callBody, initializeBody, messageOf, openSession, raw, send, stateless, textOf, until } from "./mcp-peer.ts";
import type { CaseTarget } from "./system.ts";

/** Who gets which answer: A01, A03, A05. */
export function answersCases(target: CaseTarget): void {
  test("A01: two calls in flight with one id each get their own answer", async () => {
    await using system = await target.start({});
    const session = await openSession(system.url);
    for (const [slowId, fastId] of [
      [1, 1],
      ["1", 1],
      [1, "1"],
    ] as const) {
      const slow = session.call("sleep", { ms: 400, text: "X" }, slowId);
      await until(
        () => system.counts(),
        ({ calls }) => calls > 0,
      );
      const fast = messageOf(await session.call("echo", { text: "Y" }, fastId));
      expect([textOf(fast), fast.id]).toEqual(["Y", fastId]);
      const late = messageOf(await slow);
      expect([textOf(late), late.id]).toEqual(["X", slowId]);
    }
    const [x, y] = await Promise.all([
      stateless(system.url, "tools/call", { name: "sleep", arguments: { ms: 300, text: "X" } }),
      stateless(system.url, "tools/call", { name: "echo", arguments: { text: "Y" } }),
    ]);
    expect([textOf(messageOf(x)), textOf(messageOf(y))]).toEqual(["X", "Y"]);
    // The same id in two sessions, and a cancel of the one: the other goes on.
    const other = await openSession(system.url);
    const mine = session.call("sleep", { ms: 400, text: "mine" }, 7);
    const theirs = other.begin("sleep", { ms: 400, text: "theirs" });
    await until(
      () => system.counts(),
      ({ calls }) => calls === 2,
    );
    await other.post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }));
    expect(textOf(messageOf(await mine))).toBe("mine");
    theirs.destroy();
    theirs.on("error", () => undefined);
    await until(
      () => system.counts(),
      ({ calls }) => calls === 0,
    );
  });

  test("A03: an id of null is an error, and nothing runs", async () => {
    await using system = await target.start({});
    const session = await openSession(system.url);
    const answers = [
      await session.post('{"jsonrpc":"2.0","id":null,"method":"tools/list"}'),
      await session.post('{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}'),
      await stateless(system.url, "tools/list", {}, null),
      await stateless(system.url, "tools/call", { name: "echo", arguments: { text: "x" } }, null),
    ];
    for (const answer of answers)
      expect([answer.status, messageOf(answer).error?.code, messageOf(answer).id ?? null]).toEqual([400, -32600, null]);
    expect(await system.runs()).toBe(0);
    // A request is a notification only where the member is absent.
    expect((await session.post('{"jsonrpc":"2.0","method":"tools/list"}')).status).toBe(202);
  });

  test("A05: a malformed body is an error of its own; the next request on this and other sessions works", async () => {
    await using system = await target.start({});
    const session = await openSession(system.url);
    expect(malformed.length).toBeGreaterThanOrEqual(30);
    for (const body of malformed) {
      for (const headers of [session.headers, {}, { "mcp-protocol-version": "2026-07-28", "mcp-method": "ping" }]) {
        const answer = await send(system.url, body, { headers });
        const shown = typeof body === "string" ? body.slice(0, 60) : Buffer.from(body).toString("latin1");
        expect([shown, answer.status < 500, [-32700, -32600, -32602].includes(messageOf(answer).error?.code ?? 0)]).toEqual([
          shown,
          true,
          true,
        ]);
      }
      expect((await session.post('{"jsonrpc":"2.0","id":1,"method":"ping"}')).status).toBe(200);
      expect((await (await openSession(system.url)).end()).status).toBe(204);
    }
    const plain = await session.post(callBody("echo", { text: "x" }, 1), { headers: { "content-type": "text/plain" } });
    expect(plain.status).toBe(415);
    const { host, pathname } = system.url;
    const short = [
      `POST ${pathname} HTTP/1.1`,
      `host: ${host}`,
      "content-type: application/json",
      "accept: application/json, text/event-stream",
      "content-length: 500",
      "",
      initializeBody("2025-11-25"),
    ].join("\r\n");
    await raw(system.url, short, { halfClose: true, ms: 500 });
    expect((await session.post('{"jsonrpc":"2.0","id":1,"method":"ping"}')).status).toBe(200);
    expect(await system.runs()).toBe(0);
    expect(system.alive).toBe(true);
  });
}
