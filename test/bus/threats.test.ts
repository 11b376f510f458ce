import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SessionClient, StatelessClient } from "../relay/client.ts";
import { TestHolder, declaration, echo } from "../relay/holder.ts";
import { textOf, until } from "../relay/rig.ts";
import { RawNats } from "./raw-nats.ts";
import { BusRig, mcpAt } from "./rig.ts";

const payload = "PAYLOADofTheSong";

describe("whoever listens on the bus", () => {
  test("reads no secret, token, session, key, holder or payload, in subjects or messages", async () => {
    await using rig = await BusRig.start(3);
    using spy = await RawNats.open(rig.nats.port, [">"]);
    await using holder = new TestHolder({
      relay: rig.at(0).url,
      declare: { ...declaration, instructions: payload },
      onRequest: echo,
    });
    await holder.hello();
    await new TestHolder({ relay: rig.at(1).url, keys: holder.keys, holder: holder.id }).hello();
    await holder.open();
    const known = [payload, holder.keys.secret, holder.keys.token, holder.id, "tools/call", "mcp-session-id"];
    for (const relay of rig.relays) {
      const client = await SessionClient.open(mcpAt(relay, holder.keys.token), { name: payload });
      expect(textOf(await client.call("echo", { payload }))).toContain(payload);
      known.push(client.session ?? "");
    }
    for (const frame of holder.of("request")) known.push(frame.id.slice(frame.id.indexOf(".") + 1));
    const running = new StatelessClient(mcpAt(rig.at(1), holder.keys.token)).call("silent");
    await until(() => holder.of("request").length === 4);
    await new TestHolder({ relay: rig.at(2).url, keys: holder.keys }).result(holder.of("request")[3]?.id ?? "", {
      content: [{ type: "text", text: payload }],
    });
    await running;
    await spy.flush();
    expect(known.length).toBe(12);
    expect(spy.messages.length).toBeGreaterThan(15);
    const seen = Buffer.concat(spy.messages.flatMap(({ subject, reply, bytes }) => [Buffer.from(`${subject} ${reply} `), bytes]));
    expect(known.filter((text) => text === "" || seen.includes(text))).toEqual([]);
  });
});

describe("whoever sends on the bus", () => {
  test("forged, repeated, turned and changed messages are counted and do nothing", async () => {
    await using rig = await BusRig.start(2);
    using spy = await RawNats.open(rig.nats.port, ["jf.p.*", "jf.l.*"]);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const client = new StatelessClient(mcpAt(rig.at(1), holder.keys.token));
    expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
    await spy.flush();
    const genuine = spy.messages.filter(({ subject }) => subject.startsWith("jf.p."));
    const subjects = [...new Set(genuine.map(({ subject }) => subject))];
    expect(subjects).toHaveLength(2);
    const before = rig.relays.map((relay) => relay.counts().total.bus_forged);
    let sent = 0;
    const send = (subject: string, bytes: Uint8Array): void => {
      spy.publish(subject, bytes);
      sent += 1;
    };
    for (const { subject, bytes } of genuine) {
      send(subject, bytes); // again
      send(subjects.find((other) => other !== subject) ?? "", bytes); // to the other process
      for (const at of [0, 12, 19, 20, 40, bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        // A higher number does not help: it is part of what is sealed.
        if (at === 19) changed[12] = 0x7f;
        send(subject, changed);
      }
      send(subject, bytes.subarray(0, bytes.length - 1));
    }
    for (const subject of subjects) for (const size of [0, 1, 48, 49, 100_000]) send(subject, randomBytes(size));
    await spy.flush();
    const forged = (): number => rig.relays.reduce((sum, relay, index) => sum + relay.counts().total.bus_forged - (before[index] ?? 0), 0);
    await until(() => forged() === sent);
    expect(sent).toBeGreaterThan(30);
    expect(holder.of("request")).toHaveLength(1);
    expect(textOf(await client.call("echo", { n: 2 }))).toBe('{"n":2}');
    expect(holder.of("request")).toHaveLength(2);
    for (const relay of rig.relays) expect(relay.counts().now).toMatchObject({ bus_exchanges: expect.any(Number), held_bytes: 0 });
  });

  test("a process with another session key sees and reaches none of the links", async () => {
    await using rig = await BusRig.start(1);
    await using holder = await TestHolder.start({ relay: rig.at(0).url, onRequest: echo });
    const stranger = await rig.add({ sessionKey: randomBytes(32) });
    const client = new StatelessClient(mcpAt(stranger, holder.keys.token));
    expect((await client.request("tools/list")).result?.["tools"]).toMatchObject([{ name: "connection_status" }]);
    expect(holder.of("request")).toHaveLength(0);
  });
});
