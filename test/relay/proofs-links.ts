import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, declaration, echo } from "./holder.ts";
import { RawPeer, ask, jsonOf, newKeys, startTestRelay, textOf, until } from "./rig.ts";

/** Limits on links, sessions and holders. */
export const linkProofs = {
  async links() {
    await using relay = await startTestRelay({ limits: { links: 3 } });
    const urls = Array.from({ length: 5 }, () => `${relay.url}/s/${newKeys().token}/mcp`);
    const clients: SessionClient[] = [];
    for (const url of urls) {
      clients.push(await SessionClient.open(url));
      await pause(5);
    }
    // The longest idle made room; its session is taken up again when it comes back.
    expect(relay.counts().total.evicted_links).toBe(2);
    expect(relay.counts().now.links).toBe(3);
    expect((await clients[0]?.request("ping"))?.result).toEqual({});
    // With a holder on each there is nobody to drop.
    const holders: TestHolder[] = [];
    for (let i = 0; i < 3; i++) holders.push(await TestHolder.start({ relay: relay.url, onRequest: echo }));
    const late = new TestHolder({ relay: relay.url });
    const refused = await late.hello();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "60"]);
    expect((await ask(`${relay.url}/s/${newKeys().token}/mcp`)).status).toBe(503);
    expect(relay.counts().total.full_links).toBe(2);
    for (const holder of holders) expect(textOf(await (await SessionClient.open(holder.mcpUrl)).call("echo", { n: 1 }))).toBe('{"n":1}');
    for (const holder of holders) await holder[Symbol.asyncDispose]();
  },

  async linkIdleMs() {
    await using relay = await startTestRelay({ limits: { linkIdleMs: 400, graceMs: 50 } });
    const holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    await SessionClient.open(`${relay.url}/s/${newKeys().token}/mcp`);
    await pause(700);
    // Held, it stays; nobody there, it goes, and its declaration with it.
    expect(relay.counts().now).toMatchObject({ links: 1, sessions: 1, catalogs: 1 });
    holder.drop();
    await until(() => relay.counts().now.links === 0, 3_000, "the idle link stays");
    expect(relay.counts().now).toMatchObject({ holders: 0, sessions: 0, catalogs: 0, catalog_bytes: 0, agents: 0 });
    // A client of before goes on as if nothing had been.
    await holder.hello();
    await holder.open();
    expect(textOf(await client.call("echo", { n: 2 }))).toBe('{"n":2}');
    // An open stream of a client is a reason to stay.
    using stream = await client.listen();
    await holder[Symbol.asyncDispose]();
    await pause(800);
    expect([stream.closed(), relay.counts().now.links]).toEqual([false, 1]);
  },

  async sessionsPerLink() {
    await using relay = await startTestRelay({ limits: { sessionsPerLink: 3 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const clients: SessionClient[] = [];
    for (let i = 0; i < 3; i++) {
      clients.push(await SessionClient.open(holder.mcpUrl));
      await pause(5);
    }
    await clients[0]?.request("ping");
    await pause(5);
    clients.push(await SessionClient.open(holder.mcpUrl));
    const statuses = await Promise.all(
      clients.map(async (client) => (await client.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status),
    );
    // The second was idle longest. Its id does not come back to life, though its seal is good.
    expect(statuses).toEqual([200, 404, 200, 200]);
    expect(relay.counts().total.evicted_sessions).toBe(1);
    expect(relay.counts().now).toMatchObject({ sessions: 3, ended_sessions: 1 });
  },

  async sessions() {
    await using relay = await startTestRelay({ limits: { sessions: 4, sessionRoomMs: 10_000 } });
    for (let i = 0; i < 4; i++) await SessionClient.open(`${relay.url}/s/${newKeys().token}/mcp`);
    const client = new SessionClient(`${relay.url}/s/${newKeys().token}/mcp`);
    const refused = await client.post({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {} },
    });
    expect([refused.status, jsonOf(refused).error?.data]).toEqual([503, { ceiling: "sessions", limit: 4, retryAfter: 60 }]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["mcp-session-id"]).toBeUndefined();
    expect(relay.counts().total.full_sessions).toBe(1);
    expect(relay.counts().now.sessions).toBe(4);
  },

  async sessionRoomMs() {
    await using relay = await startTestRelay({ limits: { sessions: 2, sessionRoomMs: 200 } });
    const [first] = [
      await SessionClient.open(`${relay.url}/s/${newKeys().token}/mcp`),
      await SessionClient.open(`${relay.url}/s/${newKeys().token}/mcp`),
    ];
    await pause(300);
    await SessionClient.open(`${relay.url}/s/${newKeys().token}/mcp`);
    expect(relay.counts().total).toMatchObject({ evicted_sessions: 1, full_sessions: 0 });
    expect((await first.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
  },

  async sessionIdleMs() {
    // A seal counts whole seconds: one and a half is the least that shows both ends.
    await using relay = await startTestRelay({ limits: { sessionIdleMs: 1_500 } });
    const url = `${relay.url}/s/${newKeys().token}/mcp`;
    const [used, idle] = [await SessionClient.open(url), await SessionClient.open(url)];
    for (let i = 0; i < 5; i++) {
      await pause(500);
      expect((await used.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(200);
    }
    expect((await idle.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
    expect(relay.counts().now.sessions).toBe(1);
  },

  async endedSessions() {
    await using relay = await startTestRelay({ limits: { endedSessions: 10 } });
    const url = `${relay.url}/s/${newKeys().token}/mcp`;
    for (let i = 0; i < 40; i++) {
      const client = await SessionClient.open(url);
      await ask(url, { method: "DELETE", headers: client.headers });
      expect((await client.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
    }
    expect(relay.counts().now).toMatchObject({ sessions: 0, ended_sessions: 10 });
  },

  async holdersPerLink() {
    await using relay = await startTestRelay({ limits: { holdersPerLink: 2 } });
    const keys = newKeys();
    const holders: TestHolder[] = [];
    for (let i = 0; i < 2; i++)
      holders.push(await TestHolder.start({ relay: relay.url, keys, onRequest: (frame) => (i === 0 ? undefined : echo(frame)) }));
    const [first, second] = holders as [TestHolder, TestHolder];
    await first.hello();
    const client = await SessionClient.open(first.mcpUrl);
    const pending = client.call("silent");
    await until(() => first.of("request").length === 1);
    // The second said hello longest ago: it goes, at once, and is told why. The call of the first goes on.
    const third = await TestHolder.start({ relay: relay.url, keys, onRequest: echo });
    await until(() => !second.isOpen);
    expect(second.of("notice").at(-1)).toMatchObject({ code: "limit" });
    expect(first.isOpen).toBe(true);
    expect(relay.counts().total.evicted_holders).toBe(1);
    expect(relay.counts().now).toMatchObject({ holders: 2, streams: 2 });
    const fourth = await TestHolder.start({ relay: relay.url, keys, onRequest: echo });
    expect(textOf(await pending)).toContain("closed or reloaded");
    for (const holder of [first, second, third, fourth]) await holder[Symbol.asyncDispose]();
  },

  async streams() {
    await using relay = await startTestRelay({ limits: { streams: 3 } });
    const holders = await Promise.all(Array.from({ length: 3 }, () => TestHolder.start({ relay: relay.url })));
    const late = new TestHolder({ relay: relay.url });
    const refused = await ask(`${late.url("events")}?holder=${late.id}`, { headers: { "x-jackfield-link-secret": late.keys.secret } });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "30"]);
    expect(relay.counts().total.full_streams).toBe(1);
    expect(relay.counts().now.links).toBe(3);
    holders[0]?.drop();
    await until(() => relay.counts().now.streams === 2);
    expect(await late.open()).toBe(200);
    for (const holder of [...holders, late]) await holder[Symbol.asyncDispose]();
  },

  async linksPerStream() {
    await using relay = await startTestRelay({ limits: { linksPerStream: 2 } });
    const two = new TestHolder({ relay: relay.url, others: [newKeys()] });
    expect(await two.open()).toBe(200);
    const three = new TestHolder({ relay: relay.url, others: [newKeys(), newKeys()] });
    expect(await three.open()).toBe(403);
    expect(relay.counts().total.bad_secret).toBe(1);
    await using most = await startTestRelay();
    expect(await new TestHolder({ relay: most.url, others: Array.from({ length: 8 }, newKeys) }).open()).toBe(403);
    await two[Symbol.asyncDispose]();
  },

  async watchesPerLink() {
    await using relay = await startTestRelay({ limits: { watchesPerLink: 5 } });
    await using holder = await TestHolder.start({
      relay: relay.url,
      declare: { ...declaration, resources: { list: [], subscribe: true } },
    });
    const client = await SessionClient.open(holder.mcpUrl);
    for (let i = 0; i < 9; i++) expect((await client.request("resources/subscribe", { uri: `x:${i}` })).result).toEqual({});
    await until(() => holder.of("notify").length === 5);
    await pause(50);
    expect(holder.of("notify")).toHaveLength(5);
    // A holder that takes over learns what is watched; the last to unsubscribe ends it.
    await using second = await TestHolder.start({ relay: relay.url, keys: holder.keys, declare: null });
    await until(() => second.of("notify").length === 5);
    await client.request("resources/unsubscribe", { uri: "x:0" });
    await until(() => second.of("notify").some((frame) => frame["method"] === "resources/unwatch"));
  },

  async graceMs() {
    await using relay = await startTestRelay({ limits: { graceMs: 400 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 1);
    const start = performance.now();
    holder.drop();
    expect(textOf(await pending)).toContain("closed or reloaded");
    const took = performance.now() - start;
    expect([took >= 395, took < 1_500]).toEqual([true, true]);
    expect(relay.counts().total.gone).toBe(1);
    expect(relay.counts().now.holders).toBe(0);
  },

  async presenceMs() {
    await using relay = await startTestRelay({ limits: { presenceMs: 300 } });
    const url = `${relay.url}/s/${newKeys().token}/mcp`;
    const client = await SessionClient.open(url);
    expect(relay.counts().now.agents).toBe(1);
    await until(() => relay.counts().now.agents === 0, 3_000, "a quiet agent stays");
    await client.request("ping");
    expect(relay.counts().now).toMatchObject({ agents: 1, sessions: 1 });
  },

  async drainMs() {
    const relay = await startTestRelay({ limits: { drainMs: 600 } });
    const holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl);
    using idle = new RawPeer(relay.url);
    const [soon, never] = [client.call("slow", { ms: 200 }), client.call("silent")];
    await until(() => holder.of("request").length === 2);
    const start = performance.now();
    const closing = relay.close();
    // What can end ends well; what can't is told, and so is the holder.
    expect(textOf(await soon)).toBe('{"ms":200}');
    expect((await never).error).toMatchObject({ code: -32603, message: expect.stringContaining("shutting down") });
    await Promise.all([closing, relay.close()]);
    const took = performance.now() - start;
    expect([took >= 590, took < 3_000]).toEqual([true, true]);
    expect(holder.of("notice").at(-1)).toMatchObject({ code: "closing" });
    await until(() => !holder.isOpen && idle.closed);
    await expect(ask(`${relay.url}/health`)).rejects.toThrow();
    await holder[Symbol.asyncDispose]();
  },
};
