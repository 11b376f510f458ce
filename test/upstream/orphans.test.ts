import { describe, expect, test } from "vitest";
import { ends, goneAfter, hasTerminals, hold, isAlive } from "./held.ts";
import { eventually, naughty, open } from "./rig.ts";

describe("a server that ends at nothing but SIGKILL, and its grandchild in a session of its own, are gone within five seconds", () => {
  test.each(Object.entries(ends))("after %s", async (_name, { terminal, end }) => {
    // Nothing is skipped silently: Debian has script(1) in its base.
    expect(hasTerminals).toBe(true);
    const held = await hold(terminal);
    expect(held.pids).toHaveLength(2);
    expect(await Promise.all(held.pids.map(isAlive))).toEqual([true, true]);
    end(held);
    expect(await goneAfter([held.holder, ...held.pids], 8_000)).toBeLessThan(5_000);
    held.child.kill("SIGKILL");
  });

  test.each(["", "clean"])("after it is closed, even where the grandchild has lost its mark: %j", async (kind) => {
    const setting = await open(naughty("stubborn", kind), { limits: { goodbyeMs: 300 } });
    const pids = (await setting.call("act")).split(" ").map(Number);
    expect(await Promise.all(pids.map(isAlive))).toEqual([true, true]);
    const from = Date.now();
    await setting[Symbol.asyncDispose]();
    expect(await goneAfter(pids, 1_000)).toBeLessThan(200);
    expect(Date.now() - from).toBeLessThan(3_000);
  });

  test("one tree's end is not another's, though its number begins with the same digits", async () => {
    await using setting = await open(naughty("asks-forever"), { limits: { children: 16, goodbyeMs: 300 } });
    // From its first question on each client has its own process: more than ten of them.
    const ask = (): Promise<never> => new Promise(() => undefined);
    const marks = Array.from({ length: 12 }, (_, at) => `client ${at}`);
    const pid = async (mark: string): Promise<number> => Number(await setting.call("pid", {}, { mark }));
    void setting.call("act", {}, { mark: "client 0", ask });
    await eventually(async () => (await pid("client 0")) !== (await pid("client 1")));
    const pids = await Promise.all(marks.map(pid));
    expect(new Set(pids).size).toBe(12);
    process.kill(pids[0] ?? 0, "SIGKILL");
    await eventually(() => setting.events.some(({ is }) => is === "ended"));
    // As long as the tree of the first one takes to be cleared away.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await Promise.all(pids.slice(1).map(isAlive))).toEqual(pids.slice(1).map(() => true));
    expect(setting.events.filter(({ is }) => is === "ended")).toHaveLength(1);
  });
});
