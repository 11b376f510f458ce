import { describe, expect, test } from "vitest";
import { type OpenStream, SessionClient, StatelessClient, openStream } from "./client.ts";
import { TestHolder, declaration, echo } from "./holder.ts";
import { type Answer, type JsonMessage, eventsOf, jsonOf, startTestRelay, textOf, until } from "./rig.ts";

const question = (message = "Sure?"): object => ({
  method: "elicitation/create",
  params: { message, requestedSchema: { type: "object", properties: { yes: { type: "boolean" } } } },
});
const yes = { action: "accept", content: { yes: true } };

/** The id of the newest request, once there are `count`. */
async function started(holder: TestHolder, count = 1): Promise<string> {
  await until(() => holder.of("request").length === count);
  return holder.of("request")[count - 1]?.id ?? "";
}

describe("questions", () => {
  test("session era: asked on the call's own stream, answered by the session that was asked, and by no other", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const [client, other] = [
      await SessionClient.open(holder.mcpUrl, { capabilities: { elicitation: {} } }),
      await SessionClient.open(holder.mcpUrl),
    ];
    const opening = openStream(holder.mcpUrl, {
      method: "POST",
      headers: client.headers,
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "silent" } }),
    });
    const id = await started(holder);
    expect((await holder.post("frames", { type: "ask", id, ask: "a1", questions: { q: question("Play \u202eit\u0007?") } })).status).toBe(
      204,
    );
    using stream = await opening;
    await until(() => stream.events.length === 1);
    const asked = stream.events[0] as JsonMessage;
    expect(asked).toMatchObject({ method: "elicitation/create", params: { message: "Play it?", requestedSchema: { type: "object" } } });
    // Our own key, never the client's or the holder's.
    expect(String(asked.id)).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/);
    expect((await other.post({ jsonrpc: "2.0", id: asked.id, result: { action: "accept", content: { yes: false } } })).status).toBe(202);
    // A second question of the same call has to wait.
    await holder.post("frames", { type: "ask", id, ask: "a2", questions: { q: question() } });
    await until(() => holder.of("answer").length === 1);
    expect(holder.of("answer")[0]).toMatchObject({ ask: "a2", error: { code: "busy" } });
    await client.post({ jsonrpc: "2.0", id: asked.id, result: yes });
    await until(() => holder.of("answer").length === 2);
    expect(holder.of("answer")[1]).toEqual({ type: "answer", link: holder.keys.token, id, ask: "a1", answers: { q: yes } });
    await holder.result(id, { content: [{ type: "text", text: "done" }] });
    await until(() => stream.events.length === 2);
    expect(textOf(stream.events[1] as JsonMessage)).toBe("done");
    await until(stream.closed);
  });

  test("stateless era: input_required with a sealed state; the retry reaches the call that is still running, once", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = new StatelessClient(holder.mcpUrl, { capabilities: { elicitation: {}, roots: {} } });
    const first = client.call("silent", { n: 1 });
    const id = await started(holder);
    await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: question(), r: { method: "roots/list", params: {} } } });
    const { result } = await first;
    expect(result).toMatchObject({
      resultType: "input_required",
      inputRequests: { q: { method: "elicitation/create" }, r: { method: "roots/list" } },
    });
    const state = result?.["requestState"];
    expect(relay.counts().now).toMatchObject({ parked: 1, calls: 1, exchanges: 0 });
    const answers = { q: yes, r: { roots: [] } };
    // Another link, other arguments, a changed state: refused, and the parked call is untouched.
    await using elsewhere = await TestHolder.start({ relay: relay.url });
    for (const wrong of [
      new StatelessClient(elsewhere.mcpUrl, { capabilities: { elicitation: {} } }).call(
        "silent",
        { n: 1 },
        { requestState: state, inputResponses: answers },
      ),
      client.call("silent", { n: 2 }, { requestState: state, inputResponses: answers }),
      client.call("silent", { n: 1 }, { requestState: `${String(state).slice(0, -2)}AA`, inputResponses: answers }),
    ])
      expect((await wrong).error?.code).toBe(-32602);
    const retry = client.call("silent", { n: 1 }, { requestState: state, inputResponses: answers });
    await until(() => holder.of("answer").length === 1);
    expect(holder.of("answer")[0]).toMatchObject({ id, ask: "a", answers });
    await holder.result(id, { content: [{ type: "text", text: "once" }] });
    expect(textOf(await retry)).toBe("once");
    expect(holder.of("request")).toHaveLength(1);
    // A state counts once.
    expect((await client.call("silent", { n: 1 }, { requestState: state, inputResponses: answers })).error?.code).toBe(-32602);
    expect(relay.counts().now).toMatchObject({ parked: 0, calls: 0 });
  });

  test("a client that cannot be asked: the holder learns it at once, with what the client lacks, and the call goes on", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const session = await SessionClient.open(holder.mcpUrl);
    const jsonOnly = await SessionClient.open(holder.mcpUrl, { capabilities: { elicitation: {} } });
    const lacks = { code: "capability_missing", data: { requiredCapabilities: { elicitation: { form: {} } } } };
    const cases = [
      [() => session.call("silent"), lacks],
      [() => new StatelessClient(holder.mcpUrl).call("silent"), lacks],
      [() => jsonOnly.call("silent", {}, { headers: { accept: "application/json" } }), { code: "ask_unavailable" }],
    ] as const;
    for (const [index, [send, error]] of cases.entries()) {
      const pending = send();
      const id = await started(holder, index + 1);
      await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: question() } });
      await until(() => holder.of("answer").length === index + 1);
      expect(holder.of("answer")[index]).toMatchObject({ id, error });
      await holder.result(id, { content: [{ type: "text", text: "without" }] });
      expect(textOf(await pending)).toBe("without");
    }
    expect(relay.counts().now).toMatchObject({ calls: 0, parked: 0, held_bytes: 0 });
  });

  test("a call that needs what its client did not declare ends with -32021: 400 in the stateless era, in-band in a session", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const session = await SessionClient.open(holder.mcpUrl);
    const sends = [
      () => new StatelessClient(holder.mcpUrl).post("tools/call", { name: "silent", arguments: {} }),
      () => session.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "silent" } }),
    ];
    const ends: unknown[] = [];
    for (const [index, send] of sends.entries()) {
      const pending = send();
      const id = await started(holder, index + 1);
      await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: { method: "sampling/createMessage", params: {} } } });
      await until(() => holder.of("answer").length === index + 1);
      await holder.error(id, holder.of("answer")[index]?.["error"] as object);
      const answer = await pending;
      const { code, data } = jsonOf(answer).error ?? {};
      ends.push([answer.status, code, data]);
    }
    const data = { requiredCapabilities: { sampling: {} } };
    expect(ends).toEqual([
      [400, -32021, data],
      [200, -32021, data],
    ]);
  });

  test("calls that wait in a session take no place of those that run, whatever ends their question", async () => {
    await using relay = await startTestRelay({ limits: { callsPerSession: 1, callsPerLink: 1 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl, { capabilities: { elicitation: {} } });
    const begin = (id: number): ReturnType<typeof openStream> =>
      openStream(holder.mcpUrl, {
        method: "POST",
        headers: client.headers,
        body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "silent" } }),
      });
    const streams: Awaited<ReturnType<typeof openStream>>[] = [];
    for (let i = 1; i <= 3; i++) {
      const opening = begin(i);
      const id = await started(holder, i);
      await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: question() } });
      streams.push(await opening);
    }
    const [answered, left, cancelled] = streams as [OpenStream, OpenStream, OpenStream];
    expect(relay.counts().now).toMatchObject({ parked: 3, calls: 3 });
    expect(relay.counts().now.held_bytes).toBeGreaterThan(0);
    left[Symbol.dispose]();
    await client.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
    await until(() => relay.counts().now.parked === 1 && cancelled.closed());
    await until(() => answered.events.length === 1);
    await client.post({ jsonrpc: "2.0", id: answered.events[0]?.id, result: yes });
    await until(() => holder.of("answer").some((frame) => frame["answers"] !== undefined));
    // It runs again, and has the one place there is.
    expect(textOf(await client.call("silent"))).toContain("Too many calls are running");
    await holder.result(holder.of("request")[0]?.id ?? "", { content: [{ type: "text", text: "done" }] });
    await until(answered.closed);
    expect(relay.counts().now).toMatchObject({ parked: 0, calls: 0, held_bytes: 0 });
    const next = client.call("silent");
    await holder.result(await started(holder, 4), { content: [{ type: "text", text: "free" }] });
    expect(textOf(await next)).toBe("free");
  });

  test("the requests of calls that wait count as held bytes: large ones left behind cannot fill the memory", async () => {
    await using relay = await startTestRelay({ limits: { heldBytes: 200 * 1024 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = new StatelessClient(holder.mcpUrl, { capabilities: { elicitation: {} } });
    const args = { text: "x".repeat(60 * 1024) };
    const states: unknown[] = [];
    for (let i = 1; i <= 2; i++) {
      const pending = client.call("silent", args);
      await holder.post("frames", { type: "ask", id: await started(holder, i), ask: "a", questions: { q: question() } });
      states.push((await pending).result?.["requestState"]);
    }
    await until(() => relay.counts().now.exchanges === 0);
    expect(relay.counts().now.held_bytes).toBeGreaterThanOrEqual(120 * 1024);
    const third = client.call("silent", args);
    const id = await started(holder, 3);
    await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: question() } });
    await until(() => holder.of("answer").length === 1);
    expect(holder.of("answer")[0]).toMatchObject({ id, error: { code: "busy", data: { ceiling: "heldBytes" } } });
    await holder.result(id, { content: [{ type: "text", text: "without" }] });
    expect(textOf(await third)).toBe("without");
    for (const [index, requestState] of states.entries()) {
      const retry = client.call("silent", args, { requestState, inputResponses: { q: yes } });
      await until(() => holder.of("answer").length === index + 2);
      await holder.result(holder.of("request")[index]?.id ?? "", { content: [{ type: "text", text: "done" }] });
      expect(textOf(await retry)).toBe("done");
    }
    await until(() => relay.counts().now.held_bytes === 0);
  });

  test("a call that ends while its question is open takes the question with it", async () => {
    await using relay = await startTestRelay({ limits: { graceMs: 100 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl, { capabilities: { elicitation: {} } });
    const pending = client.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "silent" } });
    const id = await started(holder);
    await holder.post("frames", { type: "ask", id, ask: "a", questions: { q: question() } });
    holder.drop();
    const last = eventsOf((await pending).text).at(-1) ?? {};
    expect(textOf(last)).toContain("closed or reloaded");
    expect(relay.counts().now).toMatchObject({ calls: 0, parked: 0, exchanges: 0 });
  });
});

