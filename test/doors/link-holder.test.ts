import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Fault } from "@jackfield/contract";
import { linkHolder } from "@jackfield/doors";
import { newSecret } from "@jackfield/wire";
import { afterEach, describe, expect, test } from "vitest";
import { openHost } from "../fixtures/open-host.ts";
import { type Setting, closeAll, hold, keep, pause, until } from "./link-setting.ts";
import { linkToolset } from "./link-toolset.ts";

afterEach(closeAll);

describe("linkHolder: the stream", () => {
  test("silenceMs: a silent stream is dead and opened again, with the same id and without another hello", async () => {
    const { relay, states } = await hold({ limits: { silenceMs: 150 } });
    await until(() => relay.of("events").length === 2);
    await until(() => states().at(-1) === "open");
    expect(relay.of("hello").length).toBe(1);
    expect(new Set(relay.of("events").map(({ query }) => query)).size).toBe(1);
    // Comments are bytes too.
    const pings = setInterval(() => relay.raw(": ping\n\n"), 40);
    const streams = relay.of("events").length;
    await pause(500);
    clearInterval(pings);
    expect(relay.of("events").length).toBe(streams);
  });

  test("a dropped stream is mended, and calls that run go on", async () => {
    const { relay, holder, states } = await hold();
    relay.request("p.1", "hold", {});
    await until(() => holder.calls === 1);
    relay.streams[0]?.destroy();
    await until(() => relay.of("events").length === 2 && holder.state === "open");
    expect([holder.calls, states()]).toEqual([1, ["open", "waiting", "connecting", "open"]]);
    relay.send({ type: "cancel", id: "p.1", reason: "cancel" });
    await until(() => holder.calls === 0);
  });

  test("a relay that was started anew is greeted anew, on the stream that is open", async () => {
    const { relay, holder } = await hold({ prepare: (scripted) => (scripted.epoch = 5) });
    relay.streams[0]?.destroy();
    relay.epoch = 1;
    relay.quiet = true;
    await until(() => relay.streams.length === 1 && relay.of("events").length === 2);
    relay.send({ type: "ready", epoch: 0, sessions: 0 });
    await until(() => relay.of("hello").length === 2 && holder.state === "open");
    expect(relay.of("events").length).toBe(2);
  });

  test("word of a hello that its own has overtaken does not displace it", async () => {
    const { relay, holder } = await hold({ prepare: (scripted) => (scripted.epoch = 5) });
    relay.send({ type: "notice", code: "displaced", message: "opened elsewhere", epoch: 4 });
    relay.request("p.1", "hold", {});
    await until(() => holder.calls === 1);
    expect(holder.state).toBe("open");
    relay.send({ type: "notice", code: "displaced", message: "opened elsewhere", epoch: 6 });
    await until(() => holder.state === "displaced");
    relay.send({ type: "cancel", id: "p.1", reason: "cancel" });
    await until(() => holder.calls === 0);
  });

  test("a newer holder displaces this one: it does not come back by itself, lets its calls end, and takes the link when told", async () => {
    const { relay, holder, states } = await hold();
    relay.request("p.1", "ask", {});
    await until(() => relay.asks.length === 1);
    relay.send({ type: "notice", code: "displaced", message: "opened elsewhere" });
    await until(() => holder.state === "displaced");
    await pause(100);
    expect(relay.streams.length).toBe(1);
    relay.send({ type: "answer", id: "p.1", ask: relay.asks[0]?.ask, answers: { name: { action: "decline" } } });
    await until(() => relay.results.length === 1 && relay.streams.length === 0);
    await pause(300);
    expect([relay.of("events").length, relay.of("hello").length, holder.state]).toEqual([1, 1, "displaced"]);
    relay.epoch = 3;
    holder.take();
    await until(() => holder.state === "open");
    expect([relay.of("hello").length, states()]).toEqual([2, ["open", "displaced", "connecting", "open"]]);
  });

  test("a newer holder that said hello while this one was away displaces it too", async () => {
    const { relay, holder } = await hold();
    relay.epoch = 2;
    relay.streams[0]?.destroy();
    await until(() => holder.state === "displaced");
    await pause(200);
    expect([relay.of("events").length, relay.of("hello").length]).toEqual([2, 1]);
    // Telling it to while calls still run and the stream is open works as well.
    holder.take();
    await until(() => holder.state === "open");
  });

  test("what is no frame is ignored; an event that is too large ends the stream", async () => {
    const { relay, holder } = await hold({ limits: { eventBytes: 10_000 } });
    for (const data of [
      "",
      "x",
      "null",
      "[]",
      '{"type":"later","link":"AAAAAAAAAAAAAAAAAAAAAA"}',
      '{"type":"request"}',
      '{"type":"request","link":"AAAAAAAAAAAAAAAAAAAAAA","id":"a b"}',
    ])
      relay.raw(`data: ${data}\n\n`);
    relay.request("p.1", "take", {});
    await until(() => relay.results.length === 1);
    relay.raw(`data: ${"x".repeat(20_000)}`);
    await until(() => relay.of("events").length === 2 && holder.state === "open");
    expect(relay.results.length).toBe(1);
  });

  test("tells who comes and goes, and what the relay says", async () => {
    const { relay, events } = await hold();
    relay.send({ type: "agent", state: "join", agent: "claude", sessions: 1 });
    relay.send({ type: "notice", code: "closing", message: "back soon" });
    await until(() => events.length === 3);
    expect(events.slice(1)).toEqual([
      { is: "agent", state: "join", agent: "claude", sessions: 1 },
      { is: "notice", code: "closing", message: "back soon" },
    ]);
  });
});

