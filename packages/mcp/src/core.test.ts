import { describe, expect, test } from "vitest";
import { Bench } from "./test-endpoint.ts";

const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "echo", arguments: { x: 1 } } } as const;
const done = new TextEncoder().encode('{"content":[{"type":"text","text":"ok"}]}');

describe("sessions", () => {
  test("initialize agrees on each session revision and answers another with 2025-11-25", () => {
    const bench = new Bench();
    for (const [asked, agreed] of [
      ["2024-11-05", "2024-11-05"],
      ["2025-03-26", "2025-03-26"],
      ["2025-06-18", "2025-06-18"],
      ["2025-11-25", "2025-11-25"],
      ["1999-01-01", "2025-11-25"],
    ] as const) {
      const { sink } = bench.send({
        jsonrpc: "2.0",
        id: "a",
        method: "initialize",
        params: { protocolVersion: asked, capabilities: {}, clientInfo: { name: "c", version: "1" } },
      });
      expect(sink.json).toMatchObject({
        id: "a",
        result: { protocolVersion: agreed, serverInfo: { name: "test" }, instructions: "Play." },
      });
      expect(sink.headers["mcp-session-id"]).toMatch(/^[\x21-\x7e]+$/);
    }
  });

  test("a request without a session is 400, one with an unknown session 404, each with the id echoed", () => {
    const bench = new Bench();
    const none = bench.send(call).sink;
    expect([none.status, none.json["id"]]).toEqual([400, 7]);
    const unknown = bench.send(call, { "mcp-session-id": "nope" }).sink;
    expect([unknown.status, unknown.json["id"]]).toEqual([404, 7]);
    expect(bench.endpoint.handed).toHaveLength(0);
  });

  test("a call is handed on with the client's own bytes and answered with its own id", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    const { sink } = bench.raw(
      '{"jsonrpc":"2.0","id":"\\u0041","method":"tools/call","params":{"name":"echo","arguments":{"big":12345678901234567890,"huge":1e400}}}',
      headers,
    );
    const { request, reply } = bench.endpoint.last;
    expect(new TextDecoder().decode(request.params)).toBe('{"name":"echo","arguments":{"big":12345678901234567890,"huge":1e400}}');
    reply.result(done);
    expect(sink.text).toBe('{"jsonrpc":"2.0","id":"\\u0041","result":{"content":[{"type":"text","text":"ok"}]}}');
    expect(bench.core.counts()).toEqual({ waiting: 0, streams: 0, parked: 0 });
  });

  test("two calls with one id on one session each get their own answer", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    const a = bench.send(call, headers);
    const b = bench.send(call, headers);
    const [first, second] = bench.endpoint.handed;
    second?.reply.value({ who: "b" });
    first?.reply.value({ who: "a" });
    expect(a.sink.json["result"]).toEqual({ who: "a" });
    expect(b.sink.json["result"]).toEqual({ who: "b" });
  });

  test("cancel acts on one live call with that id, and on none when two have it", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    bench.send(call, headers);
    bench.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "7" } }, headers);
    expect(bench.endpoint.gones).toHaveLength(0);
    bench.send(call, headers);
    bench.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, headers);
    expect(bench.endpoint.gones).toHaveLength(0);
    bench.endpoint.handed[1]?.reply.result(done);
    bench.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, headers);
    expect(bench.endpoint.gones).toEqual([{ key: bench.endpoint.handed[0]?.request.key, why: "cancel" }]);
  });

  test("another session's cancel and answers do nothing", () => {
    const bench = new Bench();
    const mine = bench.initialize("2025-11-25", { elicitation: {} });
    const other = bench.initialize();
    const { sink } = bench.send(call, mine);
    bench.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, other);
    expect(bench.endpoint.gones).toHaveLength(0);
    let answers: unknown;
    bench.endpoint.last.reply.ask({
      questions: { q: { method: "elicitation/create", params: { message: "?", requestedSchema: { type: "object", properties: {} } } } },
      done: (a) => (answers = a),
    });
    const asked = sink.events.at(-1);
    const answer = { jsonrpc: "2.0", id: asked?.["id"] ?? "", result: { action: "accept" } };
    expect(bench.send(answer, other).sink.status).toBe(202);
    expect(answers).toBeUndefined();
    expect(bench.send(answer, mine).sink.status).toBe(202);
    expect(answers).toEqual({ q: { action: "accept" } });
  });

  test("a disconnect ends the call, and an answer afterwards goes nowhere", () => {
    const bench = new Bench();
    const { sink, exchange } = bench.send(call, bench.initialize());
    exchange?.dropped();
    exchange?.dropped();
    expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["disconnect"]);
    bench.endpoint.last.reply.result(done);
    expect(sink.text).toBe("");
    expect(bench.core.counts().waiting).toBe(0);
  });

  test("DELETE ends the session and its calls alone", () => {
    const bench = new Bench();
    const mine = bench.initialize();
    const other = bench.initialize();
    bench.send(call, mine);
    bench.send(call, other);
    expect(bench.raw("", mine, "DELETE").sink.status).toBe(204);
    expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["closed"]);
    expect(bench.raw("", mine, "DELETE").sink.status).toBe(404);
    expect(bench.send(call, other).sink.status).toBe(0);
  });
});

