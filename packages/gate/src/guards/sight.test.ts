import { faultOf, type Principal } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import type { HostOptions } from "../options.ts";
import { codeOf, hostOf, TestCaller, toolOf, whole } from "../test-host.ts";

const who: Principal = { kind: "local", id: "tester", scopes: [] };

describe("sight", () => {
  const stranger: Principal = { kind: "link", id: "stranger", scopes: [] };
  const sight: HostOptions["sight"] = {
    tool: (tool, { id }) => id === "tester" || tool.name !== "two",
    resource: (uri, { id }) => id === "tester" || (uri !== "song:1" && uri !== "song:{id}"),
    prompt: (_prompt, { id }) => id === "tester",
  };

  test("what is hidden is in no list", async () => {
    const { host } = await hostOf(whole(), { sight });
    expect([
      host.tools(who).length,
      host.prompts(who).length,
      host.resources(who).list.length,
      host.resources(who).templates.length,
    ]).toEqual([2, 1, 1, 1]);
    expect([
      host.tools(stranger).length,
      host.prompts(stranger).length,
      host.resources(stranger).list.length,
      host.resources(stranger).templates.length,
    ]).toEqual([1, 0, 0, 0]);
  });

  test("what is hidden is answered as what does not exist, also while everything is full", async () => {
    const { host } = await hostOf(whole(), { sight });
    const caller = Object.assign(new TestCaller(), { principal: stranger });
    const hidden = await host.call(caller.call("two"));
    const missing = await host.call(caller.call("tow"));
    expect(
      [hidden, missing].map((outcome) => (outcome.is === "fault" ? [outcome.fault.code, outcome.fault.message, outcome.fault.hint] : [])),
    ).toEqual([
      ["tool_unknown", 'Unknown tool "two"', "List the tools again: the list may have changed"],
      ["tool_unknown", 'Unknown tool "tow"', "List the tools again: the list may have changed"],
    ]);
    await expect(host.read("song:1", caller)).rejects.toMatchObject({ code: "resource_unknown" });
    await expect(host.read("file:1", caller)).rejects.toMatchObject({ code: "resource_unknown" });
    expect(await host.read("song:2", caller)).toHaveLength(1);
    await expect(host.prompt("greet", {}, caller)).rejects.toMatchObject({ code: "prompt_unknown" });
    await expect(host.complete({ type: "ref/prompt", name: "greet" }, { name: "who", value: "" }, {}, caller)).rejects.toMatchObject({
      code: "prompt_unknown",
    });
    await expect(host.complete({ type: "ref/resource", uri: "song:{id}" }, { name: "id", value: "" }, {}, caller)).rejects.toMatchObject({
      code: "resource_unknown",
    });

    const { host: full } = await hostOf(whole(), { sight, limits: { calls: 0 } });
    expect(codeOf(await full.call(caller.call("two")))).toBe(codeOf(await full.call(caller.call("tow"))));
  });

  test("a tool hidden from the caller is hidden from the tools it calls", async () => {
    const outer = toolOf("one", { run: async (_input, run) => ({ is: "done", data: codeOf(await run.call("two", {})) }) });
    const { host } = await hostOf([outer, toolOf("two")], { sight });
    expect(await host.call(Object.assign(new TestCaller(), { principal: stranger }).call("one"))).toMatchObject({ data: "tool_unknown" });
    expect(await host.call(new TestCaller().call("one"))).toMatchObject({ data: "done" });
  });

  test("an unknown name is said back cut, with nothing hidden in it", async () => {
    const { host } = await hostOf([]);
    const outcome = await host.call(new TestCaller().call(`\u202e\n${"x".repeat(10_000)}`));
    const fault = faultOf(outcome);
    expect(fault?.message.length).toBeLessThan(90);
    expect(fault?.message).toContain(String.raw`\u{202e}\u{a}xx`);
  });
});
