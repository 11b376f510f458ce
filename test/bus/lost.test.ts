import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { SessionClient, StatelessClient } from "../relay/client.ts";
import { TestHolder, echo } from "../relay/holder.ts";
import { newKeys, textOf, until } from "../relay/rig.ts";
import { NatsServer } from "./nats-server.ts";
import { BusProcesses } from "./process.ts";

const lost = "The relay lost its process that had the call. It may have run: check what was done, then call again";
const down = "The relay's processes cannot reach each other. Nothing was run: try again in a moment";

test("kill -9 of the home: its calls fail within 4 s and say so; a holder that comes back elsewhere has the link, and its sessions", async () => {
  await using nats = await NatsServer.start();
  await using processes = await BusProcesses.on(nats.url);
  const [a, b, c] = await Promise.all([processes.start(), processes.start(), processes.start()]);
  const keys = newKeys();
  await using holder = await TestHolder.start({ relay: a.url, keys });
  const client = await SessionClient.open(`${b.url}/s/${keys.token}/mcp`);
  const running = client.call("silent");
  await until(() => holder.of("request").length === 1);
  const start = performance.now();
  a.process.child.kill("SIGKILL");
  const answer = await running;
  expect([answer.result?.isError, textOf(answer)]).toEqual([true, lost]);
  expect(performance.now() - start).toBeLessThan(4_000);
  // What was declared went with its home: here it is known only that somebody was there.
  expect(textOf(await client.call("echo"))).toContain("Nobody holds this link");
  await using moved = await TestHolder.start({ relay: c.url, keys, onRequest: echo });
  expect(textOf(await client.call("echo", { n: 1 }))).toBe('{"n":1}');
  expect(moved.of("request")).toHaveLength(1);
});

test("SIGSTOP of the home: its calls fail within 6.5 s, others are told within 1.5 s; what waits for it is not run when it goes on", async () => {
  await using nats = await NatsServer.start();
  await using processes = await BusProcesses.on(nats.url);
  const [a, b, c] = await Promise.all([processes.start(), processes.start(), processes.start()]);
  const keys = newKeys();
  await using holder = await TestHolder.start({ relay: a.url, keys, onRequest: echo });
  const at = (url: string): StatelessClient => new StatelessClient(`${url}/s/${keys.token}/mcp`);
  expect(textOf(await at(b.url).call("echo", { n: 0 }))).toBe('{"n":0}');
  a.process.child.kill("SIGSTOP");
  const start = performance.now();
  const waiting = at(b.url).call("echo", { n: 1 });
  const asked = performance.now();
  expect(textOf(await at(c.url).call("echo", { n: 2 }))).toBe(down);
  expect(performance.now() - asked).toBeLessThan(1_500);
  expect(textOf(await waiting)).toBe(lost);
  expect(performance.now() - start).toBeLessThan(6_500);
  // Another holder's hello takes the link meanwhile, though its old home says nothing.
  await using taker = await TestHolder.start({ relay: c.url, keys, onRequest: echo });
  expect(textOf(await at(b.url).call("echo", { n: 3 }))).toBe('{"n":3}');
  a.process.child.kill("SIGCONT");
  await until(() => holder.of("notice").some((frame) => frame["code"] === "displaced"));
  await pause(500);
  // What its clients were told to have failed was refused when it got to it.
  expect(
    holder
      .of("request")
      .map((frame) => JSON.stringify(frame["params"]))
      .filter((text) => /"n":[12]/.test(text)),
  ).toEqual([]);
  for (const { url } of [a, b, c]) expect(textOf(await at(url).call("echo", { n: 4 }))).toBe('{"n":4}');
  expect(taker.of("request")).toHaveLength(4);
});

test("SIGKILL of the process that a holder's stream ends at: its home gives it its grace, then its calls fail", async () => {
  await using nats = await NatsServer.start();
  await using processes = await BusProcesses.on(nats.url);
  const [a, b] = await Promise.all([processes.start(["--grace-ms", "1s"]), processes.start()]);
  const keys = newKeys();
  await using holder = new TestHolder({ relay: a.url, keys });
  await holder.hello();
  await using stream = new TestHolder({ relay: b.url, keys, holder: holder.id });
  await stream.open();
  await until(() => stream.of("ready").length === 1);
  const running = new StatelessClient(`${a.url}/s/${keys.token}/mcp`).call("silent");
  await until(() => stream.of("request").length === 1);
  b.process.child.kill("SIGKILL");
  expect(textOf(await running)).toContain("closed or reloaded");
});