describe("json first, then a stream", () => {
  test("after 20 s the answer is a stream of events, kept alive every 15 s", () => {
    const bench = new Bench();
    const { sink } = bench.send(call, bench.initialize());
    bench.now += 19_000;
    bench.core.tick();
    expect(sink.status).toBe(0);
    bench.now += 1_000;
    bench.core.tick();
    expect(sink.headers["content-type"]).toBe("text/event-stream");
    const before = sink.text.length;
    bench.now += 15_000;
    bench.core.tick();
    expect(sink.text.slice(before)).toMatch(/^: /);
    bench.endpoint.last.reply.result(new TextEncoder().encode('{\r\n"content":[]\n}'));
    expect(sink.events).toEqual([{ jsonrpc: "2.0", id: 7, result: { content: [] } }]);
    expect(sink.ended).toBe(true);
  });

  test("a client that takes only JSON gets white space, then JSON", () => {
    const bench = new Bench();
    const { sink } = bench.send(call, { ...bench.initialize(), accept: "application/json" });
    bench.endpoint.last.reply.progress({ progress: 1 });
    for (let s = 0; s < 60; s++) {
      bench.now += 1_000;
      bench.core.tick();
    }
    expect(sink.text).toMatch(/^ +$/);
    bench.endpoint.last.reply.result(done);
    expect(sink.json["result"]).toBeDefined();
    expect(sink.headers["content-type"]).toBe("application/json");
  });

  test("progress opens the stream only where a token came, and only ever grows", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    const plain = bench.send(call, headers);
    bench.endpoint.last.reply.progress({ progress: 1 });
    expect(plain.sink.status).toBe(0);
    const { sink } = bench.send({ ...call, params: { ...call.params, _meta: { progressToken: "t-1" } } }, headers);
    const { reply } = bench.endpoint.last;
    reply.progress({ progress: 1, total: 3 });
    reply.progress({ progress: 1 });
    reply.progress({ progress: 2, message: "half" });
    reply.result(done);
    expect(sink.events.map((event) => event["params"] ?? "answer")).toEqual([
      { progressToken: "t-1", progress: 1, total: 3 },
      { progressToken: "t-1", progress: 2, message: "half" },
      "answer",
    ]);
  });

  test("a result in pieces reads as one answer in every form", () => {
    for (const form of ["json", "stream", "stateless", "stateless-meta"] as const) {
      const bench = new Bench();
      const { sink } = form.startsWith("stateless")
        ? bench.stateless("tools/call", { name: "echo" })
        : bench.send(call, bench.initialize());
      if (form === "stream") {
        bench.now += 20_000;
        bench.core.tick();
      }
      const stream = bench.endpoint.last.reply.stream(() => undefined);
      const meta = form === "stateless-meta";
      for (const piece of [' {"content":', "[\n1,", "2]"]) stream?.write(new TextEncoder().encode(piece));
      if (meta) stream?.write(new TextEncoder().encode(',"_meta":{"a":1}'), { at: 15, empty: false });
      stream?.end(meta ? [{ name: "content" }, { name: "_meta" }] : [{ name: "content" }]);
      const answer = form === "stream" ? sink.events[0] : sink.json;
      expect(answer?.["result"]).toMatchObject({
        content: [1, 2],
        ...(form.startsWith("stateless") ? { resultType: "complete" } : {}),
        ...(meta ? { _meta: { a: 1 } } : {}),
      });
      expect(sink.ended).toBe(true);
    }
  });
});

