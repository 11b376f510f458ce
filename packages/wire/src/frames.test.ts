import { Fault, type FaultCode, faults } from "@jackfield/contract";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseDownFrame, rawParams, writeDownFrame } from "./down-frames.ts";
import { type Agent, type DownFrame, type UpFrame, holderCodes } from "./frames.ts";
import { parseHello, parseHelloAnswer } from "./hello.ts";
import { agentText, writeRequestFrame } from "./request-frame.ts";
import { bytesOf, objects, textOf } from "./test-json.ts";
import { parseUpFrames } from "./up-frames.ts";
import { faultOfWire, parseWireError, wireErrorOf } from "./wire-error.ts";

// Many cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

const link = "A".repeat(22);
const id = "p1.abc_-9";
const agent: Agent = {
  name: "claude.ai",
  version: "1.0",
  revision: "2025-11-25",
  can: { elicitForm: true, elicitUrl: false, sampling: false, roots: true },
  session: "s1",
  logLevel: "warning",
};

/** Values that a frame's member may have by a hostile or broken peer. */
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 1.5, "", "\u202e", "x".repeat(10_000), [], {}, [[]], { __proto__: null }),
);

describe("parseDownFrame", () => {
  const frames: Exclude<DownFrame, { type: "request" }>[] = [
    { type: "ready", link, epoch: 3, sessions: 0 },
    { type: "cancel", link, id, reason: "timeout" },
    { type: "answer", link, id, ask: "a1", answers: { choice: { action: "accept", content: { x: 1 } }, toString: {} } },
    { type: "answer", link, id, ask: "a1", error: { code: "ask_expired", message: "No answer", hint: "Ask again", data: { a: 1 } } },
    { type: "agent", link, state: "join", agent: "claude.ai", sessions: 1 },
    { type: "notify", link, method: "resources/watch", params: { uri: "song://now" } },
    { type: "notify", link, method: "notifications/roots/list_changed", params: {} },
    { type: "notice", link, code: "displaced", message: "Another tab answers now", epoch: 4 },
    { type: "notice", link, code: "closing", message: "Back soon" },
  ];

  it("reads what writeDownFrame writes", () => {
    const read = frames.map((frame) => parseDownFrame(textOf(writeDownFrame(frame))));
    expect(read).toEqual(frames);
  });

  it("reads a request frame, keeps the client's bytes beside the parsed value", () => {
    const params = '{ "name":"echo","arguments":{"big":12345678901234567890,"huge":1e400,"text":"\\u00e9\\n"}}';
    for (const who of [agent, agentText(agent)]) {
      const text = textOf(
        writeRequestFrame({
          link,
          id,
          method: "tools/call",
          params: bytesOf(params),
          agent: who,
          timeoutMs: 29_999.5,
          notice: 'Say "hi"\n',
        }),
      );
      expect(parseDownFrame(text)).toEqual({
        type: "request",
        link,
        id,
        method: "tools/call",
        params: JSON.parse(params) as unknown,
        agent,
        timeoutMs: 30_000,
        notice: 'Say "hi" ',
      });
      expect(textOf(rawParams(text) ?? new Uint8Array(0))).toBe(params);
    }
    expect(
      parseDownFrame(textOf(writeRequestFrame({ link, id, method: "ping", params: bytesOf("{}"), agent, timeoutMs: 1 }))),
    ).toMatchObject({ params: {} });
    expect(rawParams(textOf(writeDownFrame({ type: "ready", link, epoch: 1, sessions: 1 })))).toBeUndefined();
    expect(rawParams("{")).toBeUndefined();
  });

  it("carries any parameters through byte by byte", () => {
    let runs = 0;
    fc.assert(
      fc.property(objects, fc.constantFrom(undefined, 1), (value, space) => {
        const params = JSON.stringify(value, null, space);
        const text = textOf(writeRequestFrame({ link, id, method: "tools/call", params: bytesOf(params), agent, timeoutMs: 1000 }));
        expect(textOf(rawParams(text) ?? new Uint8Array(0))).toBe(params);
        expect(JSON.stringify((parseDownFrame(text) as { params: unknown }).params)).toBe(JSON.stringify(value));
        runs++;
      }),
      { numRuns: 300 },
    );
    expect(runs).toBe(300);
  });

  it("ignores what it does not know, and what is no frame", () => {
    const bad = [
      "",
      "x",
      "null",
      "[]",
      "{}",
      JSON.stringify({ type: "future", link }),
      JSON.stringify({ type: "ready", epoch: 1, sessions: 1 }),
      JSON.stringify({ type: "ready", link: "short", epoch: 1, sessions: 1 }),
      JSON.stringify({ type: "ready", link, epoch: -1, sessions: 1 }),
      JSON.stringify({ type: "__proto__", link }),
      JSON.stringify({ type: "constructor", link }),
      JSON.stringify({ type: "cancel", link, id: "a b", reason: "cancel" }),
      JSON.stringify({ type: "cancel", link, id, reason: "because" }),
      JSON.stringify({ type: "notify", link, method: "resources/watch", params: {} }),
      JSON.stringify({ type: "notify", link, method: "tools/call", params: {} }),
      JSON.stringify({ type: "answer", link, id, ask: "a" }),
      JSON.stringify({ type: "answer", link, id, ask: "a", answers: { x: 1 } }),
      JSON.stringify({ type: "answer", link, id, ask: "a".repeat(33), answers: {} }),
      JSON.stringify({ type: "request", link, id, method: "tools/call\n", params: {}, agent, timeoutMs: 1 }),
      JSON.stringify({ type: "request", link, id, method: "tools/call", params: [], agent, timeoutMs: 1 }),
      JSON.stringify({ type: "request", link, id, method: "tools/call", params: {}, agent: {}, timeoutMs: 1 }),
      `{"type":"ready","link":"${link}","epoch":1,"sessions":1,"x":${"[".repeat(72)}${"]".repeat(72)}}`,
    ];
    expect(bad.filter((text) => parseDownFrame(text) !== undefined)).toEqual([]);
  });

  it("never throws, cleans and cuts text", () => {
    let runs = 0;
    let read = 0;
    const members = fc.constantFrom(
      "type",
      "link",
      "id",
      "method",
      "params",
      "agent",
      "timeoutMs",
      "notice",
      "reason",
      "ask",
      "answers",
      "error",
      "state",
      "sessions",
      "epoch",
      "code",
      "message",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...frames, { type: "request", link, id, method: "x", params: {}, agent, timeoutMs: 1 }),
        fc.dictionary(members, junk, { maxKeys: 2 }),
        (frame, changes) => {
          if (parseDownFrame(JSON.stringify({ ...frame, ...changes })) !== undefined) read++;
          runs++;
        },
      ),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void (parseDownFrame(text), rawParams(text))));
    expect(runs).toBe(2000);
    expect(read).toBeGreaterThan(60);
    const noisy = parseDownFrame(
      JSON.stringify({ type: "agent", link, state: "leave", agent: `a\u202eb\n${"c".repeat(100)}`, sessions: 2 }),
    );
    expect(noisy).toMatchObject({ agent: `ab ${"c".repeat(60)}…` });
  });
});

