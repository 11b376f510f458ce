import { describe, expect, test } from "vitest";
import { SessionClient, StatelessClient } from "../relay/client.ts";
import { TestHolder, echo } from "../relay/holder.ts";
import { textOf, until } from "../relay/rig.ts";
import { BusRig, mcpAt } from "./rig.ts";

describe("calls across processes", () => {
  test("the holder is at A, calls come in at B and C, each gets its own result", async () => {
    await using rig = await BusRig.start(3);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const { token } = holder.keys;
    const b = await SessionClient.open(mcpAt(rig.at(1), token));
    const c = new StatelessClient(mcpAt(rig.at(2), token));
    expect(textOf(await b.call("echo", { from: "b" }))).toBe('{"from":"b"}');
    expect(textOf(await c.call("echo", { from: "c" }))).toBe('{"from":"c"}');
    const many = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => textOf(await (n % 2 === 0 ? b : c).call("slow", { n, ms: 20 }))),
    );
    expect(many).toEqual(Array.from({ length: 5 }, (_, n) => JSON.stringify({ n, ms: 20 })));
    expect(holder.of("request")).toHaveLength(7);
    expect(rig.at(0).counts().total.calls).toBe(7);
    expect(rig.at(1).counts().total.bus_carried + rig.at(2).counts().total.bus_carried).toBe(8); // and one initialize
  });

  test("large arguments and results travel in pieces, and come whole", async () => {
    await using rig = await BusRig.start(2, { limits: { messageBytes: 4 * 1024 * 1024 } });
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const client = new StatelessClient(mcpAt(rig.at(1), holder.keys.token));
    const text = Array.from({ length: 300_000 }, (_, n) => n).join(",");
    expect(textOf(await client.call("echo", { text }))).toBe(JSON.stringify({ text }));
    expect(textOf(await client.call("echo", { size: 3_000_000 }))).toBe("x".repeat(3_000_000));
    await until(() => rig.relays.every((relay) => relay.counts().now.held_bytes === 0));
  });

  test("every route of a holder may end at another process", async () => {
    await using rig = await BusRig.start(3);
    // hello at A, events at B, results at C.
    await using holder = new TestHolder({
      relay: rig.at(0).url,
      onRequest: async (frame, self) => {
        const result = await echo(frame);
        const answer = await elsewhere.result(frame.id, result ?? {});
        statuses.push(answer.status);
        void self;
        return undefined;
      },
    });
    const statuses: number[] = [];
    const atB = new TestHolder({
      relay: rig.at(1).url,
      keys: holder.keys,
      holder: holder.id,
      onRequest: async (frame) => {
        const answer = await elsewhere.result(frame.id, (await echo(frame)) ?? {});
        statuses.push(answer.status);
        return undefined;
      },
    });
    const elsewhere = new TestHolder({ relay: rig.at(2).url, keys: holder.keys, holder: holder.id });
    expect((await holder.hello()).status).toBe(200);
    expect(await atB.open()).toBe(200);
    await until(() => atB.of("ready").length === 1);
    for (const relay of rig.relays) {
      const client = await SessionClient.open(mcpAt(relay, holder.keys.token));
      expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
    }
    await until(() => statuses.length === 3);
    expect(statuses).toEqual([204, 204, 204]);
    expect(rig.relays.map((relay) => relay.counts().now.bus_homes)).toEqual([1, 0, 0]);
    await atB[Symbol.asyncDispose]();
    await elsewhere[Symbol.asyncDispose]();
  });
});
