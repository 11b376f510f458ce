import { expect, test } from "vitest";
import type { ToolRun } from "../call.ts";
import { nodePorts } from "../node/ports.ts";
import { Life } from "../run/life.ts";
import { HandClock, TestCaller, toolOf } from "../test-host.ts";
import { callDigest } from "./call-digest.ts";

function callOf(
  facts: {
    readonly tool?: Parameters<typeof toolOf>[1];
    readonly value?: unknown;
    readonly raw?: string;
    readonly caller?: Partial<ToolRun["caller"]>;
  } = {},
): ToolRun {
  const caller = { ...new TestCaller().call("t").caller, ...facts.caller };
  const clock = new HandClock();
  const life = new Life(clock, caller.ending, undefined, clock.now() + 1_000);
  return {
    kind: "tool",
    name: "t",
    tool: toolOf("t", facts.tool),
    caller,
    life,
    depth: 0,
    family: { nested: 0 },
    heard: { foreign: false },
    input: {},
    value: facts.value ?? { a: 1, b: 2 },
    raw: () => new TextEncoder().encode(facts.raw ?? "{}"),
  };
}

const digest = (call: ToolRun): Promise<string> => callDigest(call, nodePorts);

test("callDigest is the same for the same call, whatever the order of members and whoever's key", async () => {
  expect(await digest(callOf({ value: { b: 2, a: 1 }, caller: { key: "other" } }))).toBe(await digest(callOf()));
});

const others: readonly [string, Parameters<typeof callOf>[0]][] = [
  ["a value", { value: { a: 1, b: 3 } }],
  ["a missing member", { value: { a: 1 } }],
  ["the bytes", { raw: "{ }" }],
  ["the effect", { tool: { effect: "write" } }],
  ["the title", { tool: { title: "Other" } }],
  ["the description", { tool: { description: "Other" } }],
  ["the schema", { tool: { input: { json: { type: "object", title: "x" }, parse: (value) => ({ ok: true, value }) } } }],
  ["confirm", { tool: { confirm: true } }],
  ["the principal", { caller: { principal: { kind: "local", id: "other", scopes: [] } } }],
  ["the principal's kind", { caller: { principal: { kind: "link", id: "tester", scopes: [] } } }],
  ["the principal's scopes", { caller: { principal: { kind: "local", id: "tester", scopes: ["x"] } } }],
  ["the scope", { caller: { scope: "other" } }],
  ["the door", { caller: { door: "other" } }],
];
test("callDigest is another for every other call", async () => {
  const digests = await Promise.all([{}, ...others.map(([, facts]) => facts)].map((facts) => digest(callOf(facts))));
  expect(new Set(digests).size).toBe(others.length + 1);
});

test.each([new Date(0), new Map(), { a: NaN }, { a: 1n }])("callDigest refuses what cannot be written down: %s", async (value) => {
  await expect(digest(callOf({ value }))).rejects.toMatchObject({ code: "tool_failed" });
});