describe("parseUpFrames", () => {
  const frames: UpFrame[] = [
    { type: "progress", id, progress: 0.5, total: 1, message: "Rendering" },
    { type: "progress", id, progress: 1 },
    { type: "log", id, level: "info", data: { a: [1, null] }, logger: "audio" },
    {
      type: "ask",
      id,
      ask: "a-1",
      questions: { q: { method: "elicitation/create", params: { message: "Which?" } }, other: { method: "roots/list", params: {} } },
      prefill: true,
      beforeEffects: false,
    },
    { type: "notify", method: "notifications/tools/list_changed" },
    { type: "notify", method: "notifications/resources/updated", params: { uri: "song://now" } },
  ];

  it("reads one frame or up to 16 as they are", () => {
    expect(parseUpFrames(frames)).toEqual({ ok: true, value: frames });
    expect(parseUpFrames(frames[1])).toEqual({ ok: true, value: [frames[1]] });
    expect(parseUpFrames(Array.from({ length: 16 }, () => frames[1])).ok).toBe(true);
    expect(parseUpFrames(Array.from({ length: 17 }, () => frames[1]))).toEqual({ ok: false, problem: "there are more than 16 frames" });
    expect(parseUpFrames([])).toEqual({ ok: false, problem: "there is no frame" });
  });

  it("names the frame and the member of what is wrong", () => {
    const cases: [unknown, string][] = [
      [5, "must be an object"],
      [{ type: "request" }, '"type"'],
      [{ type: "toString" }, '"type"'],
      [{ type: "progress", id: "a b", progress: 1 }, '"id"'],
      [{ type: "progress", id, progress: "1" }, '"progress"'],
      [{ type: "progress", id, progress: null }, '"progress"'],
      [{ type: "progress", id, progress: 1, total: "x" }, '"total"'],
      [{ type: "progress", id, progress: 1, message: 5 }, '"message"'],
      [{ type: "log", id, level: "loud", data: 1 }, '"level"'],
      [{ type: "log", id, level: "info" }, '"data"'],
      [{ type: "log", id, level: "info", data: "é".repeat(32 * 1024) }, '"data"'],
      [{ type: "log", id, level: "info", data: 1, logger: {} }, '"logger"'],
      [{ type: "ask", id, ask: "", questions: {} }, '"ask"'],
      [{ type: "ask", id, ask: "a", questions: {} }, '"questions"'],
      [{ type: "ask", id, ask: "a", questions: [] }, '"questions"'],
      [
        {
          type: "ask",
          id,
          ask: "a",
          questions: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`q${index}`, { method: "roots/list" }])),
        },
        '"questions"',
      ],
      [{ type: "ask", id, ask: "a", questions: { "a b": { method: "roots/list" } } }, '"questions"'],
      [{ type: "ask", id, ask: "a", questions: { q: { method: "tools/call", params: {} } } }, '"questions"'],
      [{ type: "ask", id, ask: "a", questions: { q: { method: "roots/list", params: [] } } }, '"questions"'],
      [{ type: "ask", id, ask: "a", questions: { q: { method: "roots/list" } }, prefill: "yes" }, '"prefill"'],
      [{ type: "notify", method: "notifications/message" }, '"method"'],
      [{ type: "notify", method: "notifications/resources/updated" }, '"params.uri"'],
      [{ type: "notify", method: "notifications/resources/updated", params: { uri: "x".repeat(4097) } }, '"params.uri"'],
    ];
    const told = cases.map(([frame]) => parseUpFrames([frames[1], frame]));
    expect(
      told.map(
        (parsed, index) => !parsed.ok && parsed.problem.startsWith("frame 1: ") && parsed.problem.includes(cases[index]?.[1] ?? "?"),
      ),
    ).toEqual(cases.map(() => true));
  });

  it("never throws, quotes nothing, cleans and cuts text", () => {
    let runs = 0;
    let read = 0;
    const members = fc.constantFrom(
      "type",
      "id",
      "progress",
      "total",
      "message",
      "level",
      "data",
      "logger",
      "ask",
      "questions",
      "method",
      "params",
      "prefill",
    );
    fc.assert(
      fc.property(fc.constantFrom(...frames), fc.dictionary(members, junk, { maxKeys: 2 }), (frame, changes) => {
        const parsed = parseUpFrames(JSON.parse(JSON.stringify({ ...frame, ...changes })));
        expect(parsed.ok || parsed.problem.length < 120).toBe(true);
        if (parsed.ok) read++;
        runs++;
      }),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(junk, (value) => void parseUpFrames(value)));
    expect(runs).toBe(2000);
    expect(read).toBeGreaterThan(60);
    expect(parseUpFrames({ type: "progress", id, progress: 1, message: `\u001b[2J\u202e${"m".repeat(600)}` })).toMatchObject({
      value: [{ message: `[2J${"m".repeat(496)}…` }],
    });
  });
});

