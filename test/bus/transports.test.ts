import { expect, test } from "vitest";
import { SessionClient } from "../relay/client.ts";
import { TestHolder } from "../relay/holder.ts";
import { RawSocket, openLane } from "../relay/raw-lanes.ts";
import { newKeys, textOf, until } from "../relay/rig.ts";
import { BusRig, mcpAt } from "./rig.ts";

test("a relay of several processes offers no WebSocket", async () => {
  await using rig = await BusRig.start(2);
  using socket = new RawSocket(rig.at(0).url, newKeys().token);
  await until(() => socket.peer.closed);
  expect([socket.status, rig.at(0).counts().now.web_sockets, rig.at(0).counts().now.links]).toEqual([404, 0, 0]);
});

test("an up stream serves calls that came in at any process; one of no process here is refused with 421, and its POST with 404", async () => {
  await using rig = await BusRig.start(2);
  using lane = await openLane("up", rig.at(0).url);
  const clients = [await SessionClient.open(lane.mcpUrl), await SessionClient.open(mcpAt(rig.at(1), lane.keys.token))];
  const calls = clients.map((client) => client.call("silent"));
  await until(() => lane.frames.filter(({ type }) => type === "request").length === 2);
  const ids = lane.frames.filter(({ type }) => type === "request").map(({ id }) => id);
  for (const id of ids) lane.send(lane.bytesOf(JSON.stringify({ id, result: { content: [{ type: "text", text: "here" }] } })));
  expect((await Promise.all(calls)).map(textOf)).toEqual(["here", "here"]);
  // Of a process that there is none of: the POST that follows tells.
  lane.send(lane.bytesOf(JSON.stringify({ id: "nobody.call", result: {} })));
  await until(() => lane.known === 3);
  expect(lane.receipts.at(-1)?.status).toBe(421);
  await using poster = new TestHolder({ relay: rig.at(0).url, keys: lane.keys, transport: "post" });
  expect((await poster.result("nobody.call", {})).status).toBe(404);
});
