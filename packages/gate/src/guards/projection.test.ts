import { type Json, type Outcome, type Schema } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { codeOf, hostOf, TestCaller, toolOf } from "../test-host.ts";

const numbers: Schema = {
  json: { type: "object" },
  parse: (value) =>
    typeof value === "object" && value !== null && "n" in value ? { ok: true, value } : { ok: false, problem: "/n is missing" },
};

async function projected(outcome: Outcome, facts: Parameters<typeof toolOf>[1] = {}): Promise<Outcome> {
  const { host } = await hostOf([toolOf("t", { run: () => outcome, ...facts })]);
  return host.call(new TestCaller().call("t"));
}

function nested(levels: number): Json {
  let value: Json = "x";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe("projection", () => {
  test.each([
    [undefined, undefined, false],
    [undefined, true, true],
    [true, undefined, true],
    [false, true, false],
  ])("outcome.foreign %s of a tool with foreign %s: %s, so that the mark needs no tool", async (outcome, tool, marked) => {
    const ended = await projected(
      { is: "done", data: 1, ...(outcome === undefined ? {} : { foreign: outcome }) },
      tool === undefined ? {} : { foreign: tool },
    );
    expect(ended).toMatchObject({ is: "done", data: 1, foreign: marked });
  });

  test("raw results and faults pass as they are", async () => {
    const raw: Outcome = { is: "raw", result: { content: [] } };
    expect(await projected(raw)).toBe(raw);
  });

  test("depth at and past the limit, a cycle, and what is no JSON", async () => {
    const cycle: Record<string, Json> = {};
    cycle["self"] = cycle;
    expect(codeOf(await projected({ is: "done", data: nested(64) }))).toBe("done");
    expect(codeOf(await projected({ is: "done", data: nested(66) }))).toBe("tool_failed");
    expect(codeOf(await projected({ is: "done", data: nested(100_000) }))).toBe("tool_failed");
    expect(codeOf(await projected({ is: "done", data: cycle }))).toBe("tool_failed");
    expect(codeOf(await projected({ is: "raw", result: cycle }))).toBe("tool_failed");
    expect(codeOf(await projected({ is: "done", data: { f: (() => 1) as unknown as Json } }))).toBe("tool_failed");
  });

  test("numbers that JSON has not are let through: measurements are full of them", async () => {
    expect(codeOf(await projected({ is: "done", data: { lufs: -Infinity } }))).toBe("done");
  });

  const big = "x".repeat(16_777_216);
  test.each<[string, Outcome]>([
    ["data", { is: "done", data: { a: big } }],
    ["text", { is: "done", text: `${big}x` }],
    ["images", { is: "done", images: [{ data: big, mimeType: "image/png" }] }],
    ["blocks", { is: "done", blocks: [{ type: "text", text: big }] }],
    ["notes", { is: "done", notes: [big, big] }],
    ["a raw result", { is: "raw", result: { a: big } }],
  ])("%s past the limit", async (_name, outcome) => {
    const ended = await projected(outcome);
    expect(ended.is === "fault" && [ended.fault.code, ended.fault.data]).toEqual([
      "result_too_large",
      { ceiling: "resultCharacters", limit: 16_777_216 },
    ]);
  });

  test("what a tool declares it returns, it returns", async () => {
    expect(codeOf(await projected({ is: "done", data: { n: 1 } }, { output: numbers }))).toBe("done");
    expect(codeOf(await projected({ is: "done", data: { m: "secret-value" } }, { output: numbers }))).toBe("tool_failed");
    expect(codeOf(await projected({ is: "done", text: "only text" }, { output: numbers }))).toBe("tool_failed");
    expect(codeOf(await projected({ is: "done", data: { error: "x" }, failed: true }, { output: numbers }))).toBe("done");
  });
});
