import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { SessionClient, StatelessClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { newKeys, startTestRelay, textOf, until } from "./rig.ts";

describe("when a holder goes", () => {
  test("its calls wait for the same holder to come back, and end well", async () => {
    await using relay = await startTestRelay({ limits: { graceMs: 2_000 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 1);
    holder.drop();
    await until(() => relay.counts().now.streams === 0);
    await pause(100);
    expect(await holder.open()).toBe(200);
    await holder.result(holder.of("request")[0]?.id ?? "", { content: [{ type: "text", text: "back" }] });
    expect(textOf(await pending)).toBe("back");
    expect(relay.counts().total.gone).toBe(0);
  });

  test("after the grace its calls fail with what a model can act on, long before their timeout", async () => {
    await using relay = await startTestRelay({ limits: { graceMs: 150 } });
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const pending = [client.call("silent"), client.call("silent"), new StatelessClient(holder.mcpUrl).call("silent")];
    await until(() => holder.of("request").length === 3);
    const start = performance.now();
    holder.drop();
    const answers = await Promise.all(pending);
    expect(performance.now() - start).toBeLessThan(1_000);
    for (const answer of answers)
      expect([answer.result?.isError, textOf(answer)]).toEqual([
        true,
        "The page closed or reloaded during the call. Check what was done, then call again",
      ]);
    expect(relay.counts().total.gone).toBe(3);
  });

  test("another holder id is a reload: it gets new calls, the old ones fail, the session lives on", async () => {
    await using relay = await startTestRelay({ limits: { graceMs: 150 } });
    await using old = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(old.mcpUrl);
    const pending = client.call("silent");
    await until(() => old.of("request").length === 1);
    old.drop();
    await using fresh = await TestHolder.start({ relay: relay.url, keys: old.keys, onRequest: echo });
    expect(textOf(await client.call("echo", { n: 1 }))).toMatch(/^\[Another page/);
    expect(textOf(await pending)).toContain("closed or reloaded");
    expect(fresh.of("request")).toHaveLength(1);
  });

  test("kill -9 of a holder's process fails its calls after the grace; the relay and others go on", async () => {
    await using relay = await startTestRelay({ limits: { graceMs: 200 } });
    await using other = await TestHolder.start({ relay: relay.url, onRequest: echo });
    const keys = newKeys();
    const child = spawn(
      process.execPath,
      ["--conditions=@jackfield/source", "--import", "tsx", new URL("holder-process.ts", import.meta.url).pathname, relay.url, keys.secret],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(child.stdout, "data");
    const url = `${relay.url}/s/${keys.token}/mcp`;
    const client = await SessionClient.open(url);
    expect(textOf(await client.call("echo", { alive: true }))).toBe('{"alive":true}');
    const pending = client.call("silent");
    await until(() => relay.counts().now.calls === 1);
    child.kill("SIGKILL");
    expect(textOf(await pending)).toContain("closed or reloaded");
    expect(textOf(await client.call("echo"))).toContain("is not open");
    const bystander = await SessionClient.open(other.mcpUrl);
    expect(textOf(await bystander.call("echo", { n: 1 }))).toBe('{"n":1}');
    expect(relay.counts().now).toMatchObject({ calls: 0, holders: 1 });
  });
});
