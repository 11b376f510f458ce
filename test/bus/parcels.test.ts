import { expect, test } from "vitest";
import { SessionClient } from "../relay/client.ts";
import { TestHolder, echo } from "../relay/holder.ts";
import { openUpStream, openWebSocket } from "../relay/parcel-lane.ts";
import { type Keys, ask, newHolderId, textOf, until } from "../relay/rig.ts";
import { BusRig, mcpAt } from "./rig.ts";

const resultAt = (relay: string, { token, secret }: Keys, body: string): ReturnType<typeof ask> =>
  ask(`${relay}/s/${token}/result`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-jackfield-link-secret": secret },
  });

test("a result that is too large and comes in at another process ends its call at once, and says why", async () => {
  await using rig = await BusRig.start(2);
  await using holder = await TestHolder.start({ relay: rig.at(0).url });
  const client = await SessionClient.open(mcpAt(rig.at(0), holder.keys.token));
  const call = client.call("silent");
  await until(() => holder.of("request").length === 1);
  const [{ id } = { id: "" }] = holder.of("request");
  const body = JSON.stringify({ id, result: { content: [{ type: "text", text: "x".repeat(1_100_000) }] } });
  const from = performance.now();
  expect((await resultAt(rig.at(1).url, holder.keys, body)).status).toBe(413);
  const answer = await call;
  expect(performance.now() - from).toBeLessThan(5_000);
  expect([answer.result?.isError, textOf(answer)]).toEqual([true, expect.stringContaining("larger than 1048576 bytes")]);
});

test("an up stream takes what is for its own process, and sends back what is for another", async () => {
  await using rig = await BusRig.start(2);
  await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo, transport: "up" });
  const client = await SessionClient.open(mcpAt(rig.at(1), holder.keys.token));
  // The home is where the holder listens: its own up stream carries the result.
  expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
  expect(holder.lane?.carried).toBe(1);

  const waiting = client.call("silent");
  await until(() => holder.of("request").length === 2);
  const id = holder.of("request").at(-1)?.id ?? "";
  const { status, lane, request } = await openUpStream(`${rig.at(1).url}/s/${holder.keys.token}/up`, [holder.keys]);
  request.on("error", () => undefined);
  expect(status).toBe(200);
  const body = JSON.stringify({ id, result: { content: [{ type: "text", text: "by another way" }] } });
  expect((await lane?.carry(Buffer.from(body)))?.status).toBe(421);
  expect((await lane?.carry(Buffer.from(`[{"type":"notify","method":"notifications/tools/list_changed"}]`)))?.status).toBe(421);
  // As a holder then does: by POST it finds the way.
  expect((await resultAt(rig.at(1).url, holder.keys, body)).status).toBe(204);
  expect(textOf(await waiting)).toBe("by another way");
  request.destroy();
});

test("a WebSocket is not offered where there are several processes, and makes nothing", async () => {
  await using rig = await BusRig.start(1);
  await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
  const { status, socket } = await openWebSocket(holder.url("socket"), newHolderId(), [holder.keys], () => undefined);
  expect(status).toBe(404);
  socket.terminate();
  expect(rig.at(0).counts().now.web_sockets).toBe(0);
});
