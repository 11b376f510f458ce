import { Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { Bench, RecordingLine } from "./test-endpoint.ts";

const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "echo", arguments: { x: 1 } } } as const;
const done = new TextEncoder().encode('{"content":[{"type":"text","text":"ok"}]}');

describe("sessions", () => {
  test("initialize agrees on each session revision and answers another with 2025-11-25", () => {
    const bench = new Bench();
    for (const [asked, agreed] of [["2024-11-05", "2024-11-05"], ["2025-03-26", "2025-03-26"], ["2025-06-18", "2025-06-18"], ["2025-11-25", "2025-11-25"], ["1999-01-01", "2025-11-25"]] as const) {
      const { sink } = bench.send({ jsonrpc: "2.0", id: "a", method: "initialize", params: { protocolVersion: asked, capabilities: {}, clientInfo: { name: "c", version: "1" } } });
      expect(sink.json).toMatchObject({ id: "a", result: { protocolVersion: agreed, serverInfo: { name: "test" }, instructions: "Play." } });
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
    const { sink } = bench.raw('{"jsonrpc":"2.0","id":"\\u0041","method":"tools/call","params":{"name":"echo","arguments":{"big":12345678901234567890,"huge":1e400}}}', headers);
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
    bench.endpoint.last.reply.ask({ questions: { q: { method: "elicitation/create", params: { message: "?", requestedSchema: { type: "object", properties: {} } } } }, done: (a) => (answers = a) });
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
    expect(sink.events.map((event) => event["params"] ?? "answer")).toEqual([{ progressToken: "t-1", progress: 1, total: 3 }, { progressToken: "t-1", progress: 2, message: "half" }, "answer"]);
  });

  test("a result in pieces reads as one answer in every form", () => {
    for (const form of ["json", "stream", "stateless", "stateless-meta"] as const) {
      const bench = new Bench();
      const { sink } = form.startsWith("stateless") ? bench.stateless("tools/call", { name: "echo" }) : bench.send(call, bench.initialize());
      if (form === "stream") {
        bench.now += 20_000;
        bench.core.tick();
      }
      const stream = bench.endpoint.last.reply.stream(() => undefined);
      const meta = form === "stateless-meta";
      for (const piece of [' {"content":', "[\n1,", "2]", meta ? ',"_meta":{"a":1}' : ""]) stream?.write(new TextEncoder().encode(piece));
      stream?.end(meta);
      const answer = form === "stream" ? sink.events[0] : sink.json;
      expect(answer?.["result"]).toMatchObject({ content: [1, 2], ...(form.startsWith("stateless") ? { resultType: "complete" } : {}), ...(meta ? { _meta: { a: 1 } } : {}) });
      expect(sink.ended).toBe(true);
    }
  });
});

describe("2026-07-28", () => {
  test("results carry resultType and server info, with and without a _meta of their own", () => {
    for (const [body, more] of [["{}", {}], ['{"content":[]}', { content: [] }], ['{"_meta":{},"a":1}', { a: 1 }], ['{"a":1,"_meta":{"b":2}}', { a: 1 }], [' { "_meta" : { "b" : 2 } } ', {}]] as const) {
      const bench = new Bench();
      const { sink } = bench.stateless("tools/call", { name: "echo" });
      bench.endpoint.last.reply.result(new TextEncoder().encode(body));
      expect(sink.json["result"]).toMatchObject({ resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": { name: "test" } }, ...more });
    }
  });

  test("cache hints are on the six methods and nowhere else", () => {
    const bench = new Bench();
    const hinted = [];
    for (const [method, params] of [["server/discover", {}], ["tools/list", {}], ["tools/call", { name: "x" }], ["prompts/list", {}], ["prompts/get", { name: "x" }], ["resources/list", {}], ["resources/templates/list", {}], ["resources/read", { uri: "x:y" }], ["completion/complete", {}]] as const) {
      const { sink } = bench.stateless(method, params);
      if (!sink.ended) bench.endpoint.last.reply.value({});
      if ((sink.json["result"] as { ttlMs?: number }).ttlMs !== undefined) hinted.push(method);
    }
    expect(hinted).toEqual(["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"]);
  });

  test.each([
    ["no version header", { "mcp-protocol-version": undefined }, {}, -32020],
    ["another version in the header", { "mcp-protocol-version": "2025-11-25" }, {}, -32020],
    ["no method header", { "mcp-method": undefined }, {}, -32020],
    ["another method in the header", { "mcp-method": "tools/list" }, {}, -32020],
    ["no name header", { "mcp-name": undefined }, {}, -32020],
    ["another name in the header", { "mcp-name": "other" }, {}, -32020],
    ["bad base64 in the name", { "mcp-name": "=?base64?%%?=" }, {}, -32020],
    ["no capabilities", {}, { "io.modelcontextprotocol/clientCapabilities": undefined }, -32602],
    ["an unknown revision", { "mcp-protocol-version": "2099-01-01" }, { "io.modelcontextprotocol/protocolVersion": "2099-01-01" }, -32022],
  ])("%s is refused with 400 and nothing runs", (_name, headers, meta, code) => {
    const bench = new Bench();
    const { sink } = bench.stateless("tools/call", { name: "echo" }, { headers: headers as Record<string, string>, meta: meta as Record<string, string> });
    expect([sink.status, (sink.json["error"] as { code: number }).code, sink.json["id"]]).toEqual([400, code, 1]);
    expect(bench.endpoint.handed).toHaveLength(0);
  });

  test("a name in base64 is decoded before it is compared", () => {
    const bench = new Bench();
    bench.stateless("tools/call", { name: "größe" }, { headers: { "mcp-name": `=?base64?${Buffer.from("größe").toString("base64")}?=` } });
    expect(bench.endpoint.handed).toHaveLength(1);
  });

  test("methods that were removed are 404 and -32601", () => {
    const bench = new Bench();
    for (const method of ["initialize", "ping", "logging/setLevel", "resources/subscribe", "nonsense", "__proto__", "constructor"]) {
      const { sink } = bench.stateless(method);
      expect([sink.status, (sink.json["error"] as { code: number }).code]).toEqual([404, -32601]);
    }
  });
});

describe("input_required", () => {
  const ask = { q: { method: "elicitation/create", params: { message: "Name?", requestedSchema: { type: "object", properties: {} } } } } as const;
  const can = { capabilities: { elicitation: {} } };

  function asked(bench: Bench, beforeEffects = false): { state: string; answers: () => unknown } {
    const { sink } = bench.stateless("tools/call", { name: "echo", arguments: { a: 1 } }, can);
    let answers: unknown;
    bench.endpoint.last.reply.ask({ questions: ask, beforeEffects, done: (given) => (answers = given) });
    const result = sink.json["result"] as { resultType: string; requestState: string; inputRequests: object };
    expect(result).toMatchObject({ resultType: "input_required", inputRequests: ask });
    return { state: result.requestState, answers: () => answers };
  }

  test("the retry re-attaches: the tool runs once and answers the retry's id", () => {
    const bench = new Bench();
    const { state, answers } = asked(bench);
    expect(bench.core.counts()).toMatchObject({ parked: 1, waiting: 1 });
    const retry = bench.stateless("tools/call", { name: "echo", arguments: { a: 1 }, requestState: state, inputResponses: { q: { action: "accept" }, more: 1 } }, { ...can, id: "second" });
    expect(answers()).toEqual({ q: { action: "accept" } });
    expect(bench.endpoint.handed).toHaveLength(1);
    bench.endpoint.handed[0]?.reply.result(done);
    expect(retry.sink.json).toMatchObject({ id: "second", result: { resultType: "complete" } });
    expect(bench.core.counts()).toEqual({ waiting: 0, streams: 0, parked: 0 });
  });

  test.each([
    ["forged", (state: string) => `${state}x`, { name: "echo", arguments: { a: 1 } }],
    ["for other arguments", (state: string) => state, { name: "echo", arguments: { a: 2 } }],
    ["for another tool", (state: string) => state, { name: "other", arguments: { a: 1 } }],
    ["not a string", () => 7, { name: "echo", arguments: { a: 1 } }],
  ])("a state that is %s is refused and the parked call stays", (_name, change, params) => {
    const bench = new Bench();
    const { state, answers } = asked(bench);
    const { sink } = bench.stateless("tools/call", { ...params, requestState: change(state) as string, inputResponses: { q: { action: "accept" } } }, can);
    expect(sink.json["error"]).toMatchObject({ code: -32602 });
    expect(answers()).toBeUndefined();
    expect(bench.core.counts().parked).toBe(1);
  });

  test("a used state counts once: a replay never reruns a call that had begun to act", () => {
    const bench = new Bench();
    const { state } = asked(bench);
    const params = { name: "echo", arguments: { a: 1 }, requestState: state, inputResponses: { q: { action: "accept" } } };
    bench.stateless("tools/call", params, can);
    bench.endpoint.handed[0]?.reply.result(done);
    const { sink } = bench.stateless("tools/call", params, can);
    expect(sink.json["error"]).toMatchObject({ code: -32602 });
    expect(bench.endpoint.handed).toHaveLength(1);
  });

  test("a lost question that came before any effect is asked afresh", () => {
    const bench = new Bench();
    const { state } = asked(bench, true);
    bench.core.endScope("scope");
    bench.stateless("tools/call", { name: "echo", arguments: { a: 1 }, requestState: state, inputResponses: { q: { action: "accept" } } }, can);
    expect(bench.endpoint.handed).toHaveLength(2);
  });

  test("missing and malformed answers are asked for again, given ones kept", () => {
    const bench = new Bench();
    const { sink } = bench.stateless("tools/call", { name: "echo" }, can);
    const two = { a: ask.q, b: ask.q };
    let answers: unknown;
    bench.endpoint.last.reply.ask({ questions: two, done: (given) => (answers = given) });
    let state = (sink.json["result"] as { requestState: string }).requestState;
    const second = bench.stateless("tools/call", { name: "echo", requestState: state, inputResponses: { a: { action: "accept" }, b: 12345 } }, can).sink.json["result"] as { requestState: string; inputRequests: object };
    expect(Object.keys(second.inputRequests)).toEqual(["b"]);
    state = second.requestState;
    bench.stateless("tools/call", { name: "echo", requestState: state, inputResponses: { b: { action: "decline" } } }, can);
    expect(answers).toEqual({ a: { action: "accept" }, b: { action: "decline" } });
  });

  test("answers sent along at first count only where the round allows it", () => {
    for (const prefill of [true, false]) {
      const bench = new Bench();
      bench.stateless("tools/call", { name: "echo", inputResponses: { q: { action: "accept" } } }, can);
      let answers: unknown;
      bench.endpoint.last.reply.ask({ questions: ask, prefill, done: (given) => (answers = given) });
      expect(answers !== undefined).toBe(prefill);
    }
  });

  test("what the client did not declare is not asked", () => {
    const bench = new Bench();
    bench.stateless("tools/call", { name: "echo" }, { capabilities: { sampling: {} } });
    let answers: unknown;
    bench.endpoint.last.reply.ask({ questions: ask, done: (given) => (answers = given) });
    expect(answers).toBeInstanceOf(Fault);
    expect(answers).toMatchObject({ code: "capability_missing", data: { requiredCapabilities: { elicitation: {} } } });
  });

  test("a question nobody answers expires, and the call with it", () => {
    const bench = new Bench();
    const { answers } = asked(bench);
    bench.now += 600_000;
    bench.core.tick();
    expect(answers()).toMatchObject({ code: "ask_expired" });
    expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["timeout"]);
    expect(bench.core.counts()).toEqual({ waiting: 0, streams: 0, parked: 0 });
  });

  test("parked calls are bounded", () => {
    const bench = new Bench({ parked: 2 });
    asked(bench);
    asked(bench);
    bench.stateless("tools/call", { name: "echo" }, can);
    let answers: unknown;
    bench.endpoint.last.reply.ask({ questions: ask, done: (given) => (answers = given) });
    expect(answers).toMatchObject({ code: "busy", data: { ceiling: "parked", limit: 2 } });
  });
});

describe("streams", () => {
  test("a session's stream hears changes and watched resources; a second is 409", () => {
    const bench = new Bench();
    const headers = bench.initialize();
    const { sink, exchange } = bench.raw("", { ...headers, accept: "text/event-stream" }, "GET");
    expect(bench.raw("", { ...headers, accept: "text/event-stream" }, "GET").sink.status).toBe(409);
    bench.send({ jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri: "a:b" } }, headers);
    for (const change of [{ kind: "tools" }, { kind: "updated", uri: "a:b" }, { kind: "updated", uri: "other:" }] as const) bench.core.publish("scope", change);
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
    const { sink } = bench.stateless("subscriptions/listen", { notifications: { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["a:b"], taskIds: ["x"] } }, { id: "l" });
    bench.core.publish("scope", { kind: "tools" });
    bench.core.publish("scope", { kind: "prompts" });
    bench.core.publish("scope", { kind: "updated", uri: "a:b" });
    bench.core.endScope("scope");
    const mark = { "io.modelcontextprotocol/subscriptionId": "l" };
    expect(sink.events).toEqual([
      { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { notifications: { toolsListChanged: true, resourceSubscriptions: ["a:b"] }, _meta: mark } },
      { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: mark } },
      { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "a:b", _meta: mark } },
      { jsonrpc: "2.0", id: "l", result: { resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": { name: "test", version: "1" }, ...mark } } },
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
    const batch = [{ ...call, id: 1 }, { jsonrpc: "2.0", method: "notifications/initialized" }, { ...call, id: 2 }, { jsonrpc: "2.0", id: null, method: "ping" }];
    const { sink } = bench.send(batch, headers);
    bench.endpoint.handed[1]?.reply.result(done);
    expect(sink.status).toBe(0);
    bench.endpoint.handed[0]?.reply.result(done);
    expect((JSON.parse(sink.text) as { id: number }[]).map((answer) => answer.id).sort()).toEqual([1, 2, null]);
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
    "", "{", "null", '"hello"', "7", "[]", "{}", "[1,2", '{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', '{"jsonrpc":"2.0","id":{},"method":"ping"}', '{"jsonrpc":"2.0","id":true,"method":"ping"}',
    `{"jsonrpc":"2.0","id":"${"x".repeat(201)}","method":"ping"}`, '{"jsonrpc":"2.0","id":1,"method":7}', '{"jsonrpc":"2.0","id":1,"method":"ping","params":7}', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', '{"jsonrpc":"2.0","id":1,"\\u0069d":2,"method":"ping"}', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', '{"jsonrpc":"2.0","result":{}}',
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`, `${"[".repeat(100_000)}`, '{"jsonrpc":"2.0","id":1,"method":"ping"} x', '{"jsonrpc":"2.0","id":1,"method":"ping",}',
    Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), Uint8Array.from([0x22, 0xe2, 0x80]), `{"jsonrpc":"2.0","id":1,"method":"${"m".repeat(200)}"}`,
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
    const statuses = [{ "content-type": "text/plain" }, { "content-type": "application/json; charset=utf-8" }, { "content-type": "application/jsonx" }, { accept: "text/html" }, { accept: "*/*" }, { accept: "application/json;q=0" }].map((more) => bench.send(ping, { ...headers, ...more }).sink.status);
    expect(statuses).toEqual([415, 200, 415, 406, 200, 406]);
  });
});

describe("lines", () => {
  const line = (bench: Bench): { peer: RecordingLine; say: (message: object) => void } => {
    const peer = new RecordingLine(bench.endpoint);
    return { peer, say: (message) => bench.core.line(new TextEncoder().encode(JSON.stringify(message)), peer) };
  };
  const initialize = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: { roots: {} }, clientInfo: { name: "c", version: "1" } } };

  test("a session works over a line: call, progress, question, cancel without an answer", () => {
    const bench = new Bench();
    const { peer, say } = line(bench);
    say(call);
    expect(peer.sent[0]).toMatchObject({ id: 7, error: {} });
    say(initialize);
    say({ ...call, params: { ...call.params, _meta: { progressToken: 1 } } });
    const { reply } = bench.endpoint.last;
    reply.progress({ progress: 1 });
    let answers: unknown;
    reply.ask({ questions: { r: { method: "roots/list", params: {} } }, done: (given) => (answers = given) });
    say({ jsonrpc: "2.0", id: peer.sent.at(-1)?.["id"], result: { roots: [] } });
    expect(answers).toEqual({ r: { roots: [] } });
    reply.result(new TextEncoder().encode('{\n"content":[]}'));
    expect(peer.sent.at(-1)).toEqual({ jsonrpc: "2.0", id: 7, result: { content: [] } });
    const count = peer.sent.length;
    say({ ...call, id: "x" });
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "x" } });
    expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["cancel"]);
    expect(peer.sent).toHaveLength(count);
    bench.core.closeLine(peer);
  });

  test("stateless requests, cancels and listens work over a line", () => {
    const bench = new Bench();
    const { peer, say } = line(bench);
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
    say({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: meta } });
    expect(peer.sent[0]).toMatchObject({ result: { supportedVersions: ["2026-07-28"] } });
    say({ jsonrpc: "2.0", id: 2, method: "subscriptions/listen", params: { _meta: meta, notifications: { toolsListChanged: true } } });
    bench.core.publish("scope", { kind: "tools" });
    expect(peer.sent.at(-1)).toMatchObject({ method: "notifications/tools/list_changed" });
    say({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { _meta: meta, name: "echo" } });
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
    expect(bench.endpoint.gones.map((gone) => gone.why)).toEqual(["cancel"]);
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
    expect(bench.core.counts()).toEqual({ waiting: 0, streams: 0, parked: 0 });
  });
});
