import { type AnyTool, Fault, type OpenToolset } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { codeOf, hostOf, TestCaller, toolOf, turn } from "../test-host.ts";
import { ask, counting, HeldApprover } from "./test-approver.ts";

describe("approval: the wait is over, and the world has changed", () => {
  interface Scene {
    readonly approver: HeldApprover;
    readonly controls: { paused: boolean; readOnly: boolean; hidden: boolean };
    readonly toolset: { tools: readonly AnyTool[] };
    readonly caller: TestCaller;
    readonly input: { a: number };
    readonly close: () => Promise<void>;
  }
  const changes: readonly [string, (scene: Scene) => void, string][] = [
    ["paused", ({ controls }) => (controls.paused = true), "paused"],
    ["read-only", ({ controls }) => (controls.readOnly = true), "read_only"],
    ["the tool is hidden now", ({ controls }) => (controls.hidden = true), "tool_changed"],
    ["the tool is gone", ({ toolset }) => (toolset.tools = []), "tool_changed"],
    [
      "the tool is described otherwise",
      ({ toolset }) => (toolset.tools = [toolOf("t", { effect: "destructive-write", description: "Does more" })]),
      "tool_changed",
    ],
    ["the tool has another effect", ({ toolset }) => (toolset.tools = [toolOf("t", { effect: "read" })]), "tool_changed"],
    ["the arguments were changed in place", ({ input }) => (input.a = 2), "tool_changed"],
    ["the caller went away", ({ caller }) => caller.ending.end(new Fault("cancelled")), "cancelled"],
    ["the host is closing", ({ close }) => void close(), "closing"],
  ];
  test.each(changes)("%s: it does not run", async (_name, change, code) => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const controls = { paused: false, readOnly: false, hidden: false };
    const toolset: OpenToolset & { tools: readonly AnyTool[] } = { tools: [tool], [Symbol.asyncDispose]: () => Promise.resolve() };
    const { host, clock } = await hostOf(toolset, {
      ...ask,
      approver,
      controls: { paused: () => controls.paused, readOnly: () => controls.readOnly },
      sight: { tool: () => !controls.hidden },
    });
    const caller = new TestCaller();
    const input = { a: 1 };
    const outcome = host.call(caller.call("t", input));
    await turn();
    expect(host.counts().asking).toBe(1);
    change({ approver, controls, toolset, caller, input, close: async () => host[Symbol.asyncDispose]() });
    approver.allow();
    expect(codeOf(await outcome)).toBe(code);
    await turn();
    expect(ran()).toBe(0);
    expect(host.counts()).toMatchObject({ running: 0, asking: 0 });
    expect(clock.timers.size).toBe(0);
  });

  test("a tool listed anew, and the same in all that was shown, runs as it is now", async () => {
    const old = counting("t");
    const fresh = counting("t");
    const approver = new HeldApprover();
    const toolset: OpenToolset & { tools: readonly AnyTool[] } = { tools: [old.tool], [Symbol.asyncDispose]: () => Promise.resolve() };
    const { host } = await hostOf(toolset, { ...ask, approver });
    const outcome = host.call(new TestCaller().call("t"));
    await turn();
    toolset.tools = [fresh.tool];
    approver.allow();
    expect(codeOf(await outcome)).toBe("done");
    expect([old.ran(), fresh.ran()]).toEqual([0, 1]);
  });

  test("cancelled mid-question, the call ends at once and the approver is told", async () => {
    const { tool, ran } = counting("t");
    const approver = new HeldApprover();
    const { host, clock } = await hostOf([tool], { ...ask, approver });
    const caller = new TestCaller();
    const outcome = host.call(caller.call("t"));
    await turn();
    caller.ending.end(new Fault("cancelled"));
    expect(codeOf(await outcome)).toBe("cancelled");
    expect(approver.last.signal.aborted).toBe(true);
    expect(host.counts()).toMatchObject({ running: 0, asking: 0 });
    expect(clock.timers.size).toBe(0);
    approver.allow();
    await turn();
    expect(ran()).toBe(0);
  });
});
