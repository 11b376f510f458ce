import { describe, expect, test } from "vitest";
import { SessionClient, StatelessClient } from "../relay/client.ts";
import { TestHolder, echo } from "../relay/holder.ts";
import { jsonOf, newKeys, textOf, until } from "../relay/rig.ts";
import { BusRig, mcpAt } from "./rig.ts";

const epochIn = (frame: { readonly [member: string]: unknown } | undefined): number => Number(frame?.["epoch"]);

describe("two holders of one link at two processes", () => {
  test("the later hello has the calls; the other is told displaced, with that hello's epoch; nothing runs twice", async () => {
    await using rig = await BusRig.start(3);
    const keys = newKeys();
    await using first = await TestHolder.start({ relay: rig.at(0).url, keys, onRequest: echo });
    await using second = new TestHolder({ relay: rig.at(1).url, keys, onRequest: echo });
    const epoch = jsonOf(await second.hello()) as unknown as { epoch: number };
    await second.open();
    await until(() => first.of("notice").length === 1);
    expect(first.of("notice")[0]).toMatchObject({ code: "displaced", epoch: epoch.epoch });
    expect(epoch.epoch).toBeGreaterThan(epochIn(first.of("ready")[0]));
    for (const relay of rig.relays)
      expect(textOf(await new StatelessClient(mcpAt(relay, keys.token)).call("echo", { n: 1 }))).toBe('{"n":1}');
    expect([first.of("request").length, second.of("request").length]).toEqual([0, 3]);
    // It takes the link back, from its own process.
    await first.hello();
    await until(() => second.of("notice").length === 1);
    expect(epochIn(second.of("notice")[0])).toBeGreaterThan(epoch.epoch);
    await new StatelessClient(mcpAt(rig.at(2), keys.token)).call("echo");
    expect([first.of("request").length, second.of("request").length]).toEqual([1, 3]);
    // It leaves: the other still listens, and gets them again.
    first.drop();
    await until(() => rig.at(0).counts().now.streams === 0);
    expect(textOf(await new StatelessClient(mcpAt(rig.at(2), keys.token)).call("echo", { n: 2 }))).toContain('{"n":2}');
    expect(rig.relays.map((relay) => relay.counts().now.bus_homes)).toEqual([1, 0, 0]);
  });

  test("hellos at the same moment: one home is left, and all processes find it", async () => {
    await using rig = await BusRig.start(3);
    for (let round = 0; round < 10; round += 1) {
      const keys = newKeys();
      const holders = [0, 1, 2].map((index) => new TestHolder({ relay: rig.at(index).url, keys, onRequest: echo }));
      const answers = await Promise.all(holders.map((holder) => holder.hello()));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      await Promise.all(holders.map((holder) => holder.open()));
      const homes = (): number => rig.relays.reduce((sum, relay) => sum + relay.counts().now.bus_homes, 0);
      await until(() => homes() === round + 1);
      const ran = (): number => holders.reduce((sum, holder) => sum + holder.of("request").length, 0);
      for (const relay of rig.relays) {
        const text = textOf(await new StatelessClient(mcpAt(relay, keys.token)).call("echo", { round }));
        expect(text).toContain(JSON.stringify({ round }));
      }
      expect(ran()).toBe(3);
      for (const holder of holders) await holder[Symbol.asyncDispose]();
    }
  });

  test("one stream carries links with different homes", async () => {
    await using rig = await BusRig.start(3);
    const [one, two] = [newKeys(), newKeys()];
    for (const [index, keys] of [one, two].entries()) await new TestHolder({ relay: rig.at(index).url, keys }).hello();
    await using holder = new TestHolder({ relay: rig.at(2).url, keys: one, others: [two], onRequest: undefined as never });
    expect(await holder.open()).toBe(200);
    await until(() => holder.of("ready").length === 2);
    const calls = [one, two].map((keys) => new StatelessClient(mcpAt(rig.at(2), keys.token)).call("silent"));
    await until(() => holder.of("request").length === 2);
    for (const frame of holder.of("request")) {
      const keys = frame.link === one.token ? one : two;
      await new TestHolder({ relay: rig.at(2).url, keys }).result(frame.id, { content: [{ type: "text", text: keys.token }] });
    }
    expect((await Promise.all(calls)).map(textOf)).toEqual([one.token, two.token]);
    expect(rig.relays.map((relay) => relay.counts().now.bus_homes)).toEqual([1, 1, 0]);
  });
});

