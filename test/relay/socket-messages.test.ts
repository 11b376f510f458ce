import { describe, expect, test } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { RawSocket, greeting, openLane, socketFrame } from "./raw-lanes.ts";
import { type Keys, median, newHolderId, newKeys, startTestRelay, textOf, until } from "./rig.ts";

const hello = async (relay: string, keys: Keys): Promise<void> => {
  const holder = new TestHolder({ relay, keys, transport: "post" });
  await holder.hello();
  await holder[Symbol.asyncDispose]();
};

describe("the first message of a WebSocket", () => {
  const keys = newKeys();
  const [other, third] = [newKeys(), newKeys()];
  test.concurrent.each([
    ["is not JSON", "hello", 4_400],
    ["is empty", "", 4_400],
    ["is an array", "[]", 4_400],
    ["is of another protocol", greeting([keys]).replace('"protocol":1', '"protocol":2'), 4_400],
    ["has no holder", JSON.stringify({ protocol: 1, secrets: keys.secret }), 4_400],
    ["has another kind of secret", JSON.stringify({ protocol: 1, holder: newHolderId(), secrets: [keys.secret] }), 4_400],
    ["is longer than a greeting", `${greeting([keys])}${" ".repeat(1_024)}`, 4_400],
    ["is no UTF-8", Buffer.concat([Buffer.from(greeting([keys])), Buffer.from([0xff])]), 4_400],
    ["is a parcel", '0[{"type":"progress","id":"a.b","progress":1}]', 4_400],
    ["has no secret", JSON.stringify({ protocol: 1, holder: newHolderId(), secrets: "" }), 4_403],
    ["has a wrong secret", greeting([other]), 4_403],
    ["has one wrong among several", greeting([keys, { ...other, secret: "short" }, third]), 4_403],
    ["has the right one at another place", greeting([other, keys]), 4_403],
    ["has more than eight", greeting([keys, ...Array.from({ length: 8 }, newKeys)]), 4_403],
    ["is longer than a message", "x".repeat(65_537), 1_009],
  ])("%s: refused, and nothing is made", async (_what, message, code) => {
    await using relay = await startTestRelay();
    using socket = new RawSocket(relay.url, keys.token);
    socket.send(message);
    await until(() => socket.close !== undefined);
    expect(socket.close).toEqual([code, ""]);
    expect(relay.counts().now).toMatchObject({ links: 0, holders: 0, streams: 0, sessions: 0 });
    expect(relay.counts().total.bad_secret).toBe(code === 4_403 ? 1 : 0);
    // What comes after it is not looked at, the right secret neither.
    socket.send(greeting([keys]));
    await until(() => socket.peer.closed && relay.counts().now.web_sockets === 0, 5_000, "the refused one is kept");
    expect(relay.counts().now.links).toBe(0);
  });

  test("is late, or never whole: the connection is cut", async () => {
    await using relay = await startTestRelay({ limits: { headersMs: 300 } });
    using silent = new RawSocket(relay.url, keys.token);
    using dribble = new RawSocket(relay.url, keys.token);
    using pings = new RawSocket(relay.url, keys.token);
    await until(() => relay.counts().now.web_sockets === 3);
    const whole = socketFrame(greeting([keys]));
    let at = 0;
    const timer = setInterval(() => {
      dribble.peer.send(whole.subarray(at, ++at));
      pings.send("", { opcode: 9 });
    }, 20);
    await until(() => [silent, dribble, pings].every(({ peer }) => peer.closed), 3_000, "a late greeting keeps its connection");
    clearInterval(timer);
    expect([relay.counts().total.too_slow, relay.counts().now.web_sockets, relay.counts().now.links]).toEqual([3, 0, 0]);
  });

  test("comes in pieces, as a binary message, or twice: taken once, the second is no parcel", async () => {
    await using relay = await startTestRelay();
    await hello(relay.url, keys);
    using socket = new RawSocket(relay.url, keys.token);
    const text = greeting([keys]);
    socket.send(text.slice(0, 20), { opcode: 2, fin: false }).send("", { opcode: 9 }).send(text.slice(20), { opcode: 0 });
    await until(() => socket.texts.some((one) => one.includes('"ready"')));
    socket.send(text);
    await until(() => socket.texts.some((one) => one.includes('"refused"')));
    expect(JSON.parse(socket.texts.at(-1) ?? "")).toMatchObject({ type: "refused", n: 1, status: 400 });
    expect(relay.counts().now).toMatchObject({ links: 1, streams: 1, web_sockets: 1 });
  });

  test("of a link past its rate of streams: the close code says so, and the reason how long", async () => {
    await using relay = await startTestRelay({ limits: { reconnectsPerMinute: 2 } });
    const sockets: RawSocket[] = [];
    for (let i = 0; i < 3; i++) {
      const socket = new RawSocket(relay.url, keys.token).send(greeting([keys]));
      sockets.push(socket);
      await until(() => socket.texts.length > 0 || socket.close !== undefined);
    }
    expect(sockets[2]?.close?.[0]).toBe(4_429);
    expect(sockets[2]?.close?.[1]).toMatch(/^retry-after \d+$/);
    expect(relay.counts().total.rate_reconnects).toBe(1);
    for (const socket of sockets) socket[Symbol.dispose]();
  });

  test("of a link that there is no room for: 4503, with the wait", async () => {
    await using relay = await startTestRelay({ limits: { streams: 1 } });
    await using holder = await TestHolder.start({ relay: relay.url, transport: "websocket" });
    using socket = new RawSocket(relay.url, keys.token).send(greeting([keys]));
    await until(() => socket.close !== undefined);
    expect(socket.close).toEqual([4_503, "retry-after 30"]);
    expect([relay.counts().total.full_streams, relay.counts().now.links, holder.isOpen]).toEqual([1, 1, true]);
  });
});

