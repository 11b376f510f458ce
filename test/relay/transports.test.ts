import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo, declaration } from "./holder.ts";
import { type RawLane, openLane, rawTransports } from "./raw-lanes.ts";
import { type JsonMessage, median, newKeys, startTestRelay, textOf, until } from "./rig.ts";

const progress = (n = 1): string => JSON.stringify([{ type: "progress", id: "a.b", progress: n }]);
const resultOf = (id: string, text: string): string => JSON.stringify({ id, result: { content: [{ type: "text", text }] } });

/** Calls the silent tool; resolves with the relay's key for it and the answer to come. */
async function begin(lane: RawLane, client: SessionClient): Promise<{ readonly id: string; readonly answer: Promise<JsonMessage> }> {
  const before = lane.frames.filter(({ type }) => type === "request").length;
  const answer = client.call("silent");
  answer.catch(() => undefined);
  const requests = (): RawLane["frames"] => lane.frames.filter(({ type }) => type === "request");
  await until(() => requests().length === before + 1);
  return { id: requests().at(-1)?.id ?? "", answer };
}

/** What became of each parcel so far: 204, or the status it was refused with. */
function fates(lane: RawLane): number[] {
  const statuses: number[] = [];
  for (const { type, n, status = 0 } of lane.receipts) {
    if (type === "refused") statuses[n - 1] = status;
    else for (let i = 0; i < n; i++) statuses[i] ??= 204;
  }
  return statuses;
}