describe("parseHello", () => {
  it("reads a hello and leaves the declaration to its own check", () => {
    expect(parseHello({ protocol: 1, holder: link, name: "Kitchen\u202e", declare: 5, future: true })).toEqual({
      ok: true,
      value: { protocol: 1, holder: link, name: "Kitchen", declare: 5 },
    });
    expect(parseHello({ protocol: 1, holder: link })).toMatchObject({ value: { name: undefined, declare: undefined } });
    expect(parseHello({ protocol: 1, holder: link, name: "n".repeat(65) })).toMatchObject({ value: { name: `${"n".repeat(63)}…` } });
    const bad = [
      null,
      [],
      {},
      { protocol: 2, holder: link },
      { protocol: "1", holder: link },
      { protocol: 1 },
      { protocol: 1, holder: "short" },
      { protocol: 1, holder: link, name: 5 },
    ];
    expect(bad.filter((value) => parseHello(value).ok)).toEqual([]);
  });
});

describe("parseHelloAnswer", () => {
  const answer = {
    protocol: 1,
    epoch: 2,
    sessions: 0,
    link: "declared",
    catalog: "abcd1234",
    limits: { message: 1_048_576, call: 30_000, inFlight: 8 },
  } as const;

  it("reads an answer and refuses anything less", () => {
    expect(parseHelloAnswer(answer)).toEqual(answer);
    const less = [
      ...Object.keys(answer).map((key) => ({ ...answer, [key]: undefined })),
      ...Object.keys(answer.limits).map((key) => ({ ...answer, limits: { ...answer.limits, [key]: -1 } })),
      null,
      [],
      "x",
    ];
    expect(less.length).toBe(12);
    expect(less.filter((value) => parseHelloAnswer(value) !== undefined)).toEqual([]);
  });
});