describe("what RFC 6455 does not allow, or few expect", () => {
  test.each([
    ["a frame without a mask", socketFrame("0[1]", { masked: false }), 1_002],
    ["reserved bits", Buffer.concat([Buffer.from([0xf1]), socketFrame("0[1]").subarray(1)]), 1_002],
    ["an opcode that nobody knows", socketFrame("0[1]", { opcode: 3 }), 1_002],
    ["a continuation of nothing", socketFrame("0[1]", { opcode: 0 }), 1_002],
    ["a ping in pieces", socketFrame("", { opcode: 9, fin: false }), 1_002],
    ["a ping of 126 bytes", socketFrame("x".repeat(126), { opcode: 9 }), 1_002],
    ["a message within a message", Buffer.concat([socketFrame("0[", { fin: false }), socketFrame("0[1]")]), 1_002],
    ["a close with a code of nobody's", socketFrame(Buffer.from([0x03, 0xee]), { opcode: 8 }), 1_002],
    ["a message of more than a parcel", socketFrame(`0[${"1,".repeat(32_768)}1]`), 1_009],
    [
      "pieces of more than a parcel",
      Buffer.concat(Array.from({ length: 3 }, (_, i) => socketFrame("x".repeat(30_000), { opcode: i === 0 ? 1 : 0, fin: false }))),
      1_009,
    ],
    ["an announcement of 2^62 bytes", Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]), 1_009],
    [
      "a message in 300 pieces",
      Buffer.concat(Array.from({ length: 300 }, (_, i) => socketFrame("x", { opcode: i === 0 ? 1 : 0, fin: false }))),
      1_008,
    ],
    ["an orderly close", socketFrame(Buffer.from([0x03, 0xe8]), { opcode: 8 }), 1_000],
    ["a close of one's own code", socketFrame(Buffer.from([0x0f, 0xa1]), { opcode: 8 }), 4_001],
    ["a close without a code", socketFrame("", { opcode: 8 }), 1_005],
  ])("%s: this connection is closed, and no other", async (_what, bytes, code) => {
    await using relay = await startTestRelay();
    await using bystander = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "websocket" });
    const keys = newKeys();
    await hello(relay.url, keys);
    using socket = new RawSocket(relay.url, keys.token).send(greeting([keys]));
    await until(() => socket.texts.length > 0);
    socket.peer.send(bytes);
    await until(() => socket.close !== undefined);
    expect(socket.close?.[0]).toBe(code);
    // Though this peer does not answer the close, nor hang up.
    await until(() => relay.counts().now.web_sockets === 1 && relay.counts().now.streams === 1, 5_000, "it is kept");
    expect(textOf(await (await SessionClient.open(bystander.mcpUrl)).call("echo", { n: 1 }))).toBe('{"n":1}');
    expect(relay.counts().total.errors).toBe(0);
  });

  test("control frames between the pieces of a parcel do not disturb it, and pings are answered", async () => {
    await using relay = await startTestRelay();
    const keys = newKeys();
    await hello(relay.url, keys);
    using socket = new RawSocket(relay.url, keys.token).send(greeting([keys]));
    await until(() => socket.texts.length > 0);
    const body = '0[{"type":"progress","id":"a.b","progress":1}]';
    for (const [i, letter] of body.split("").entries()) {
      socket.send(letter, { opcode: i === 0 ? 1 : 0, fin: i === body.length - 1 });
      socket.send(`p${i}`, { opcode: i % 2 === 0 ? 9 : 10 });
    }
    await until(() => socket.texts.some((text) => text === '{"type":"took","n":1}'));
    await until(() => socket.frames.filter(({ opcode }) => opcode === 10).length === Math.ceil(body.length / 2));
    expect(socket.frames.findLast(({ opcode }) => opcode === 10)?.payload.toString()).toBe(`p${(body.length - 1) & ~1}`);
  });

  test("a flood of pings whose answers nobody reads piles up nothing, and holds up no one", async () => {
    await using relay = await startTestRelay({ limits: { unreadBytes: 64 * 1024 } });
    await using bystander = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "websocket" });
    const other = await SessionClient.open(bystander.mcpUrl);
    using lane = await openLane("websocket", relay.url, { reads: false });
    await until(() => relay.counts().now.web_sockets === 2);
    const pings = Buffer.concat(Array.from({ length: 2_000 }, () => socketFrame("x".repeat(125), { opcode: 9 })));
    const took: number[] = [];
    let sent = 0;
    for (let i = 0; i < 100; i++) {
      if (lane.peer.socket.writableLength < 4_000_000) {
        lane.send(pings);
        sent += 2_000;
      }
      const start = performance.now();
      await other.call("echo", { i });
      took.push(performance.now() - start);
    }
    // Far more than the kernel takes.
    expect(sent * 127).toBeGreaterThan(8_000_000);
    expect(relay.counts().now.unread_bytes).toBeLessThan(64 * 1024);
    expect(median(took)).toBeLessThan(500);
  });
});