describe.each(rawTransports)("parcels by %s", (transport) => {
  test("each is answered under its number, in any mixture of what is taken and what is not", async () => {
    await using relay = await startTestRelay();
    using lane = await openLane(transport, relay.url);
    const client = await SessionClient.open(lane.mcpUrl);
    const [one, two] = [await begin(lane, client), await begin(lane, client)];
    const parcels = [
      lane.bytesOf(progress()),
      lane.bytesOf(resultOf(one.id, "first")),
      lane.bytesOf(resultOf(one.id, "again")),
      lane.bytesOf("[1]"),
      lane.bytesOf(progress(), 3),
      lane.bytesOf(progress(), 8),
      lane.bytesOf("x"),
      lane.bytesOf(progress(), "a"),
      lane.bytesOf(' {"id":"a.b"}'),
      lane.bytesOf('{"id":5}'),
      lane.bytesOf(`{"id":"${two.id}","result":{"resultType":"complete"}}`),
      lane.bytesOf(progress()),
    ];
    for (const parcel of parcels) lane.send(parcel);
    await until(() => lane.known === parcels.length);
    expect(fates(lane)).toEqual([204, 204, 404, 400, 400, 400, 400, 400, 400, 400, 400, 204]);
    expect(textOf(await one.answer)).toBe("first");
    expect((await two.answer).result?.isError).toBe(true);
    expect(relay.counts().total).toMatchObject({ late_results: 1, bad_results: 1, answered: 1, errors: 0 });
    expect(lane.receipts.every(({ why = "" }) => why.length <= 300)).toBe(true);
  });

  test("a parcel that is cut anywhere is put together", async () => {
    await using relay = await startTestRelay();
    using lane = await openLane(transport, relay.url);
    const body = '[{"type":"progress","id":"a.b","progress":1,"message":"\u{1d11e}"}]';
    const length = lane.bytesOf(body).length;
    for (let cut = 1; cut < length; cut++) {
      const parcel = lane.bytesOf(body);
      lane.send(parcel.subarray(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      lane.send(parcel.subarray(cut));
      await until(() => lane.known === cut);
    }
    // And once byte by byte, with the next parcel's beginning behind it.
    const two = Buffer.concat([lane.bytesOf(body), lane.bytesOf(body)]);
    for (const byte of two) {
      lane.send(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => lane.known === length + 1);
    expect(lane.receipts.every(({ type }) => type === "took")).toBe(true);
    expect(relay.counts().now.held_bytes).toBe(0);
  });

  test("a parcel acts on its own link alone, though several share the transport", async () => {
    await using relay = await startTestRelay();
    const other = newKeys();
    using lane = await openLane(transport, relay.url, { others: [other] });
    await using stranger = await TestHolder.start({ relay: relay.url, transport: "post" });
    const outside = (await SessionClient.open(stranger.mcpUrl)).call("silent");
    await until(() => stranger.of("request").length === 1);
    const first = await begin(lane, await SessionClient.open(lane.mcpUrl));
    const second = await begin(lane, await SessionClient.open(`${relay.url}/s/${other.token}/mcp`));
    for (const [id, link] of [
      [second.id, 0],
      [first.id, 1],
      [stranger.of("request")[0]?.id ?? "", 0],
      [second.id, 2],
    ] as const)
      lane.send(lane.bytesOf(resultOf(id, "forged"), link));
    await until(() => lane.known === 4);
    expect(fates(lane)).toEqual([404, 404, 404, 400]);
    expect(relay.counts().now.calls).toBe(3);
    lane.send(lane.bytesOf(resultOf(first.id, "mine"), 0));
    lane.send(lane.bytesOf(resultOf(second.id, "too"), 1));
    expect([textOf(await first.answer), textOf(await second.answer)]).toEqual(["mine", "too"]);
    await stranger.result(stranger.of("request")[0]?.id ?? "", { content: [{ type: "text", text: "theirs" }] });
    expect(textOf(await outside)).toBe("theirs");
  });

  test("over its link's rate it is refused with the wait, and nothing more is read until then; others are served", async () => {
    await using relay = await startTestRelay({ limits: { holderPerMinute: 60 } });
    await using bystander = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "post" });
    const other = await SessionClient.open(bystander.mcpUrl);
    using lane = await openLane(transport, relay.url);
    const packet = Buffer.concat(Array.from({ length: 60 }, () => lane.bytesOf(progress())));
    lane.send(packet);
    await until(() => lane.receipts.some(({ type }) => type === "refused"));
    const refused = lane.receipts.find(({ type }) => type === "refused");
    // The hello was the first.
    expect(refused).toMatchObject({ n: 60, status: 429, retryAfterMs: 1_000 });
    const from = performance.now();
    const last = lane.known;
    lane.send(lane.bytesOf(progress()));
    expect(textOf(await other.call("echo", { n: 1 }))).toBe('{"n":1}');
    await until(() => lane.known > last);
    expect(performance.now() - from).toBeGreaterThan(800);
    expect(lane.receipts.at(-1)).toMatchObject({ type: "took", n: 61 });
    expect(relay.counts().total.rate_holder).toBe(1);
  });

  test.each([
    ["no parcels", "x", {}],
    ["parcels over the rate", "{}", { holderPerMinute: 60 }],
  ])("a packet full of %s costs ten answers a second, and nobody else anything", async (_what, body, limits) => {
    await using relay = await startTestRelay({ limits });
    await using bystander = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "post" });
    const other = await SessionClient.open(bystander.mcpUrl);
    using lane = await openLane(transport, relay.url);
    const packet = Buffer.concat(Array.from({ length: 9_000 }, () => lane.bytesOf(body)));
    const took: number[] = [];
    const from = performance.now();
    for (let i = 0; i < 10; i++) {
      if (!lane.peer.closed) lane.send(packet);
      const start = performance.now();
      await other.call("echo", { i });
      took.push(performance.now() - start);
      await pause(20);
    }
    const seconds = (performance.now() - from) / 1_000;
    expect(lane.receipts.length).toBeLessThan(80 + 12 * seconds);
    expect(lane.peer.closed || lane.receipts.some(({ type }) => type === "refused")).toBe(true);
    expect(median(took)).toBeLessThan(150);
    // A WebSocket's messages are parted before anyone can say stop: one that has so many is cut.
    expect(relay.counts().total.pipelined).toBe(transport === "websocket" ? 1 : 0);
    expect(relay.counts().now.unread_bytes).toBe(0);
    lane[Symbol.dispose]();
    await until(() => relay.counts().now.streams === 1 && relay.counts().now.up_streams === 0 && relay.counts().now.web_sockets === 0);
  });

  test("who reads no receipts is cut, and the calls of others go on", async () => {
    await using relay = await startTestRelay({ limits: { unreadBytes: 64 * 1024, graceMs: 300 } });
    await using bystander = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "post" });
    const other = await SessionClient.open(bystander.mcpUrl);
    using lane = await openLane(transport, relay.url, { reads: false });
    await until(() => relay.counts().now.up_streams + relay.counts().now.web_sockets === 1);
    // Each is answered with a refusal, which is much longer than itself. The kernel takes some megabytes before anything waits.
    const packet = Buffer.concat(Array.from({ length: 2_000 }, () => lane.bytesOf("[1]")));
    const took: number[] = [];
    for (let i = 0; i < 200 && relay.counts().total.stuck === 0; i++) {
      if (lane.peer.socket.writableLength < 4_000_000 && !lane.peer.closed) lane.send(packet);
      const start = performance.now();
      expect(textOf(await other.call("echo", { i }))).toBe(`{"i":${i}}`);
      took.push(performance.now() - start);
    }
    expect(relay.counts().total.stuck).toBe(1);
    await until(() => relay.counts().now.up_streams + relay.counts().now.web_sockets === 0);
    expect(relay.counts().now.unread_bytes).toBe(0);
    expect(median(took)).toBeLessThan(1_000);
  });

  test("an ask that comes twice is asked once, by POST too", async () => {
    await using relay = await startTestRelay();
    using lane = await openLane(transport, relay.url);
    const client = await SessionClient.open(lane.mcpUrl, { capabilities: { elicitation: {} } });
    using stream = await client.listen();
    const call = await begin(lane, client);
    const question = { method: "elicitation/create", params: { message: "Which?", requestedSchema: { type: "object", properties: {} } } };
    const ask = JSON.stringify([{ type: "ask", id: call.id, ask: "q1", questions: { a: question } }]);
    for (let i = 0; i < 3; i++) lane.send(lane.bytesOf(ask));
    await until(() => lane.known === 3);
    const helper = new TestHolder({ relay: relay.url, keys: lane.keys, transport: "post" });
    expect((await helper.post("frames", ask)).status).toBe(204);
    await helper[Symbol.asyncDispose]();
    expect(fates(lane)).toEqual([204, 204, 204]);
    expect(lane.frames.filter(({ type }) => type === "answer")).toEqual([]);
    expect(relay.counts().now.parked).toBe(1);
    lane.send(lane.bytesOf(resultOf(call.id, "over")));
    expect(textOf(await call.answer)).toBe("over");
    expect(stream.text().split("elicitation/create").length - 1).toBeLessThanOrEqual(1);
    expect(relay.counts().now).toMatchObject({ parked: 0, calls: 0 });
  });

  test("a relay that closes ends it within its time, whatever the far side does", async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const relay = await startTestRelay({ limits: { drainMs: 200 } });
    using good = await openLane(transport, relay.url);
    using deaf = await openLane(transport, relay.url, { reads: false });
    using half = await openLane(transport, relay.url);
    half.send(half.bytesOf(progress()).subarray(0, 12));
    const from = performance.now();
    await relay.close();
    expect(performance.now() - from).toBeLessThan(3_000);
    await until(() => good.peer.closed && half.peer.closed);
    expect(relay.counts().now).toMatchObject({ up_streams: 0, web_sockets: 0, streams: 0, held_bytes: 0, waits: 0, links: 0 });
    expect(good.frames.at(-1)).toMatchObject({ type: "notice", code: "closing" });
    deaf[Symbol.dispose]();
    await until(() => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length <= before + 1);
  });

  test("1,000 that open and close leave nothing behind", { timeout: 90_000 }, async () => {
    await using relay = await startTestRelay({ limits: { graceMs: 50, linkIdleMs: 200 } });
    const keys = newKeys();
    const cycle = async (): Promise<void> => {
      using lane = await openLane(transport, relay.url, { keys, declare: declaration });
      lane.send(lane.bytesOf(progress()).subarray(0, 10));
    };
    for (let i = 0; i < 20; i++) await cycle();
    await until(() => relay.counts().now.links === 0);
    const waits = relay.counts().now.waits;
    const files = readdirSync("/proc/self/fd").length;
    for (let i = 0; i < 40; i++) await Promise.all(Array.from({ length: 25 }, cycle));
    await until(() => relay.counts().now.links === 0 && readdirSync("/proc/self/fd").length <= files + 5);
    expect(relay.counts().now).toMatchObject({ up_streams: 0, web_sockets: 0, streams: 0, holders: 0, held_bytes: 0, waits, catalogs: 0 });
    expect(relay.counts().total.errors).toBe(0);
  });
});
