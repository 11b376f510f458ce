import type { Json, Outcome } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";
import { describe, expect, test } from "vitest";
import { codeOf, hostOf, TestCaller, toolOf } from "../test-host.ts";

async function called(
  facts: Parameters<typeof toolOf>[1],
  input: Json,
): Promise<{ readonly outcome: Outcome; readonly ran: readonly unknown[] }> {
  const ran: unknown[] = [];
  const tool = toolOf("set_tempo", {
    ...facts,
    run: (value: unknown) => {
      ran.push(value);
      return { is: "done" };
    },
  });
  const { host } = await hostOf([tool]);
  return { outcome: await host.call(new TestCaller().call("set_tempo", input)), ran };
}

const tempo = { input: jsonSchema({ type: "object", properties: { bpm: { type: "number", minimum: 20 } }, additionalProperties: false }) };

describe("arguments", () => {
  test("the tool gets what its schema made of them", async () => {
    const doubling = { json: { type: "object" }, parse: (value: unknown) => ({ ok: true as const, value: [value, value] }) };
    expect((await called({ input: doubling }, { bpm: 90 })).ran).toEqual([[{ bpm: 90 }, { bpm: 90 }]]);
    expect((await called(tempo, { bpm: 90 })).ran).toEqual([{ bpm: 90 }]);
  });

  const wrong: readonly [Json, string][] = [
    [{ bpm: "fast" }, 'Cannot call "set_tempo": /bpm must be number'],
    [{ bpm: 5 }, 'Cannot call "set_tempo": /bpm must be >= 20'],
    [{ tempo: 5 }, 'Cannot call "set_tempo": /tempo is not known here'],
    [[], 'Cannot call "set_tempo": The whole value must be object'],
    [null, 'Cannot call "set_tempo": The whole value must be object'],
    [{ bpm: Infinity }, 'Cannot call "set_tempo": /bpm is a number too large to hold'],
  ];
  test.each(wrong)("%j is refused before the tool runs, by name", async (input, message) => {
    const { outcome, ran } = await called(tempo, input);
    expect(outcome.is === "fault" && [outcome.fault.code, outcome.fault.message]).toEqual(["arguments_invalid", message]);
    expect(ran).toEqual([]);
  });

  test.each([64, 65, 10_000, 100_000])("%i levels deep", async (levels) => {
    let input: Json = {};
    for (let level = 1; level < levels; level += 1) input = { a: input };
    const { outcome, ran } = await called({}, input);
    expect([codeOf(outcome), ran.length]).toEqual(levels <= 64 ? ["done", 1] : ["too_deep", 0]);
  });

  test("a flat list of half a million numbers is handled; more than a million values are refused", async () => {
    expect(codeOf((await called({}, { list: Array.from({ length: 500_000 }, (_, at) => at) })).outcome)).toBe("done");
    const { outcome } = await called({}, { list: Array.from({ length: 1_000_000 }, () => 0) });
    expect(outcome.is === "fault" && [outcome.fault.code, outcome.fault.data]).toEqual([
      "arguments_invalid",
      { ceiling: "inputValues", limit: 1_000_000 },
    ]);
  });

  test("a hostile schema cannot hang a call", async () => {
    const $defs: Record<string, Json> = { a0: { type: "string" } };
    for (let at = 1; at <= 50; at += 1) $defs[`a${at}`] = { anyOf: [{ $ref: `#/$defs/a${at - 1}` }, { $ref: `#/$defs/a${at - 1}` }] };
    const { outcome, ran } = await called(
      { input: jsonSchema({ type: "object", properties: { x: { $ref: "#/$defs/a50" } }, $defs }) },
      { x: 1 },
    );
    expect([codeOf(outcome), ran.length]).toEqual(["arguments_invalid", 0]);
  });

  test("a schema that throws is ours to fix, and its text stays inside", async () => {
    const { outcome, ran } = await called(
      {
        input: {
          json: { type: "object" },
          parse: () => {
            throw new Error("secret-value");
          },
        },
      },
      {},
    );
    expect(outcome.is === "fault" && [outcome.fault.code, outcome.fault.message]).toEqual(["internal", "Something went wrong inside"]);
    expect(ran).toEqual([]);
  });
});
