import { describe, expect, test } from "vitest";
import { SessionClient, StatelessClient } from "./client.ts";
import { type Frame, TestHolder, echo } from "./holder.ts";
import { RawPeer, ask, newHolderId, newKeys, startTestRelay, textOf, until } from "./rig.ts";

const secretHeader = "x-jackfield-link-secret";

describe("the stream", () => {
  test("ready comes at once, pings at the heartbeat, and headers that keep proxies from holding it back", async () => {
    await using relay = await startTestRelay({ limits: { keepAliveMs: 50 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    expect(holder.frames[0]).toEqual({ type: "ready", link: holder.keys.token, epoch: expect.any(Number), sessions: 0 });
    await until(() => holder.pings >= 3);
    using raw = new RawPeer(relay.url).send(
      `GET /s/${holder.keys.token}/events?holder=${newHolderId()} HTTP/1.1\r\nhost: x\r\n${secretHeader}: ${holder.keys.secret}\r\n\r\n`,
    );
    await until(() => raw.text.includes("ready"), 500);
    expect(raw.text).toMatch(/content-type: text\/event-stream/i);
    expect(raw.text).toMatch(/x-accel-buffering: no/i);
    expect(raw.text).toMatch(/cache-control: no-store/i);
  });

  test("agents join with their first request and leave when their session ends or they are quiet", async () => {
    await using relay = await startTestRelay({ limits: { presenceMs: 300 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(holder.mcpUrl, { name: "claude.ai" });
    await until(() => holder.of("agent").length === 1);
    expect(holder.of("agent")[0]).toEqual({ type: "agent", link: holder.keys.token, state: "join", agent: "claude.ai", sessions: 1 });
    await new StatelessClient(holder.mcpUrl, { name: "modern" }).call("echo");
    await until(() => holder.of("agent").length === 2);
    expect(holder.of("agent")[1]).toMatchObject({ state: "join", agent: "modern", sessions: 2 });
    await ask(holder.mcpUrl, { method: "DELETE", headers: client.headers });
    await until(() => holder.of("agent").length === 3);
    expect(holder.of("agent")[2]).toMatchObject({ state: "leave", agent: "claude.ai", sessions: 1 });
    await until(() => holder.of("agent").length === 4, 3_000);
    expect(holder.of("agent")[3]).toMatchObject({ state: "leave", agent: "modern", sessions: 0 });
  });

  test("an agent's name is cleaned and cut before it reaches a person", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    await SessionClient.open(holder.mcpUrl, { name: `evil\u202e\u0007\u{e0041}${"x".repeat(500)}` });
    await until(() => holder.of("agent").length === 1);
    const name = String(holder.of("agent")[0]?.["agent"]);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(name).toMatch(/^evilx+…$/);
  });

  test("the last holder to say hello gets the calls; the other is told once; the next call says that another page answers", async () => {
    await using relay = await startTestRelay();
    await using first = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const client = await SessionClient.open(first.mcpUrl);
    expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
    await using second = await TestHolder.start({ relay: relay.url, keys: first.keys, onRequest: echo });
    await until(() => first.of("notice").length === 1);
    expect(first.of("notice")[0]).toMatchObject({ code: "displaced", epoch: second.frames[0]?.["epoch"] });
    expect(textOf(await client.call("echo", { n: 2 }))).toMatch(/^\[Another page answers.*\] \{"n":2\}$/);
    expect(textOf(await client.call("echo", { n: 3 }))).toBe('{"n":3}');
    expect([first.of("request").length, second.of("request").length]).toEqual([1, 2]);
    // Visible again, the first takes them back.
    await first.hello();
    await until(() => second.of("notice").length === 1);
    expect(textOf(await client.call("echo", { n: 4 }))).toMatch(/^\[Another/);
    expect(first.of("request")).toHaveLength(2);
    // Another client has not been told anything before: for it there is no other page.
    const late = await SessionClient.open(first.mcpUrl);
    expect(textOf(await late.call("echo", { n: 5 }))).toBe('{"n":5}');
  });

  test("two take the link at one moment, and the later listens first: the other is told all the same", async () => {
    await using relay = await startTestRelay();
    await using first = new TestHolder({ relay: relay.url, onRequest: echo });
    await first.hello();
    await using second = await TestHolder.start({ relay: relay.url, keys: first.keys, onRequest: echo });
    await first.open();
    await until(() => first.of("notice").length === 1);
    expect(first.of("notice")[0]).toMatchObject({ code: "displaced", epoch: second.frames[0]?.["epoch"] });
    expect(second.of("notice")).toEqual([]);
    const client = await SessionClient.open(first.mcpUrl);
    expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
    expect([first.of("request").length, second.of("request").length]).toEqual([0, 1]);
  });

  test("a hello without a stream takes no calls from one that listens", async () => {
    await using relay = await startTestRelay();
    await using first = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const silent = new TestHolder({ relay: relay.url, keys: first.keys });
    await silent.hello();
    const client = await SessionClient.open(first.mcpUrl);
    expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
  });

  test("several links share one stream; a call through each reaches it under its own link; dropping it away takes them all", async () => {
    await using relay = await startTestRelay({ limits: { graceMs: 100 } });
    const others = Array.from({ length: 7 }, newKeys);
    await using holder = await TestHolder.start({
      relay: relay.url,
      others,
      onRequest: (frame) => (frame.link === holder.keys.token ? echo(frame) : undefined),
    });
    await until(() => holder.of("ready").length === 8);
    expect(new Set(holder.of("ready").map((frame) => frame.link)).size).toBe(8);
    expect(relay.counts().now).toMatchObject({ streams: 1, links: 8, holders: 8 });
    let answered = 0;
    for (const keys of [holder.keys, ...others]) {
      const own = new TestHolder({ relay: relay.url, keys, holder: holder.id });
      await own.hello();
      const client = await SessionClient.open(own.mcpUrl);
      const pending = client.call("echo", { link: keys.token });
      await until(() => holder.of("request").some((frame) => frame.link === keys.token));
      const frame = holder.of("request").find((one) => one.link === keys.token) as Frame;
      // The first link's own calls are answered by the holder itself.
      if (keys !== holder.keys) await own.result(frame.id, { content: [{ type: "text", text: keys.token }] });
      expect(textOf(await pending)).toContain(keys.token);
      answered++;
    }
    expect(answered).toBe(8);
    holder.drop();
    await until(() => relay.counts().now.holders === 0);
    expect(relay.counts().now.streams).toBe(0);
  });

  test("a new stream of the same holder takes the place of the old, which ends; its calls go on", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 1);
    expect(await holder.open()).toBe(200);
    await until(() => relay.counts().now.streams === 1);
    await holder.result(holder.of("request")[0]?.id ?? "", { content: [{ type: "text", text: "still" }] });
    expect(textOf(await pending)).toBe("still");
  });

  test("one wrong secret among several refuses the whole stream, and makes no link", async () => {
    await using relay = await startTestRelay();
    const holder = new TestHolder({ relay: relay.url, others: [{ secret: "short", token: "" }] });
    expect(await holder.open()).toBe(403);
    expect(relay.counts().now.links).toBe(0);
  });
});
