import { Agent } from "node:http";
import { expect, test } from "vitest";
import { callBody, initializeBody, messageOf, open, openSession, reset, send, stateless, textOf, until } from "./mcp-peer.ts";
import type { CaseTarget } from "./system.ts";

/** Sessions that are left, ended or unknown: A10, A12, A13. */
export function sessionsCases(target: CaseTarget): void {
  test("A10: 5,000 abandoned sessions leave nothing behind", async () => {
    await using system = await target.start({ sessionIdleMs: 1_000, sessions: 10_000 });
    const abandon = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true });
      const session = await openSession(system.url, "2025-11-25", agent);
      const stream = open(system.url, undefined, { headers: { ...session.headers, accept: "text/event-stream" }, agent });
      await new Promise((resolve) => stream.once("response", resolve));
      reset(stream);
      agent.destroy();
    };
    const nothingLeft = () =>
      until(
        () => system.counts(),
        ({ sessions, streams, calls }) => sessions === 0 && streams === 0 && calls === 0,
      );
    // The first two thousand cost about 1 MB once: compiled code and tables that grow to their size. A leak goes on after them.
    await inParallel(2_000, 12, abandon);
    await nothingLeft();
    const before = await system.heap();
    let most = 0;
    await inParallel(5_000, 12, async (index) => {
      await abandon();
      if (index % 500 === 0) most = Math.max(most, (await system.counts()).sessions);
    });
    expect(most).toBeGreaterThan(10);
    await nothingLeft();
    const after = await system.heap();
    expect(after - before).toBeLessThan(noiseBytes + 5_000 * target.endedBytes);
    await openSession(system.url);
    // Not in that session: on a busy machine it may be idle for longer than it lives before the call comes.
    expect(textOf(messageOf(await stateless(system.url, "tools/call", { name: "echo", arguments: { text: "still here" } })))).toBe(
      "still here",
    );
  });

  test("A10: sessions are capped: 503 and Retry-After, and an ended one makes room", async () => {
    await using system = await target.start({ sessions: 10 });
    const sessions = [];
    for (let i = 0; i < 10; i++) sessions.push(await openSession(system.url));
    const refused = await send(system.url, initializeBody("2025-11-25"));
    expect([refused.status, Number(refused.headers["retry-after"]) > 0, messageOf(refused).error !== undefined]).toEqual([503, true, true]);
    expect((await system.counts()).sessions).toBe(10);
    await sessions[0]?.end();
    await openSession(system.url);
  });

  test("A12: method by session: GET is never 404 for a session that lives", async () => {
    await using system = await target.start({});
    const live = await openSession(system.url);
    const ended = await openSession(system.url);
    await ended.end();
    const ids = { none: {}, valid: live.headers, unknown: { "mcp-session-id": "nope" }, ended: ended.headers } as const;
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const expected: Readonly<Record<string, Readonly<Record<keyof typeof ids, number>>>> = {
      POST: { none: 400, valid: 200, unknown: 404, ended: 404 },
      DELETE: { none: 400, valid: 204, unknown: 404, ended: 404 },
      PUT: { none: 405, valid: 405, unknown: 405, ended: 405 },
      OPTIONS: { none: 405, valid: 405, unknown: 405, ended: 405 },
      HEAD: { none: 405, valid: 405, unknown: 405, ended: 405 },
      GET: { none: 405, valid: 200, unknown: 404, ended: 404 },
    };
    let checked = 0;
    for (const [method, statuses] of Object.entries(expected)) {
      for (const [which, status] of Object.entries(statuses)) {
        const headers = ids[which as keyof typeof ids];
        // The stream of a live session stays open, and a DELETE of it would end the case.
        if (which === "valid" && (method === "GET" || method === "DELETE")) continue;
        const body = method === "POST" || method === "PUT" ? ping : undefined;
        const answer = await send(system.url, body, { method, headers: { ...headers, accept: "application/json, text/event-stream" } });
        const allows = answer.status !== 405 || /POST/.test(answer.headers.allow ?? "");
        const code = answer.status === 404 ? messageOf(answer).error?.code : -32001;
        expect([method, which, answer.status, allows, code]).toEqual([method, which, status, true, -32001]);
        checked++;
      }
    }
    expect(checked).toBe(22);
    const stream = open(system.url, undefined, { headers: { ...live.headers, accept: "text/event-stream" } });
    const status = await new Promise<number | undefined>((resolve) => stream.once("response", (response) => resolve(response.statusCode)));
    expect(status).toBe(200);
    const second = await send(system.url, undefined, { headers: { ...live.headers, accept: "text/event-stream" } });
    expect(second.status).toBe(409);
    stream.on("error", () => undefined).destroy();
    await until(
      () => system.counts(),
      ({ streams }) => streams === 0,
    );
    expect((await live.end()).status).toBe(204);
  });

  test("A13: after a restart the old session is 404, a new initialize works, and stale ids cost nothing", async () => {
    const first = await target.start({});
    const port = Number(first.url.port);
    const session = await openSession(first.url);
    expect((await session.call("echo", { text: "before" })).status).toBe(200);
    await first.kill();
    await using system = await target.start({ port });
    const url = new URL(system.url);
    // A relay's address carries a key that outlives it; a door's is the same anyway.
    const stale = (body: string | undefined, method?: string) =>
      send(url, body, { ...(method === undefined ? {} : { method }), headers: session.headers });
    for (const answer of [await stale(callBody("echo", { text: "x" }, 1)), await stale(undefined), await stale(undefined, "DELETE")]) {
      expect([answer.status, messageOf(answer).error?.code]).toEqual([404, -32001]);
    }
    const fresh = await openSession(url);
    expect(textOf(messageOf(await fresh.call("echo", { text: "after" })))).toBe("after");
    const before = await system.heap();
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const started = await system.cpu();
    await inParallel(1_000, 4, async () => {
      const answer = await send(url, callBody("echo", { text: "x" }, 1), { headers: session.headers, agent });
      if (answer.status !== 404) throw new Error(`a stale id was answered ${answer.status}`);
    });
    const each = ((await system.cpu()) - started) / 1_000;
    agent.destroy();
    expect(each).toBeLessThan(5);
    expect((await system.heap()) - before).toBeLessThan(2_000_000);
    expect([(await system.counts()).sessions, await system.runs()]).toEqual([1, 1]);
  });
}

/** Heap that comes and goes by itself between two collections of a warm process; 100 bytes left of each session would be as much. */
const noiseBytes = 500_000;

/** Runs `count` times, `width` at a time. */
export async function inParallel(count: number, width: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await run(next++);
    }),
  );
}
