import { type AnyTool, type Caller, Ender, Fault, type JsonObject, type Toolset, isPassthrough } from "@jackfield/contract";
import { jsonSchema } from "@jackfield/contract/schema";
import { createHost, openToolsets } from "@jackfield/gate";
import { nodePorts } from "@jackfield/gate/node";
import { describe, expect, test } from "vitest";
import { answer } from "./answer.ts";

const principal = { kind: "local", id: "t", scopes: [] } as const;
const caller: Caller = {
  key: "k",
  principal,
  client: { name: "t", version: "1", revision: "2025-11-25", can: { elicitForm: false, elicitUrl: false, sampling: false, roots: false } },
  door: "test",
  scope: "t",
  mark: "m",
  ending: new Ender(),
  progress: () => undefined,
  log: () => undefined,
  ask: async () => ({}),
};

const take: AnyTool = {
  name: "take",
  title: "Take",
  description: "Returns what it was given",
  effect: "destructive-write",
  input: jsonSchema<JsonObject>({ type: "object", properties: { a: {} } }),
  output: jsonSchema({ type: "array" }),
  icons: [{ src: "https://a.example/i.png" }],
  meta: { "example/x": 1 },
  run: (input: JsonObject) => ({ is: "done", data: [input] }),
};

const toolset: Toolset = {
  name: "t",
  title: "T",
  version: "1",
  open: async () => ({
    tools: [take],
    resources: {
      list: [{ uri: "a://b", name: "B", meta: { "example/y": 2 } }],
      templates: [{ uriTemplate: "a://{id}", name: "T" }],
      read: async (uri) => (uri === "a://b" ? [{ uri, text: "x" }] : undefined),
    },
    prompts: [
      {
        name: "p",
        arguments: [{ name: "arg", required: true }],
        get: async (args) => ({ messages: [{ role: "user", content: { type: "text", text: JSON.stringify(args) } }] }),
      },
    ],
    complete: async (_ref, argument) => ({ values: Array.from({ length: 250 }, (_, index) => `${argument.value}${index}`) }),
    [Symbol.asyncDispose]: async () => undefined,
  }),
};

async function ask(method: string, value: JsonObject): Promise<JsonObject | string> {
  await using host = createHost(await openToolsets([toolset]), { ports: nodePorts, policy: { ask: "none" } });
  const params = new TextEncoder().encode(JSON.stringify(value));
  try {
    const result = await answer(host, { method, params, value }, caller, { pageItems: 1_000, completions: 100 });
    if (isPassthrough(result)) throw new Fault("internal");
    return result;
  } catch (thrown) {
    return Fault.from(thrown).code;
  }
}

describe("answer", () => {
  test("lists tools with a schema of type object, all hints, and an output schema only where every revision takes it", async () => {
    expect(await ask("tools/list", {})).toEqual({
      tools: [
        {
          name: "take",
          title: "Take",
          description: "Returns what it was given",
          inputSchema: { type: "object", properties: { a: {} } },
          annotations: { title: "Take", readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
          icons: [{ src: "https://a.example/i.png" }],
          _meta: { "example/x": 1 },
        },
      ],
    });
  });

  test("lists resources, templates and prompts, and nothing of how they are made", async () => {
    expect(await ask("resources/list", {})).toEqual({ resources: [{ uri: "a://b", name: "B", _meta: { "example/y": 2 } }] });
    expect(await ask("resources/templates/list", {})).toEqual({ resourceTemplates: [{ uriTemplate: "a://{id}", name: "T" }] });
    expect(await ask("prompts/list", {})).toEqual({ prompts: [{ name: "p", arguments: [{ name: "arg", required: true }] }] });
  });

  test("completions: at most 100 values, and it says that there are more", async () => {
    const completed = (await ask("completion/complete", {
      ref: { type: "ref/prompt", name: "p" },
      argument: { name: "arg", value: "v" },
    })) as { completion: { values: string[]; total: number; hasMore: boolean } };
    expect([completed.completion.values.length, completed.completion.total, completed.completion.hasMore]).toEqual([100, 250, true]);
  });

  test("parameters of the wrong shape are refused before anyone is asked", async () => {
    const wrong: readonly (readonly [string, JsonObject])[] = [
      ["tools/call", {}],
      ["tools/call", { name: 5 }],
      ["tools/call", { name: "take", arguments: [] }],
      ["tools/call", { name: "take", arguments: "x" }],
      ["resources/read", {}],
      ["resources/read", { uri: ["a://b"] }],
      ["prompts/get", {}],
      ["prompts/get", { name: "p", arguments: [] }],
      ["prompts/get", { name: "p", arguments: { arg: 5 } }],
      ["completion/complete", {}],
      ["completion/complete", { ref: { type: "ref/prompt", name: "p" } }],
      ["completion/complete", { ref: { type: "ref/other" }, argument: { name: "a", value: "b" } }],
      ["completion/complete", { ref: { type: "ref/prompt" }, argument: { name: "a", value: "b" } }],
      ["completion/complete", { ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: 5 } }],
      ["completion/complete", { ref: { type: "ref/prompt", name: "p" }, argument: { name: "a", value: "b" }, context: { arguments: [] } }],
      ["tools/list", { cursor: 5 }],
    ];
    for (const [method, value] of wrong) expect([method, value, await ask(method, value)]).toEqual([method, value, "invalid_params"]);
    expect(await ask("tasks/list", {})).toBe("method_unknown");
    expect(await ask("__proto__", {})).toBe("method_unknown");
    expect(await ask("tools/call", { name: "nope" })).toBe("tool_unknown");
  });

  test("no arguments, null and an empty object are the same", async () => {
    for (const value of [{ name: "take" }, { name: "take", arguments: null }, { name: "take", arguments: {} }]) {
      expect(await ask("tools/call", value)).toMatchObject({ content: [{ type: "text", text: "[{}]" }] });
    }
  });

  test("prompt arguments keep names that objects have of their own", async () => {
    const value = JSON.parse('{"name":"p","arguments":{"arg":"x","__proto__":"y"}}') as JsonObject;
    expect(JSON.stringify(await ask("prompts/get", value))).toContain('\\"__proto__\\":\\"y\\"');
  });
});