describe("linkHolder: refusals and waits", () => {
  test("Retry-After is honoured, and longer than the backoff", async () => {
    const started = Date.now();
    const { relay, states } = await hold({
      prepare: (scripted) => {
        scripted.script = ({ route }) =>
          route === "hello" && scripted.of("hello").length === 1 ? { status: 503, headers: { "retry-after": "1" } } : undefined;
      },
    });
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
    expect([relay.of("hello").length, states()]).toEqual([2, ["waiting", "connecting", "open"]]);
  });

  test("a relay that is not there is tried again and again, ever later", async () => {
    const times: number[] = [];
    const { holder } = await hold({
      prepare: (scripted) => {
        scripted.script = () => {
          times.push(Date.now());
          return times.length < 6 ? "reset" : undefined;
        };
      },
    });
    expect(holder.state).toBe("open");
    const waits = times.slice(1, 6).map((time, index) => time - (times[index] ?? 0));
    expect(waits[4]).toBeGreaterThan(waits[0] ?? 0);
    expect(waits.every((wait) => wait < 500)).toBe(true);
  });

  test("steadyMs: a stream that lasted starts the waits afresh", async () => {
    const { relay, holder } = await hold({ limits: { steadyMs: 60, backoffMs: 40, backoffMostMs: 5_000 } });
    for (let i = 2; i <= 9; i++) {
      await pause(80);
      const began = Date.now();
      relay.streams[0]?.destroy();
      await until(() => relay.of("events").length === i && holder.state === "open");
      // Eight doublings would have made this ten seconds.
      expect(Date.now() - began).toBeLessThan(400);
    }
  });

  test.each([
    [403, "the relay refused this holder: Wrong secret"],
    [400, "the relay refused what this holder declares: Wrong secret"],
  ])("%i is final until somebody does something about it", async (status, why) => {
    const { relay, holder, events } = await hold({
      wait: false,
      prepare: (scripted) => (scripted.script = () => ({ status, body: '{"error":{"message":"Wrong secret"}}' })),
    });
    await until(() => holder.state === "refused");
    expect(events.at(-1)).toEqual({ is: "state", state: "refused", why });
    await pause(200);
    expect(relay.seen.length).toBe(1);
    relay.script = () => undefined;
    holder.take();
    await until(() => holder.state === "open");
  });

  test("a redirect is not followed: the secret goes to no other host", async () => {
    let asked = 0;
    const elsewhere = createServer((_request, response) => {
      asked++;
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const { relay, holder } = await hold({
      wait: false,
      prepare: (scripted) => (scripted.script = () => ({ status: 307, headers: { location } })),
    });
    await until(() => relay.of("hello").length >= 2);
    expect([asked, holder.state === "open"]).toEqual([0, false]);
    elsewhere.close();
  });

  test("a relay must be https beyond this computer, and nothing but an address", async () => {
    const host = keep(await openHost(linkToolset().toolset));
    const secret = newSecret(randomBytes);
    for (const relay of [
      "http://relay.example",
      "ws://localhost",
      "http://127.0.0.1.evil.example",
      "https://u:p@relay.example",
      "https://relay.example/path",
      "https://relay.example/?a",
      "relay.example",
      "",
    ]) {
      expect([relay, faultOf(() => linkHolder(host, { relay, secret }))]).toEqual([relay, "config"]);
    }
    expect(faultOf(() => linkHolder(host, { relay: "https://relay.example", secret: "short" }))).toBe("config");
    for (const relay of ["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "https://relay.example"])
      keep(linkHolder(host, { relay, secret }));
  });
});

describe("linkHolder: changes", () => {
  test("a changed list is declared anew; one that did not change and a changed resource are told", async () => {
    const { relay, tools } = await hold();
    tools.toggle();
    await until(() => relay.of("hello").length === 2);
    expect(relay.hellos[1]?.declare?.tools?.at(-1)?.name).toBe("extra");
    tools.changed({ kind: "prompts" });
    tools.changed({ kind: "updated", uri: "a://b" });
    tools.changed({ kind: "updated", uri: "a://b" });
    await until(() => relay.frames.length === 2);
    expect(relay.frames).toEqual([
      { type: "notify", method: "notifications/prompts/list_changed" },
      { type: "notify", method: "notifications/resources/updated", params: { uri: "a://b" } },
    ]);
    expect(relay.of("hello").length).toBe(2);
  });

  test("a declaration that the relay refuses later leaves the link as it was", async () => {
    const { relay, tools, holder, events } = await hold();
    relay.script = ({ route }) => (route === "hello" ? { status: 400, body: '{"error":{"message":"too many tools"}}' } : undefined);
    tools.toggle();
    await until(() => events.some((event) => event.is === "notice" && event.code === "declaration"));
    expect(holder.state).toBe("open");
    relay.request("p.1", "take", {});
    await until(() => relay.results.length === 1);
  });

  test("changes are not declared by a holder that was displaced", async () => {
    const { relay, tools, holder } = await hold();
    relay.send({ type: "notice", code: "displaced", message: "opened elsewhere" });
    await until(() => holder.state === "displaced");
    tools.toggle();
    await pause(100);
    expect(relay.of("hello").length).toBe(1);
  });
});

describe("linkHolder: close", () => {
  test("leaves no call, no socket and no timer, whatever it was doing", async () => {
    const before = resources();
    const doings: readonly ((setting: Setting) => Promise<void>)[] = [
      async () => undefined,
      async ({ relay, holder }) => {
        relay.request("p.1", "hold", {});
        relay.request("p.2", "ask", {});
        await until(() => holder.calls === 2);
      },
      async ({ relay }) => {
        relay.script = () => "hang";
        relay.request("p.1", "take", {});
        await until(() => relay.of("result").length === 1);
      },
      async ({ relay, tools }) => {
        relay.script = ({ route }) => (route === "hello" ? "hang" : undefined);
        tools.toggle();
        await until(() => relay.of("hello").length === 2);
      },
      async ({ relay, holder }) => {
        relay.script = () => "reset";
        relay.streams[0]?.destroy();
        await until(() => holder.state === "waiting");
      },
      async ({ tools }) => tools.toggle(),
    ];
    for (const doing of doings) {
      const setting = await hold();
      await doing(setting);
      await Promise.all([setting.holder.close(), setting.holder.close()]);
      expect(setting.holder.state).toBe("closed");
      await closeAll();
      await until(() => resources() <= before, 2_000);
    }
  });

  test("a holder that never reached its relay closes at once", async () => {
    const { holder } = await hold({ wait: false, prepare: (scripted) => (scripted.script = () => "hang") });
    await pause(50);
    const began = Date.now();
    await holder.close();
    expect(Date.now() - began).toBeLessThan(500);
  });
});

function faultOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return Fault.from(error).code;
  }
  return undefined;
}

/** Sockets and timers of this process. */
function resources(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap" || name === "TCPServerWrap" || name === "Timeout")
    .length;
}
