import { describe, expect, test } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { chunkOf, openLane, upHead } from "./raw-lanes.ts";
import { type Keys, RawPeer, newKeys, startTestRelay, textOf, until } from "./rig.ts";

const progress = '[{"type":"progress","id":"a.b","progress":1}]';

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  return head;
}

async function held(relay: string): Promise<Keys> {
  const holder = new TestHolder({ relay, transport: "post" });
  await holder.hello();
  await holder[Symbol.asyncDispose]();
  return holder.keys;
}

const open = async (relay: string, keys: Keys): Promise<RawPeer> => {
  const peer = new RawPeer(relay).send(upHead(keys.token, keys.secret));
  await until(() => peer.text.includes(": open"));
  return peer;
};

describe("who opens an up stream", () => {
  test("without the secret, with a wrong one, or one wrong among several: 403, and nothing is made", async () => {
    await using relay = await startTestRelay();
    const [keys, other] = [newKeys(), newKeys()];
    for (const secrets of [
      "",
      other.secret,
      `${keys.secret} short`,
      `${other.secret} ${keys.secret}`,
      Array.from({ length: 9 }, () => keys.secret).join(" "),
    ]) {
      using peer = new RawPeer(relay.url).send(upHead(keys.token, secrets));
      await until(() => peer.text.startsWith("HTTP/1.1 403"));
    }
    expect(relay.counts().total.bad_secret).toBe(5);
    expect(relay.counts().now).toMatchObject({ links: 0, up_streams: 0, held_bytes: 0 });
  });

  test("of a link that nobody said hello on: 404; by another method: 405; too often: 429 with the wait", async () => {
    await using relay = await startTestRelay({ limits: { reconnectsPerMinute: 2 } });
    const keys = newKeys();
    using nobody = new RawPeer(relay.url).send(upHead(keys.token, keys.secret));
    await until(() => nobody.text.startsWith("HTTP/1.1 404"));
    using get = new RawPeer(relay.url).send(upHead(keys.token, keys.secret).replace("POST", "GET"));
    await until(() => get.text.startsWith("HTTP/1.1 405"));
    expect(relay.counts().now.links).toBe(0);
    const known = await held(relay.url);
    const peers = [await open(relay.url, known), await open(relay.url, known)];
    using late = new RawPeer(relay.url).send(upHead(known.token, known.secret));
    await until(() => late.text.startsWith("HTTP/1.1 429"));
    expect(late.text).toMatch(/retry-after: \d+/i);
    expect([relay.counts().total.rate_reconnects, relay.counts().now.up_streams]).toEqual([1, 2]);
    for (const peer of peers) peer[Symbol.dispose]();
    await until(() => relay.counts().now.up_streams === 0);
  });
});

