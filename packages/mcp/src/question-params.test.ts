import { describe, expect, test } from "vitest";
import { questionParams } from "./question-params.ts";
import { Bench } from "./test-endpoint.ts";

const visit = { mode: "url", message: "Sign in", url: "https://example.org/?a=1&b=%2F" } as const;
const can = { elicitation: { form: {}, url: {} } };

describe("an address to open", () => {
  test("has an id of its own for a client with sessions, unless it brings one", () => {
    const bench = new Bench();
    const { sink } = bench.send(
      { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "echo" } },
      bench.initialize("2025-11-25", can),
    );
    bench.endpoint.last.reply.ask({
      questions: {
        a: { method: "elicitation/create", params: visit },
        b: { method: "elicitation/create", params: { ...visit, elicitationId: "theirs" } },
      },
      done: () => undefined,
    });
    const asked = sink.events.map(({ params }) => params as typeof visit & { readonly elicitationId: string });
    expect(asked.map(({ elicitationId: _id, ...rest }) => rest)).toEqual([visit, visit]);
    expect(asked[0]?.elicitationId).toMatch(/^\S{16,}$/);
    expect(asked[1]?.elicitationId).toBe("theirs");
  });

  test("has none from 2026-07-28", () => {
    const bench = new Bench();
    const { sink } = bench.stateless("tools/call", { name: "echo", arguments: {} }, { capabilities: can });
    bench.endpoint.last.reply.ask({
      questions: { a: { method: "elicitation/create", params: { ...visit, elicitationId: "theirs" } } },
      done: () => undefined,
    });
    expect(sink.json["result"]).toMatchObject({ inputRequests: { a: { method: "elicitation/create", params: visit } } });
    expect(sink.text).not.toContain("elicitationId");
  });
});

test("a client that lacks several capabilities is told of all of them", () => {
  const bench = new Bench();
  bench.stateless("tools/call", { name: "echo", arguments: {} });
  let given: unknown;
  const ask = { method: "elicitation/create", params: {} } as const;
  bench.endpoint.last.reply.ask({
    questions: { a: ask, b: { ...ask, params: visit }, c: { method: "sampling/createMessage", params: {} } },
    done: (answers) => (given = answers),
  });
  expect(given).toMatchObject({
    code: "capability_missing",
    data: { requiredCapabilities: { elicitation: { form: {}, url: {} }, sampling: {} } },
  });
});

test("other questions are as they were", () => {
  const form = { message: "?", requestedSchema: { type: "object", properties: {} }, elicitationId: "kept" };
  for (const era of ["session", "stateless"] as const) {
    expect(questionParams({ method: "elicitation/create", params: form }, era, "id")).toBe(form);
    expect(questionParams({ method: "sampling/createMessage", params: { mode: "url" } }, era, "id")).toEqual({ mode: "url" });
  }
});
