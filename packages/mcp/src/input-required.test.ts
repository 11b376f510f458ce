import { Fault } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { Bench } from "./test-endpoint.ts";

const done = new TextEncoder().encode('{"content":[{"type":"text","text":"ok"}]}');

describe("input_required", () => {
  const ask = {
    q: { method: "elicitation/create", params: { message: "Name?", requestedSchema: { type: "object", properties: {} } } },
  } as const;
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
    const retry = bench.stateless(
      "tools/call",
      { name: "echo", arguments: { a: 1 }, requestState: state, inputResponses: { q: { action: "accept" }, more: 1 } },
      { ...can, id: "second" },
    );
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
    const { sink } = bench.stateless(
      "tools/call",
      { ...params, requestState: change(state) as string, inputResponses: { q: { action: "accept" } } },
      can,
    );
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
    bench.stateless(
      "tools/call",
      { name: "echo", arguments: { a: 1 }, requestState: state, inputResponses: { q: { action: "accept" } } },
      can,
    );
    expect(bench.endpoint.handed).toHaveLength(2);
  });

  test("missing and malformed answers are asked for again, given ones kept", () => {
    const bench = new Bench();
    const { sink } = bench.stateless("tools/call", { name: "echo" }, can);
    const two = { a: ask.q, b: ask.q };
    let answers: unknown;
    bench.endpoint.last.reply.ask({ questions: two, done: (given) => (answers = given) });
    let state = (sink.json["result"] as { requestState: string }).requestState;
    const second = bench.stateless(
      "tools/call",
      { name: "echo", requestState: state, inputResponses: { a: { action: "accept" }, b: 12345 } },
      can,
    ).sink.json["result"] as { requestState: string; inputRequests: object };
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