describe("progress and log", () => {
  test("both precede the answer on its stream, cleaned and cut; a client that asked for none gets one JSON body", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({
      relay: relay.url,
      declare: { ...declaration, logging: true },
      onRequest: async (frame, self) => {
        await self.post("frames", [
          { type: "progress", id: frame.id, progress: 1, total: 3, message: `step \u202e${"m".repeat(2_000)}` },
          { type: "progress", id: frame.id, progress: 1 },
          { type: "log", id: frame.id, level: "warning", data: { said: "hid\u{e0041}den\u0000" }, logger: "app" },
          { type: "log", id: frame.id, level: "debug", data: "too fine" },
          { type: "progress", id: frame.id, progress: 2 },
        ]);
        return { content: [{ type: "text", text: "done" }] };
      },
    });
    const client = await SessionClient.open(holder.mcpUrl);
    const send = (meta?: object): Promise<Answer> =>
      client.post({
        jsonrpc: "2.0",
        id: 9,
        method: "tools/call",
        params: { name: "echo", ...(meta === undefined ? {} : { _meta: meta }) },
      });
    for (const token of ["a-string", 17]) {
      const events = eventsOf((await send({ progressToken: token })).text);
      expect(events.map((event) => event.method ?? event.id)).toEqual([
        "notifications/progress",
        "notifications/message",
        "notifications/progress",
        9,
      ]);
      const [first, message] = events as [JsonMessage, JsonMessage];
      expect(first.params).toMatchObject({ progressToken: token, progress: 1, total: 3 });
      expect(String(first.params?.["message"])).toMatch(/^step m+…$/);
      expect(String(first.params?.["message"]).length).toBeLessThanOrEqual(500);
      expect(message.params).toEqual({ level: "warning", logger: "app", data: { said: "hidden" } });
    }
    await client.request("logging/setLevel", { level: "error" });
    const quiet = await send();
    expect([quiet.headers["content-type"], textOf(jsonOf(quiet))]).toEqual(["application/json", "done"]);
    // Stateless clients get log messages only where they ask for them.
    const modern = new StatelessClient(holder.mcpUrl);
    expect((await modern.post("tools/call", { name: "echo" })).headers["content-type"]).toBe("application/json");
    const loud = await modern.post("tools/call", { name: "echo", _meta: { "io.modelcontextprotocol/logLevel": "debug" } });
    expect(eventsOf(loud.text).map((event) => event.method)).toEqual(["notifications/message", "notifications/message", undefined]);
  });
});

