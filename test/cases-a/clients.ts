import { expect, test } from "vitest";
import { callBody, messageOf, open, openSession, raw, reset, send, textOf, until } from "./mcp-peer.ts";
import { inParallel } from "./sessions.ts";
import type { CaseTarget } from "./system.ts";

/** Clients that leave, come back and come in numbers, and a far end that dies: A06, A15, A16. */
export function clientsCases(target: CaseTarget): void {
  test("A06: 100 clients that leave in the middle of a call are not noticed", async () => {
    await using system = await target.start({});
    const watcher = await openSession(system.url);
    await watcher.call("echo", { text: "warm" });
    const start = await until(
      () => system.counts(),
      ({ calls, sockets }) => calls === 0 && sockets <= target.restingSockets,
    );
    await inParallel(100, 5, async () => {
      const session = await openSession(system.url);
      const call = session.begin("sleep", { ms: 500, text: "nobody hears" });
      call.on("error", () => undefined);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
      reset(call);
      await session.end();
    });
    const { host, pathname } = system.url;
    await inParallel(10, 5, async () => {
      const session = await openSession(system.url);
      const body = callBody("sleep", { ms: 100, text: "half closed" }, 1);
      const head = [
        `POST ${pathname} HTTP/1.1`,
        `host: ${host}`,
        "content-type: application/json",
        "accept: application/json, text/event-stream",
        `mcp-session-id: ${session.id}`,
        "mcp-protocol-version: 2025-11-25",
        `content-length: ${body.length}`,
        "",
        body,
      ];
      await raw(system.url, head.join("\r\n"), { halfClose: true, ms: 1_000 });
      await session.end();
    });
    const began = await system.cpu();
    expect(textOf(messageOf(await watcher.call("echo", { text: "healthy" })))).toBe("healthy");
    expect((await system.cpu()) - began).toBeLessThan(250);
    const end = await until(
      () => system.counts(),
      (now) => now.calls === 0 && now.sockets <= target.restingSockets && now.sessions === start.sessions,
    );
    expect({ ...end, sockets: 0 }).toEqual({ ...start, sockets: 0 });
    expect(system.alive).toBe(true);
  });

  test("A15: 20 clients drop and come back 20 times while others call", async () => {
    await using system = await target.start({});
    let coming = true;
    const live = await Promise.all([1, 2, 3].map(() => openSession(system.url)));
    let calls = 0;
    const calling = Promise.all(
      live.map(async (session, index) => {
        while (coming) {
          const answer = await session.call("echo", { text: `live ${index}` });
          if (answer.status !== 200 || textOf(messageOf(answer)) !== `live ${index}`)
            throw new Error(`a live client's call failed: ${answer.status} ${answer.text.slice(0, 200)}`);
          calls++;
        }
      }),
    );
    await inParallel(20, 20, async () => {
      for (let round = 0; round < 20; round++) {
        const session = await openSession(system.url);
        const stream = open(system.url, undefined, { headers: { ...session.headers, accept: "text/event-stream" } });
        stream.on("error", () => undefined);
        if (Math.random() < 0.5) reset(session.begin("sleep", { ms: 50, text: "dropped" }).on("error", () => undefined));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        reset(stream);
        if (Math.random() < 0.5) await Promise.all([session.end(), session.end()]);
      }
    });
    coming = false;
    await calling;
    expect(calls).toBeGreaterThan(50);
    expect(system.alive).toBe(true);
    await until(
      () => system.counts(),
      (now) => now.calls === 0 && now.streams === 0,
    );
  });

  test("A16: a far end that dies ends the calls that wait for it, with a reason", async () => {
    await using system = await target.start({});
    const session = await openSession(system.url);
    const waiting = [1, 2, 3].map((id) => session.call("sleep", { ms: 60_000, text: "never" }, id));
    await until(
      () => system.counts(),
      ({ calls }) => calls === 3,
    );
    const began = performance.now();
    await system.loseFarEnd();
    for (const answer of await Promise.all(waiting)) {
      const message = messageOf(answer);
      const words = message.error?.message ?? textOf(message);
      expect([message.error !== undefined || message.result?.isError === true, words.length > 10, words.includes("never")]).toEqual([
        true,
        true,
        false,
      ]);
    }
    expect(performance.now() - began).toBeLessThan(target.farEndMs);
    const next = await send(system.url, callBody("echo", { text: "x" }, 1), { headers: session.headers });
    expect(messageOf(next).error !== undefined || messageOf(next).result?.isError === true).toBe(true);
    expect(system.alive).toBe(true);
  });
}
