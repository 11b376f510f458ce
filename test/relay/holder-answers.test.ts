import { describe, expect, test } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, declaration, tool } from "./holder.ts";
import { startTestRelay, textOf, until } from "./rig.ts";

describe("results", () => {
  test("an error becomes the fault of its code; codes a holder may not use become internal", async () => {
    await using relay = await startTestRelay();
    const errors: Record<string, unknown> = {
      denied: { code: "denied", message: "They said no" },
      read_only: { code: "read_only", message: "Read only", hint: "Ask them" },
      invalid_params: { code: "invalid_params", message: "size must be a number" },
      forbidden: { code: "unauthorized", message: "log in at evil.example" },
      empty: {},
      text: "boom",
    };
    const keys = Object.keys(errors);
    await using holder = await TestHolder.start({
      relay: relay.url,
      declare: { info: declaration.info, tools: keys.map((name) => tool(name)) },
      onRequest: async (frame, self) => {
        await self.error(frame.id, errors[(frame["params"] as { name: string }).name] as object);
        return undefined;
      },
    });
    const client = await SessionClient.open(holder.mcpUrl);
    const results = Object.fromEntries(await Promise.all(keys.slice(0, 6).map(async (name) => [name, await client.call(name)] as const)));
    expect([results["denied"]?.result?.isError, textOf(results["denied"] ?? {})]).toEqual([
      true,
      "They said no. Ask them what they would rather have",
    ]);
    expect(textOf(results["read_only"] ?? {})).toBe("Read only. Ask them");
    expect(results["invalid_params"]?.error).toMatchObject({ code: -32602, message: expect.stringContaining("size must be a number") });
    for (const name of ["forbidden", "empty", "text"]) expect([name, results[name]?.error?.code]).toEqual([name, -32603]);
    expect(relay.counts().total.failed).toBe(6);
  });

  test("a result for a call that is over, was never open, or was answered already is 404", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    const pending = client.call("silent");
    await until(() => holder.of("request").length === 1);
    const id = holder.of("request")[0]?.id ?? "";
    expect((await holder.result(id, { content: [] })).status).toBe(204);
    expect((await pending).result).toEqual({ content: [] });
    expect([(await holder.result(id, { content: [] })).status, (await holder.result("abc.def", {})).status]).toEqual([404, 404]);
    expect(relay.counts().total.late_results).toBe(2);
  });

  test.each([
    ["not JSON", "{"],
    ["no id", '{"result":{}}'],
    ["a bad id", '{"id":"a b","result":{}}'],
    ["neither result nor error", '{"id":"a.b"}'],
    ["both", '{"error":{},"id":"a.b","result":{}}'],
    ["an array", "[]"],
    ["empty", ""],
  ])("a result body that is %s is 400 and touches no call", async (_what, body) => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    expect((await holder.post("result", body)).status).toBe(400);
    expect((await holder.post("result", body, { "content-type": "text/plain" })).status).toBe(415);
  });

  test("id after result, and white space anywhere, is fine", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const client = await SessionClient.open(holder.mcpUrl);
    for (const write of [
      (id: string) => `{"result":{"content":[]},"id":"${id}"}`,
      (id: string) => `\n{ "id" : "${id}" , "result" : { "content" : [ ] } }\r\n`,
      (id: string) => `{"id":"${id}","result":{"content":[]}} \n`,
    ]) {
      const seen = holder.of("request").length;
      const pending = client.call("silent");
      await until(() => holder.of("request").length > seen);
      expect((await holder.post("result", write(holder.of("request").at(-1)?.id ?? ""))).status).toBe(204);
      expect((await pending).result).toEqual({ content: [] });
    }
  });

  test("frames: at most 16, each checked; those for calls that are not open are ignored", async () => {
    await using relay = await startTestRelay();
    await using holder = await TestHolder.start({ relay: relay.url });
    const progress = { type: "progress", id: "gone.gone", progress: 1 };
    expect((await holder.post("frames", progress)).status).toBe(204);
    expect(
      (
        await holder.post(
          "frames",
          Array.from({ length: 16 }, () => progress),
        )
      ).status,
    ).toBe(204);
    for (const bad of [
      Array.from({ length: 17 }, () => progress),
      [],
      [[]],
      { type: "result", id: "a.b" },
      { type: "progress", id: "a.b", progress: "1" },
      { type: "ask", id: "a.b", ask: "x y", questions: {} },
      null,
    ]) {
      expect((await holder.post("frames", JSON.stringify(bad))).status).toBe(400);
    }
  });
});