describe("parseWireError", () => {
  it("lets only a holder's codes through and fills in what is missing", () => {
    const codes = Object.keys(faults) as FaultCode[];
    const read = codes.map((code) => parseWireError({ code, message: "m" }).code);
    expect(read).toEqual(codes.map((code) => (holderCodes.some((known) => known === code) ? code : "internal")));
    expect(parseWireError({ code: "busy" })).toEqual({ code: "busy", message: faults.busy.message });
    expect(parseWireError({ code: "toString" })).toEqual({ code: "internal", message: faults.internal.message });
    expect(parseWireError({ code: "denied", message: `no\u202e${"x".repeat(600)}`, hint: "h\n", data: { a: 1 } })).toEqual({
      code: "denied",
      message: `no${"x".repeat(497)}…`,
      hint: "h ",
      data: { a: 1 },
    });
    expect(parseWireError({ code: "denied", message: "m", data: { a: "x".repeat(16 * 1024) } })).toEqual({ code: "denied", message: "m" });
  });

  it("never throws", () => {
    let runs = 0;
    fc.assert(
      fc.property(junk, junk, junk, (code, message, data) => {
        expect(holderCodes).toContain(parseWireError({ code, message, data }).code);
        expect(holderCodes).toContain(parseWireError(code).code);
        runs++;
      }),
      { numRuns: 500 },
    );
    expect(runs).toBe(500);
  });

  it("turns faults into errors and back, and keeps our own troubles to ourselves", () => {
    const fault = new Fault("capability_missing", "Needs sampling", {
      data: { requiredCapabilities: { sampling: {} } },
      internal: "secret",
    });
    const wire = wireErrorOf(fault);
    expect(wire).toEqual({
      code: "capability_missing",
      message: "Needs sampling",
      hint: fault.hint,
      data: { requiredCapabilities: { sampling: {} } },
    });
    const back = faultOfWire(wire);
    expect([back.code, back.message, back.hint, back.data]).toEqual([fault.code, fault.message, fault.hint, fault.data]);
    expect(wireErrorOf(new Fault("config", "The key file is /etc/x"))).toEqual({ code: "internal", message: faults.internal.message });
  });
});