describe("streams", () => {
  test("a session's stream hears changes and watched resources; a second is 409", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    const { sink, exchange } = bench.raw("", { ...headers, accept: "text/event-stream" }, "GET");
    expect(bench.raw("", { ...headers, accept: "text/event-stream" }, "GET").sink.status).toBe(409);
    bench.send({ jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri: "a:b" } }, headers);
    for (const change of [{ kind: "tools" }, { kind: "updated", uri: "a:b" }, { kind: "updated", uri: "other:" }] as const)
      bench.core.publish("scope", change);
    bench.core.publish("another", { kind: "prompts" });
    expect(sink.events.map((event) => event["method"])).toEqual(["notifications/tools/list_changed", "notifications/resources/updated"]);
    expect(bench.endpoint.watched).toEqual(["+a:b"]);
    exchange?.dropped();
    expect(bench.core.counts().streams).toBe(0);
    bench.raw("", headers, "DELETE");
    expect(bench.endpoint.watched).toEqual(["+a:b", "-a:b"]);
  });

  test("a listen stream acknowledges what it honours, marks each message, and says its result at the end", () => {
    const bench = new Bench();
    bench.endpoint.capabilities = { tools: { listChanged: true }, resources: { subscribe: true } };
    const { sink } = bench.stateless(
      "subscriptions/listen",
      { notifications: { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["a:b"], taskIds: ["x"] } },
      { id: "l" },
    );
    bench.core.publish("scope", { kind: "tools" });
    bench.core.publish("scope", { kind: "prompts" });
    bench.core.publish("scope", { kind: "updated", uri: "a:b" });
    bench.core.endScope("scope");
    const mark = { "io.modelcontextprotocol/subscriptionId": "l" };
    expect(sink.events).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { notifications: { toolsListChanged: true, resourceSubscriptions: ["a:b"] }, _meta: mark },
      },
      { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: mark } },
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "a:b", _meta: mark } },
      {
        jsonrpc: "2.0",
        id: "l",
        result: { resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": { name: "test", version: "1" }, ...mark } },
      },
    ]);
    expect(bench.endpoint.watched).toEqual(["+a:b", "-a:b"]);
    expect(bench.core.counts().streams).toBe(0);
  });

  test("a bare GET is 405 with Allow, an unknown session's 404", () => {
    const bench = new Bench();
    const bare = bench.raw("", { accept: "text/event-stream" }, "GET").sink;
    expect([bare.status, bare.headers["allow"]]).toEqual([405, "POST, DELETE"]);
    expect(bench.raw("", { "mcp-session-id": "x" }, "GET").sink.status).toBe(404);
    expect(bench.raw("", {}, "PUT").sink.status).toBe(405);
  });
});

describe("batches", () => {
  test("where the revision has them, all answers come as one array; a stream carries each as an event", () => {
    const bench = new Bench();
    const headers = bench.initialize("2025-03-26");
    const batch = [
      { ...call, id: 1 },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { ...call, id: 2 },
      { jsonrpc: "2.0", id: null, method: "ping" },
    ];
    const { sink } = bench.send(batch, headers);
    bench.endpoint.handed[1]?.reply.result(done);
    expect(sink.status).toBe(0);
    bench.endpoint.handed[0]?.reply.result(done);
    expect((JSON.parse(sink.text) as { id: number }[]).map((answer) => answer.id)).toEqual([null, 2, 1]);
    const slow = bench.send(batch, headers).sink;
    bench.now += 20_000;
    bench.core.tick();
    for (const { reply } of bench.endpoint.handed.slice(2)) reply.result(done);
    expect(slow.events.map((answer) => answer["id"])).toEqual([null, 1, 2]);
    expect(slow.ended).toBe(true);
  });

  test.each([
    ["a revision without them", "2025-06-18", [call], 400],
    ["seventeen messages", "2025-03-26", Array.from({ length: 17 }, () => call), 400],
    ["none", "2025-03-26", [], 400],
    ["initialize inside", "2025-03-26", [{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }], 400],
    ["notifications only", "2025-03-26", [{ jsonrpc: "2.0", method: "notifications/initialized" }], 202],
  ] as const)("%s", (_name, revision, batch, status) => {
    const bench = new Bench();
    const { sink } = bench.raw(JSON.stringify(batch), bench.initialize(revision));
    expect(sink.status).toBe(status);
    expect(bench.endpoint.handed).toHaveLength(0);
  });
});

describe("bad messages", () => {
  const bodies: readonly (string | Uint8Array)[] = [
    "",
    "{",
    "null",
    '"hello"',
    "7",
    "[]",
    "{}",
    "[1,2",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":true,"method":"ping"}',
    `{"jsonrpc":"2.0","id":"${"x".repeat(201)}","method":"ping"}`,
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":7}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"\\u0069d":2,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}',
    '{"jsonrpc":"2.0","result":{}}',
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`,
    `${"[".repeat(100_000)}`,
    '{"jsonrpc":"2.0","id":1,"method":"ping"} x',
    '{"jsonrpc":"2.0","id":1,"method":"ping",}',
    Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    Uint8Array.from([0x22, 0xe2, 0x80]),
    `{"jsonrpc":"2.0","id":1,"method":"${"m".repeat(200)}"}`,
  ];

  test("each is refused for itself alone, without echoing it, and the next request works", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    expect(bodies.length).toBeGreaterThanOrEqual(30);
    for (const body of bodies) {
      const { sink } = bench.raw(body, headers);
      expect([400, 200]).toContain(sink.status);
      expect((sink.json["error"] as { code: number }).code, String(body).slice(0, 60)).toBeLessThan(-32_000);
      expect(sink.text.length).toBeLessThan(400);
      expect(bench.send({ jsonrpc: "2.0", id: "p", method: "ping" }, headers).sink.json).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
    }
    expect(bench.endpoint.handed).toHaveLength(0);
  });

  test("content types and accepts are read as media types", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const statuses = [
      { "content-type": "text/plain" },
      { "content-type": "application/json; charset=utf-8" },
      { "content-type": "application/jsonx" },
      { accept: "text/html" },
      { accept: "*/*" },
      { accept: "application/json;q=0" },
    ].map((more) => bench.send(ping, { ...headers, ...more }).sink.status);
    expect(statuses).toEqual([415, 200, 415, 406, 200, 406]);
  });
});