describe("resources and prompts of a declared link", () => {
  const rich = {
    ...declaration,
    resources: { list: [{ uri: "song:1", name: "Song" }], templates: [{ uriTemplate: "song:{id}", name: "Any song" }], subscribe: true },
    prompts: [{ name: "mix", description: "Mixes.", arguments: [{ name: "style", required: true }] }],
    completion: true,
  };

  test("lists come from the declaration, everything else from the holder, unknown prompts from nobody", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({
      relay: relay.url,
      declare: rich,
      onRequest: async (frame, self) => {
        const params = frame["params"] as { uri?: string; name?: string };
        if (frame["method"] === "resources/read") {
          if (params.uri === "song:1") return { contents: [{ uri: "song:1", text: "la" }] };
          await self.error(frame.id, { code: "resource_unknown", message: "No such song" });
          return undefined;
        }
        if (frame["method"] === "prompts/get") return { messages: [{ role: "user", content: { type: "text", text: "mix it" } }] };
        return { completion: { values: ["soft"], hasMore: false } };
      },
    });
    const client = await SessionClient.open(holder.mcpUrl);
    expect((await client.request("resources/list")).result).toEqual({ resources: rich.resources.list });
    expect((await client.request("resources/templates/list")).result).toEqual({ resourceTemplates: rich.resources.templates });
    expect((await client.request("prompts/list")).result).toEqual({ prompts: rich.prompts });
    expect((await client.request("resources/read", { uri: "song:1" })).result).toEqual({ contents: [{ uri: "song:1", text: "la" }] });
    expect((await client.request("resources/read", { uri: "song:9" })).error?.code).toBe(-32002);
    expect((await new StatelessClient(holder.mcpUrl).request("resources/read", { uri: "song:9" })).error?.code).toBe(-32602);
    expect((await client.request("prompts/get", { name: "mix", arguments: { style: "x" } })).result?.["messages"]).toHaveLength(1);
    expect(
      (await client.request("completion/complete", { ref: { type: "ref/prompt", name: "mix" }, argument: { name: "style", value: "s" } }))
        .result,
    ).toEqual({ completion: { values: ["soft"], hasMore: false } });
    const before = holder.of("request").length;
    expect((await client.request("prompts/get", { name: "nope" })).error?.code).toBe(-32602);
    expect(holder.of("request").length).toBe(before);
    expect((await client.request("prompts/get", { name: "constructor" })).error?.code).toBe(-32602);
  });

  test("subscriptions: the holder is told of the first watcher and the last, and updates reach those who watch", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url, declare: rich, onRequest: echo });
    const [a, b] = [await SessionClient.open(holder.mcpUrl), await SessionClient.open(holder.mcpUrl)];
    using streamA = await a.listen();
    using streamB = await b.listen();
    await a.request("resources/subscribe", { uri: "song:1" });
    const modern = new StatelessClient(holder.mcpUrl);
    using listen = await openStream(holder.mcpUrl, {
      method: "POST",
      ...modern.message("subscriptions/listen", { notifications: { resourceSubscriptions: ["song:1"], toolsListChanged: true } }),
    });
    await until(() => holder.of("notify").length === 1);
    expect(holder.of("notify")[0]).toMatchObject({ method: "resources/watch", params: { uri: "song:1" } });
    await holder.post("frames", { type: "notify", method: "notifications/resources/updated", params: { uri: "song:1" } });
    await until(() => streamA.events.length === 1 && listen.events.length === 2);
    expect(streamA.events[0]).toMatchObject({ method: "notifications/resources/updated", params: { uri: "song:1" } });
    expect(streamB.events).toEqual([]);
    for (const method of ["tools", "prompts", "resources"])
      await holder.post("frames", { type: "notify", method: `notifications/${method}/list_changed` });
    await until(() => streamB.events.length === 3 && listen.events.length === 3);
    await a.request("resources/unsubscribe", { uri: "song:1" });
    listen[Symbol.dispose]();
    await until(() => holder.of("notify").length === 2);
    expect(holder.of("notify")[1]).toMatchObject({ method: "resources/unwatch", params: { uri: "song:1" } });
    // What roots a client has may change; the holder learns that much.
    await a.post({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    await until(() => holder.of("notify").length === 3);
    expect(holder.of("notify")[2]).toMatchObject({ method: "notifications/roots/list_changed" });
  });

  test("a fixed link has none of it: empty lists, and no notification of a holder reaches a client", async () => {
    await using relay = await startTestRelay({ catalog: declaration });
    await using holder = await TestHolder.start({ relay: relay.url, declare: rich, onRequest: echo });
    const modern = new StatelessClient(holder.mcpUrl);
    using listen = await openStream(holder.mcpUrl, {
      method: "POST",
      ...modern.message("subscriptions/listen", { notifications: { toolsListChanged: true, resourcesListChanged: true } }),
    });
    await until(() => listen.events.length === 1);
    expect(listen.events[0]?.params?.["notifications"]).toEqual({});
    for (const method of ["tools", "resources"])
      expect((await holder.post("frames", { type: "notify", method: `notifications/${method}/list_changed` })).status).toBe(204);
    const client = await SessionClient.open(holder.mcpUrl);
    expect((await client.request("resources/read", { uri: "song:1" })).error?.code).toBe(-32601);
    expect(listen.events).toHaveLength(1);
  });
});