describe("what comes up an up stream", () => {
  test.each([
    ["one byte too many", 65_537],
    ["2^31 bytes", 2 ** 31],
    ["2^32 - 1 bytes", 2 ** 32 - 1],
  ])("a parcel announced with %s: cut at once, and nothing is set aside for it", async (_what, bytes) => {
    await using relay = await startTestRelay();
    using peer = await open(relay.url, await held(relay.url));
    peer.send(chunkOf(lengthOf(bytes)));
    await until(() => peer.closed);
    expect(relay.counts().total.too_large).toBe(1);
    expect(relay.counts().now).toMatchObject({ up_streams: 0, held_bytes: 0 });
  });

  test("a parcel of just as many bytes as it may have is taken; signs of life say nothing", async () => {
    await using relay = await startTestRelay();
    using lane = await openLane("up", relay.url);
    const client = await SessionClient.open(lane.mcpUrl);
    const answer = client.call("silent");
    await until(() => lane.frames.some(({ type }) => type === "request"));
    const id = lane.frames.find(({ type }) => type === "request")?.id ?? "";
    const around = JSON.stringify({ id, result: { content: [{ type: "text", text: "" }] } });
    const body = around.replace('"text":""', `"text":"${"x".repeat(65_535 - around.length)}"`);
    const parcel = lane.bytesOf(body);
    expect(parcel.length).toBe(65_540);
    lane.send(Buffer.concat([lengthOf(0), parcel.subarray(0, 40_000)]));
    await until(() => relay.counts().now.held_bytes >= 65_536);
    lane.send(Buffer.concat([parcel.subarray(40_000), lengthOf(0), lengthOf(0)]));
    expect(textOf(await answer)).toHaveLength(65_535 - around.length);
    await until(() => lane.known === 1);
    expect(lane.receipts.length).toBe(1);
    await until(() => relay.counts().now.held_bytes === 0);
  });

  test("a parcel whose rest does not come in time: cut, however slowly its bytes go on", async () => {
    await using relay = await startTestRelay({ limits: { bodyMs: 300 } });
    const keys = await held(relay.url);
    const [begun, dribble, head] = [await open(relay.url, keys), await open(relay.url, keys), await open(relay.url, keys)];
    using idle = await open(relay.url, keys);
    begun.send(chunkOf(Buffer.concat([lengthOf(1_000), Buffer.from("0")])));
    head.send(chunkOf(Buffer.from([0, 0])));
    dribble.send(chunkOf(Buffer.concat([lengthOf(60_000), Buffer.from("0")])));
    await until(() => relay.counts().now.held_bytes === 61_000);
    const timer = setInterval(() => dribble.send(chunkOf(Buffer.from(" "))), 20);
    try {
      await until(() => [begun, head].every((peer) => peer.closed), 3_000, "half a parcel keeps its stream");
      await until(() => dribble.closed, 3_000, "a parcel that comes byte by byte keeps its stream");
    } finally {
      clearInterval(timer);
    }
    // One on which nothing was begun may be quiet.
    expect([relay.counts().total.too_slow, relay.counts().now.up_streams, idle.closed]).toEqual([3, 1, false]);
    expect(relay.counts().now.held_bytes).toBe(0);
    for (const peer of [begun, dribble, head]) peer[Symbol.dispose]();
  });

  test("many half parcels: what they announce counts as held, and the one past it is cut", async () => {
    await using relay = await startTestRelay({ limits: { heldBytes: 256 * 1024, messageBytes: 64 * 1024 } });
    const keys = await held(relay.url);
    const peers: RawPeer[] = [];
    for (let i = 0; i < 6; i++) peers.push(await open(relay.url, keys));
    for (const peer of peers) peer.send(chunkOf(Buffer.concat([lengthOf(60_000), Buffer.from("0{")])));
    await until(() => peers.filter((peer) => peer.closed).length === 2);
    expect([relay.counts().total.full_held, relay.counts().now.held_bytes, relay.counts().now.up_streams]).toEqual([2, 240_000, 4]);
    for (const peer of peers) peer[Symbol.dispose]();
    await until(() => relay.counts().now.held_bytes === 0 && relay.counts().now.up_streams === 0);
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "up" });
    expect(textOf(await (await SessionClient.open(holder.mcpUrl)).call("echo", { n: 1 }))).toBe('{"n":1}');
  });

  test("what is no HTTP any more in the middle of it: cut, and given back", async () => {
    await using relay = await startTestRelay();
    using peer = await open(relay.url, await held(relay.url));
    peer.send(chunkOf(Buffer.concat([lengthOf(1_000), Buffer.from("0{")])));
    await until(() => relay.counts().now.held_bytes === 1_000);
    peer.send("zz\r\nnonsense\r\n");
    await until(() => peer.closed);
    await until(() => relay.counts().now.up_streams === 0);
    expect(relay.counts().now).toMatchObject({ held_bytes: 0 });
    expect(relay.counts().total.errors).toBe(0);
  });

  test("its orderly end: everything before it has a receipt, half a parcel is dropped, and the connection serves on", async () => {
    await using relay = await startTestRelay();
    using lane = await openLane("up", relay.url);
    const answer = (await SessionClient.open(lane.mcpUrl)).call("silent");
    await until(() => lane.frames.some(({ type }) => type === "request"));
    const id = lane.frames.find(({ type }) => type === "request")?.id ?? "";
    const result = lane.bytesOf(JSON.stringify({ id, result: { content: [{ type: "text", text: "last" }] } }));
    lane.send(Buffer.concat([lane.bytesOf(progress), result, lane.bytesOf(progress).subarray(0, 20)]));
    lane.peer.send("0\r\n\r\nGET /health HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(textOf(await answer)).toBe("last");
    await until(() => lane.peer.text.includes('"ok":true'));
    expect(lane.known).toBe(2);
    expect(relay.counts().now).toMatchObject({ up_streams: 0, held_bytes: 0 });
  });
});
