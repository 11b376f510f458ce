import { type Effect, effects, type Principal } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { codeOf, hostOf, TestCaller, toolOf, whole } from "../test-host.ts";

const who: Principal = { kind: "local", id: "tester", scopes: [] };
const allEffects = Object.keys(effects) as Effect[];

describe("paused and read-only", () => {
  test("paused, nothing runs; lists stay", async () => {
    const { host } = await hostOf(whole(), { controls: { paused: () => true } });
    const caller = new TestCaller();
    expect(codeOf(await host.call(caller.call("one")))).toBe("paused");
    await expect(host.read("song:1", caller)).rejects.toMatchObject({ code: "paused" });
    await expect(host.prompt("greet", { who: "x" }, caller)).rejects.toMatchObject({ code: "paused" });
    await expect(host.complete({ type: "ref/prompt", name: "greet" }, { name: "who", value: "" }, {}, caller)).rejects.toMatchObject({
      code: "paused",
    });
    expect(host.tools(who)).toHaveLength(2);
  });

  test("read-only, only effects that change nothing run", async () => {
    const { host } = await hostOf(
      allEffects.map((effect) => toolOf(effect.replaceAll("-", "_"), { effect })),
      { controls: { readOnly: () => true } },
    );
    const codes = await Promise.all(
      allEffects.map(async (effect) => [
        effect,
        codeOf(await host.call(new TestCaller({ scope: effect }).call(effect.replaceAll("-", "_")))),
      ]),
    );
    expect(Object.fromEntries(codes)).toEqual(
      Object.fromEntries(allEffects.map((effect) => [effect, effects[effect].readOnly ? "done" : "read_only"])),
    );
  });

  test("each scope has its own, and they are asked anew for each call", async () => {
    const pausedScopes = new Set<string>();
    const { host } = await hostOf([toolOf("one")], { controls: { paused: ({ scope }) => pausedScopes.has(scope) } });
    const [a, b] = [new TestCaller({ scope: "a" }), new TestCaller({ scope: "b" })];
    pausedScopes.add("a");
    expect([codeOf(await host.call(a.call("one"))), codeOf(await host.call(b.call("one")))]).toEqual(["paused", "done"]);
    pausedScopes.delete("a");
    expect(codeOf(await host.call(a.call("one")))).toBe("done");
  });
});
