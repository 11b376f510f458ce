import { describe, expect, test } from "vitest";
import { SessionClient, StatelessClient, openStream } from "../relay/client.ts";
import { TestHolder, declaration, echo, tool } from "../relay/holder.ts";
import { type JsonMessage, ask, textOf, toolsOf, until } from "../relay/rig.ts";
import { BusRig, mcpAt } from "./rig.ts";

const question = { method: "elicitation/create", params: { message: "Sure?", requestedSchema: { type: "object", properties: {} } } };
const yes = { action: "accept", content: {} };

describe("a session lives at every process", () => {
  test("begun at B, used at C, ended at A; then it is unknown everywhere", async () => {
    await using rig = await BusRig.start(3);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const at = (index: number): string => mcpAt(rig.at(index), holder.keys.token);
    const client = await SessionClient.open(at(1), { name: "roaming" });
    const here = new SessionClient(at(2));
    here.session = client.session;
    expect(textOf(await here.call("echo", { n: 1 }))).toBe('{"n":1}');
    expect(holder.of("agent")).toMatchObject([{ state: "join", agent: "roaming", sessions: 1 }]);
    const ended = await ask(at(0), { method: "DELETE", headers: here.headers });
    expect(ended.status).toBe(204);
    await until(() => holder.of("agent").length === 2);
    for (const index of [0, 1, 2]) {
      const late = new SessionClient(at(index));
      late.session = client.session;
      expect((await late.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
    }
  });

  test("begun before anybody held the link, it goes on at the link's home", async () => {
    await using rig = await BusRig.start(2);
    await using holder = new TestHolder({ relay: rig.at(0).url, onRequest: echo });
    const client = await SessionClient.open(mcpAt(rig.at(1), holder.keys.token));
    expect(toolsOf(await client.request("tools/list")).map(({ name }) => name)).toEqual(["connection_status"]);
    using stream = await client.listen();
    expect(stream.status).toBe(200);
    await holder.hello();
    await holder.open();
    await until(() => stream.events.some(({ method }) => method === "notifications/tools/list_changed"));
    await until(stream.closed);
    expect(toolsOf(await client.request("tools/list")).map(({ name }) => name)).toEqual(["echo", "slow", "silent"]);
    expect(textOf(await client.call("echo", { n: 2 }))).toBe('{"n":2}');
    // The one that it opens now is the home's.
    using again = await client.listen();
    expect((await holder.hello({ declare: { ...declaration, tools: [tool("echo")] } })).status).toBe(200);
    await until(() => again.events.some(({ method }) => method === "notifications/tools/list_changed"));
  });

  test("caps, rates and presence are counted once, at the home", async () => {
    await using rig = await BusRig.start(3, { limits: { callsPerLink: 3, callsPerSession: 2, mcpPerMinute: 1, mcpBurst: 12 } });
    await using holder = await TestHolder.start({ relay: rig.at(0).url });
    const clients = await Promise.all([0, 1, 2].map((index) => SessionClient.open(mcpAt(rig.at(index), holder.keys.token))));
    const running = [0, 1, 2].map((index) => clients[index]?.call("silent"));
    await until(() => holder.of("request").length === 3);
    for (const client of clients) expect(textOf(await client.call("silent"))).toContain("at most 3");
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await clients[at % 3]?.post({ jsonrpc: "2.0", id: 1, method: "ping" }))?.status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    expect(rig.relays.map((relay) => relay.counts().now.agents)).toEqual([3, 0, 0]);
    expect(rig.relays.map((relay) => relay.counts().total.rate_mcp)).toEqual([3, 0, 0]);
    for (const frame of holder.of("request")) await holder.result(frame.id, { content: [] });
    for (const call of running) await call;
  });
});

describe("what belongs to a call finds it", () => {
  test("a question of a session's call is answered at another process than the one that asked", async () => {
    await using rig = await BusRig.start(3);
    await using holder = await TestHolder.start({ relay: rig.at(0).url });
    const client = await SessionClient.open(mcpAt(rig.at(1), holder.keys.token), { capabilities: { elicitation: {} } });
    const opening = openStream(client.url, {
      method: "POST",
      headers: client.headers,
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "silent", _meta: { progressToken: "p" } } }),
    });
    await until(() => holder.of("request").length === 1);
    const id = holder.of("request")[0]?.id ?? "";
    // Frames of the holder come in at C.
    const frames = new TestHolder({ relay: rig.at(2).url, keys: holder.keys });
    expect(
      (
        await frames.post("frames", [
          { type: "progress", id, progress: 1 },
          { type: "ask", id, ask: "a", questions: { q: question } },
        ])
      ).status,
    ).toBe(204);
    using stream = await opening;
    await until(() => stream.events.length === 2);
    expect(stream.events[0]).toMatchObject({ method: "notifications/progress", params: { progressToken: "p", progress: 1 } });
    const asked = stream.events[1] as JsonMessage;
    const elsewhere = new SessionClient(mcpAt(rig.at(2), holder.keys.token));
    elsewhere.session = client.session;
    expect((await elsewhere.post({ jsonrpc: "2.0", id: asked.id, result: yes })).status).toBe(202);
    await until(() => holder.of("answer").length === 1);
    expect(holder.of("answer")[0]).toMatchObject({ id, ask: "a", answers: { q: yes } });
    expect((await frames.result(id, { content: [{ type: "text", text: "done" }] })).status).toBe(204);
    await until(() => stream.events.length === 3);
    expect(textOf(stream.events[2] as JsonMessage)).toBe("done");
    await until(stream.closed);
  });

  test("a stateless retry reaches the call that is parked, once, from any process", async () => {
    await using rig = await BusRig.start(3);
    await using holder = await TestHolder.start({ relay: rig.at(0).url });
    const options = { capabilities: { elicitation: {} } };
    const first = new StatelessClient(mcpAt(rig.at(1), holder.keys.token), options).call("silent", { n: 1 });
    await until(() => holder.of("request").length === 1);
    const id = holder.of("request")[0]?.id ?? "";
    await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: question } });
    const state = (await first).result?.["requestState"];
    const rest = { requestState: state, inputResponses: { q: yes } };
    const retry = new StatelessClient(mcpAt(rig.at(2), holder.keys.token), options).call("silent", { n: 1 }, rest);
    await until(() => holder.of("answer").length === 1);
    await holder.result(id, { content: [{ type: "text", text: "once" }] });
    expect(textOf(await retry)).toBe("once");
    expect(holder.of("request")).toHaveLength(1);
    expect((await new StatelessClient(mcpAt(rig.at(1), holder.keys.token), options).call("silent", { n: 1 }, rest)).error?.code).toBe(
      -32602,
    );
  });

  test("a client that leaves or cancels at any process stops its own call", async () => {
    await using rig = await BusRig.start(3);
    await using holder = await TestHolder.start({ relay: rig.at(0).url });
    const client = await SessionClient.open(mcpAt(rig.at(1), holder.keys.token));
    const leaving = new AbortController();
    const left = client.call("silent", {}, { signal: leaving.signal }).catch(() => "left");
    const cancelled = client.call("silent", {}, { id: 77 });
    await until(() => holder.of("request").length === 2);
    leaving.abort();
    expect(await left).toBe("left");
    await until(() => holder.of("cancel").length === 1);
    const elsewhere = new SessionClient(mcpAt(rig.at(2), holder.keys.token));
    elsewhere.session = client.session;
    await elsewhere.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 77 } });
    await until(() => holder.of("cancel").length === 2);
    expect(
      holder
        .of("cancel")
        .map((frame) => frame["reason"])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(["cancel", "disconnect"]);
    await cancelled.catch(() => undefined);
    await until(() => rig.relays.every((relay) => relay.counts().now.calls === 0));
  });

  test("a holder cannot answer another link's call, whatever process it says it to", async () => {
    await using rig = await BusRig.start(3);
    await using holder = await TestHolder.start({ relay: rig.at(0).url });
    await using other = await TestHolder.start({ relay: rig.at(1).url });
    const pending = new StatelessClient(mcpAt(rig.at(1), holder.keys.token)).call("silent");
    await until(() => holder.of("request").length === 1);
    const id = holder.of("request")[0]?.id ?? "";
    for (const relay of rig.relays) {
      const thief = new TestHolder({ relay: relay.url, keys: other.keys });
      expect((await thief.result(id, { content: [] })).status).toBe(404);
      expect((await thief.post("frames", { type: "progress", id, progress: 1 })).status).toBeLessThan(500);
    }
    await holder.result(id, { content: [{ type: "text", text: "mine" }] });
    expect(textOf(await pending)).toBe("mine");
  });
});
