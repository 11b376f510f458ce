import { expect } from "vitest";
import { SessionClient } from "./client.ts";
import { TestHolder, echo } from "./holder.ts";
import { openWebSocket } from "./parcel-lane.ts";
import { RawSocket, upHead } from "./raw-lanes.ts";
import { RawPeer, newHolderId, newKeys, startTestRelay, textOf, until } from "./rig.ts";

/** Limits on what holders open beside POSTs and event streams. */
export const transportProofs = {
  async upStreams() {
    await using relay = await startTestRelay({ limits: { upStreams: 3 } });
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "post" });
    const { token, secret } = holder.keys;
    const open = (): RawPeer => new RawPeer(relay.url).send(upHead(token, secret));
    const peers = Array.from({ length: 3 }, open);
    await until(() => peers.every((peer) => peer.text.includes(": open")));
    using late = open();
    await until(() => late.text.startsWith("HTTP/1.1 503 "));
    expect(late.text).toContain('"ceiling":"upStreams","limit":3');
    expect([relay.counts().total.full_ups, relay.counts().now.up_streams]).toEqual([1, 3]);
    // Without one the holder goes on by POST.
    const client = await SessionClient.open(holder.mcpUrl);
    expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
    peers[0]?.[Symbol.dispose]();
    await until(() => relay.counts().now.up_streams === 2);
    using again = open();
    await until(() => again.text.includes(": open"));
    for (const peer of peers) peer[Symbol.dispose]();
  },

  async webSockets() {
    await using relay = await startTestRelay({ limits: { webSockets: 3 } });
    // Those that have shown no secret count as well.
    const silent = Array.from({ length: 2 }, () => new RawSocket(relay.url, newKeys().token));
    await until(() => silent.every(({ status }) => status === 101));
    await using holder = await TestHolder.start({ relay: relay.url, onRequest: echo, transport: "websocket" });
    expect(relay.counts().now).toMatchObject({ web_sockets: 3, streams: 1, links: 1 });
    const keys = newKeys();
    using late = new RawSocket(relay.url, keys.token);
    await until(() => late.peer.closed);
    expect([late.status, /retry-after: (\d+)/.exec(late.peer.text)?.[1]]).toEqual([503, "30"]);
    expect([relay.counts().total.full_sockets, relay.counts().now.web_sockets]).toEqual([1, 3]);
    // The one that it refused listens on an event stream, and POSTs.
    await using other = await TestHolder.start({ relay: relay.url, keys, onRequest: echo, transport: "post" });
    expect(textOf(await (await SessionClient.open(other.mcpUrl)).call("echo", { n: 1 }))).toBe('{"n":1}');
    expect(textOf(await (await SessionClient.open(holder.mcpUrl)).call("echo", { n: 2 }))).toBe('{"n":2}');
    for (const socket of silent) socket[Symbol.dispose]();
    await until(() => relay.counts().now.web_sockets === 1);
    const { status, socket } = await openWebSocket(other.url("socket"), newHolderId(), [keys], () => undefined);
    expect(status).toBe(200);
    socket.terminate();
  },
};