describe("a process that ends on purpose", () => {
  test("its holders are told closing and find another home; the call that ran is answered, though its result comes in elsewhere", async () => {
    await using rig = await BusRig.start(3, { limits: { drainMs: 5_000 } });
    const keys = newKeys();
    await using holder = await TestHolder.start({ relay: rig.at(0).url, keys });
    const client = await SessionClient.open(mcpAt(rig.at(1), keys.token));
    const running = client.call("silent", { n: 1 });
    await until(() => holder.of("request").length === 1);
    const closed = rig.at(0).close();
    await until(() => holder.of("notice").some((frame) => frame["code"] === "closing") && !holder.isOpen);
    await using moved = await TestHolder.start({ relay: rig.at(2).url, keys, holder: holder.id, onRequest: echo });
    expect(textOf(await client.call("echo", { n: 2 }))).toBe('{"n":2}');
    const id = holder.of("request")[0]?.id ?? "";
    expect((await moved.result(id, { content: [{ type: "text", text: "late but whole" }] })).status).toBe(204);
    expect(textOf(await running)).toBe("late but whole");
    await closed;
    expect(rig.at(2).counts().now.bus_homes).toBe(1);
    // A client that still sends to the one that drains is served by the others: nothing to see here once it is closed.
    expect(textOf(await client.call("echo", { n: 3 }))).toBe('{"n":3}');
  });

  test("while it drains, what still comes in at it is carried to the others", async () => {
    await using rig = await BusRig.start(2, { limits: { drainMs: 3_000 } });
    const keys = newKeys();
    await using old = await TestHolder.start({ relay: rig.at(0).url, keys });
    const stuck = new StatelessClient(mcpAt(rig.at(1), keys.token)).call("silent");
    await until(() => old.of("request").length === 1);
    const closed = rig.at(0).close();
    await until(() => !old.isOpen);
    await using fresh = await TestHolder.start({ relay: rig.at(1).url, keys, onRequest: echo });
    expect(textOf(await new StatelessClient(mcpAt(rig.at(0), keys.token)).call("echo", { n: 1 }))).toBe('{"n":1}');
    await fresh.result(old.of("request")[0]?.id ?? "", { content: [] });
    await stuck;
    await closed;
  });
});

describe("NATS goes and comes back", () => {
  test("across processes calls fail at once and say so; at one process all goes on; then it is as before", async () => {
    await using rig = await BusRig.start(2);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const { token } = holder.keys;
    const [here, there] = [await SessionClient.open(mcpAt(rig.at(0), token)), await SessionClient.open(mcpAt(rig.at(1), token))];
    const cut = there.call("silent");
    const kept = here.call("slow", { ms: 600 });
    await until(() => holder.of("request").length === 2);
    const start = performance.now();
    await rig.nats.kill();
    const failed = await cut;
    expect([failed.result?.isError, textOf(failed)]).toEqual([
      true,
      "The relay lost its process that had the call. It may have run: check what was done, then call again",
    ]);
    expect(performance.now() - start).toBeLessThan(1_000);
    await until(() => holder.of("cancel").length === 1);
    const refused = await there.call("echo");
    expect(textOf(refused)).toBe("The relay's processes cannot reach each other. Nothing was run: try again in a moment");
    expect(textOf(await kept)).toBe('{"ms":600}');
    expect(textOf(await here.call("echo", { n: 1 }))).toBe('{"n":1}');
    const ran = holder.of("request").length;
    await rig.nats.restart();
    await until(() => rig.relays.every((relay) => relay.counts().now.bus_up === 1));
    expect(await pastDoubt(async () => textOf(await there.call("echo", { n: 2 })))).toBe('{"n":2}');
    expect(holder.of("request").length).toBe(ran + 1);
  });

  test("hellos on both sides of the gap: the later one has the link once it is closed", async () => {
    await using rig = await BusRig.start(3);
    const keys = newKeys();
    await using early = await TestHolder.start({ relay: rig.at(0).url, keys, onRequest: echo });
    await rig.nats.kill();
    await until(() => rig.relays.every((relay) => relay.counts().now.bus_up === 0));
    await using late = await TestHolder.start({ relay: rig.at(1).url, keys, onRequest: echo });
    expect(rig.relays.map((relay) => relay.counts().now.bus_homes)).toEqual([1, 1, 0]);
    expect(textOf(await new StatelessClient(mcpAt(rig.at(0), keys.token)).call("echo", { at: 0 }))).toBe('{"at":0}');
    expect(textOf(await new StatelessClient(mcpAt(rig.at(1), keys.token)).call("echo", { at: 1 }))).toBe('{"at":1}');
    await rig.nats.restart();
    await until(() => early.of("notice").some((frame) => frame["code"] === "displaced"));
    expect(epochIn(early.of("notice")[0])).toBe(epochIn(late.of("ready")[0]));
    await until(() => rig.relays.reduce((sum, relay) => sum + relay.counts().now.bus_homes, 0) === 1);
    for (const relay of rig.relays) {
      const client = new StatelessClient(mcpAt(relay, keys.token));
      expect(await pastDoubt(async () => textOf(await client.call("echo", { n: 1 })))).toBe('{"n":1}');
    }
    expect([early.of("request").length, late.of("request").length]).toEqual([1, 4]);
  });
});

/** What a call says once the bus is back: for a moment more it is in doubt who has the link, then nothing is run, and that is said. */
async function pastDoubt(call: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const said = await call();
    if (!said.includes("Nothing was run: try again")) return said;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return call();
}
