import { createServer } from "node:net";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { busCeilings } from "@jackfield/relay";
import { expect, test } from "vitest";
import { SessionClient, StatelessClient } from "../relay/client.ts";
import { TestHolder, echo } from "../relay/holder.ts";
import { RawPeer, newKeys, startTestRelay, textOf, until } from "../relay/rig.ts";
import { RawNats } from "./raw-nats.ts";
import { BusRig, mcpAt } from "./rig.ts";

// A ceiling without its proof does not compile.
const proofs: Readonly<Record<keyof typeof busCeilings, () => Promise<void>>> = {
  /** No message is larger, whatever is carried. */
  async busPieceBytes() {
    await using rig = await BusRig.start(2);
    using spy = await RawNats.open(rig.nats.port, ["jf.p.*"]);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const client = new StatelessClient(mcpAt(rig.at(1), holder.keys.token));
    expect(textOf(await client.call("echo", { text: "y".repeat(900_000) }))).toHaveLength(900_011);
    await spy.flush();
    const sizes = spy.messages.map(({ bytes }) => bytes.length);
    expect(Math.max(...sizes)).toBeGreaterThan(128 * 1024);
    expect(Math.max(...sizes)).toBeLessThan(128 * 1024 + 1_024);
    expect(sizes.filter((size) => size > 100_000).length).toBeGreaterThanOrEqual(12);
  },

  /** A caller that reads nothing holds up its own result and not the bus. */
  async busWindow() {
    await using rig = await BusRig.start(2, { limits: { messageBytes: 16 * 1024 * 1024 } });
    using spy = await RawNats.open(rig.nats.port, ["jf.p.*"]);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const { body, headers } = new StatelessClient("").message("tools/call", { name: "echo", arguments: { size: 15_000_000 } });
    using stuck = new RawPeer(rig.at(1).url, { reads: false });
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    stuck.send(
      `POST /s/${holder.keys.token}/mcp HTTP/1.1\r\nhost: x\r\n${head.join("")}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await until(() => spy.messages.filter(({ bytes }) => bytes.length > 100_000).length >= busCeilings.busWindow.value);
    let before = -1;
    while (before !== spy.messages.length) {
      before = spy.messages.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const carried = spy.messages.reduce((sum, { bytes }) => sum + bytes.length, 0);
    // What lies in the sockets' buffers, and the window.
    expect(carried).toBeLessThan(10_000_000);
    expect(textOf(await new StatelessClient(mcpAt(rig.at(1), holder.keys.token)).call("echo", { n: 1 }))).toBe('{"n":1}');
  },

  async busExchanges() {
    await using rig = await BusRig.start(2, {
      bus: { servers: [], limits: { busExchanges: 3 } },
      limits: { callsPerLink: 50, callsPerSession: 50 },
    });
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const client = new StatelessClient(mcpAt(rig.at(1), holder.keys.token));
    const running = [1, 2, 3].map(() => client.call("silent"));
    await until(() => holder.of("request").length === 3);
    expect((await client.call("echo")).error?.message).toContain("no room");
    // Those who come in at the home are served.
    expect(textOf(await new StatelessClient(holder.mcpUrl).call("echo", { n: 1 }))).toBe('{"n":1}');
    for (const frame of holder.of("request").slice(0, 3)) await holder.result(frame.id, { content: [] });
    await Promise.all(running);
    expect(textOf(await client.call("echo", { n: 2 }))).toBe('{"n":2}');
  },

  /** Each start of a process is another: after many of them those that are there are still heard. */
  async busPeers() {
    await using rig = await BusRig.start(2, { bus: { servers: [], limits: { busPeers: 2 } } });
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    for (let start = 0; start < 5; start += 1) {
      const relay = await rig.add();
      expect(textOf(await new StatelessClient(mcpAt(relay, holder.keys.token)).call("echo", { start }))).toBe(JSON.stringify({ start }));
      await relay.close();
    }
    expect(textOf(await new StatelessClient(mcpAt(rig.at(1), holder.keys.token)).call("echo", { n: 1 }))).toBe('{"n":1}');
    expect(rig.at(0).counts().total.bus_forged).toBe(0);
  },

  async busLinks() {
    await using rig = await BusRig.start(1, { bus: { servers: [], limits: { busLinks: 2 } } });
    for (let link = 0; link < 2; link += 1) expect((await new TestHolder({ relay: rig.at(0).url }).hello()).status).toBe(200);
    const third = await new TestHolder({ relay: rig.at(0).url }).hello();
    expect([third.status, third.headers["retry-after"]]).toEqual([503, "60"]);
    expect(rig.at(0).counts().now.bus_homes).toBe(2);
  },

  /** A process that nobody answers for any more: the probes find it, or their silence. */
  async busProbeMs() {
    await using rig = await BusRig.start(2, { bus: { servers: [], limits: { busProbeMs: 150 } } });
    await using holder = await TestHolder.start({ relay: rig.at(0).url });
    using spy = await RawNats.open(rig.nats.port, ["jf.p.*"]);
    const running = new StatelessClient(mcpAt(rig.at(1), holder.keys.token)).call("silent");
    await until(() => holder.of("request").length === 1);
    const before = spy.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // Both ask, both answer, again and again, while something is under way.
    expect(spy.messages.length - before).toBeGreaterThan(10);
    await holder.result(holder.of("request")[0]?.id ?? "", { content: [] });
    await running;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const after = spy.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(spy.messages.length).toBe(after);
  },

  /** A request that lay somewhere is refused, and its front finds the home anew: see lost.test.ts for one whose front has given up. */
  async busLateMs() {
    await using rig = await BusRig.start(2, { bus: { servers: [], limits: { busLateMs: 0 } } });
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const client = new StatelessClient(mcpAt(rig.at(1), holder.keys.token));
    const texts: string[] = [];
    for (let call = 0; call < 20; call += 1) texts.push(textOf(await client.call("echo", { call })));
    // With no patience at all each message that is slower than the quickest before it is late.
    const refused = rig.at(0).counts().total.bus_late;
    expect(refused).toBeGreaterThan(5);
    const ran = texts.filter((text) => text.startsWith('{"call"')).length;
    expect(holder.of("request")).toHaveLength(ran);
    expect(texts.filter((text) => text.includes("Nothing was run"))).toHaveLength(20 - ran);
  },

  /** Somebody listens where the home of a link would, and says nothing. */
  async busWhoMs() {
    await using rig = await BusRig.start(2, { bus: { servers: [], limits: { busWhoMs: 300 } } });
    using _silent = await RawNats.open(rig.nats.port, ["jf.l.*"]);
    const start = performance.now();
    expect(textOf(await new StatelessClient(mcpAt(rig.at(0), newKeys().token)).call("connection_status"))).toContain(
      "cannot reach each other",
    );
    expect(performance.now() - start).toBeGreaterThan(250);
    expect(performance.now() - start).toBeLessThan(2_000);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    expect(textOf(await new StatelessClient(mcpAt(rig.at(1), holder.keys.token)).call("echo", { n: 1 }))).toBe('{"n":1}');
  },

  /** One that ends takes what still comes in meanwhile, though nothing runs at it. */
  async busNoticeMs() {
    await using rig = await BusRig.start(2, { bus: { servers: [], limits: { busNoticeMs: 600 } }, limits: { drainMs: 5_000 } });
    await using holder = await TestHolder.start({ relay: rig.at(1).url, onRequest: echo });
    const start = performance.now();
    const closed = rig.at(0).close();
    const here = new StatelessClient(mcpAt(rig.at(0), holder.keys.token));
    expect(textOf(await here.call("echo", { n: 1 }))).toBe('{"n":1}');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(textOf(await here.call("echo", { n: 2 }))).toBe('{"n":2}');
    await closed;
    expect(performance.now() - start).toBeGreaterThan(550);
    expect(performance.now() - start).toBeLessThan(3_000);
  },

  async busConnectMs() {
    const mute = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const { port } = mute.address() as { port: number };
    const start = performance.now();
    const bus = { servers: [`nats://127.0.0.1:${port}`], limits: { busConnectMs: 400 } };
    await expect(startTestRelay({ sessionKey: randomBytes(32), bus })).rejects.toThrow(/^Cannot join the bus at nats:/);
    expect(performance.now() - start).toBeLessThan(3_000);
    mute.close();
  },
};

test.each(Object.entries(proofs))("%s", async (_name, proof) => {
  expect.hasAssertions();
  await proof();
});

test("every ceiling has its proof", () => {
  expect(Object.keys(proofs).sort()).toEqual(Object.keys(busCeilings).sort());
});

test("a flood of requests that other processes carry here is held to the link's rate here", async () => {
  await using rig = await BusRig.start(3, { limits: { mcpPerMinute: 60, mcpBurst: 20 } });
  await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
  await using other = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
  const client = await SessionClient.open(mcpAt(rig.at(1), holder.keys.token));
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const at = new SessionClient(mcpAt(rig.at(1 + (n % 2)), holder.keys.token));
      at.session = client.session;
      return (await at.post({ jsonrpc: "2.0", id: n, method: "ping" })).status;
    }),
  );
  const served = statuses.filter((status) => status === 200).length;
  expect(served).toBeGreaterThanOrEqual(15);
  expect(served).toBeLessThan(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(120 - served);
  expect(textOf(await new StatelessClient(mcpAt(rig.at(2), other.keys.token)).call("echo", { n: 1 }))).toBe('{"n":1}');
});
