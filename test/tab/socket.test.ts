import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startRelay } from "@jackfield/relay";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { openProxy } from "../doors/up-proxy.ts";
import { connectAgent } from "./agent.ts";
import { openCable } from "./cable.ts";
import { openStage, turnOn } from "./stage.ts";

const transport = "websocket";
const late = { timeout: 30_000 };

/** WebSockets that the page opened, by their URLs, and what it sent on them. */
function watch(page: Page): { readonly urls: string[]; readonly sent: string[] } {
  const seen = { urls: [] as string[], sent: [] as string[] };
  page.on("websocket", (socket) => {
    seen.urls.push(socket.url());
    socket.on("framesent", ({ payload }) => seen.sent.push(payload.toString()));
  });
  return seen;
}

describe("a page on a WebSocket", () => {
  test("frames come and results go on it, without one request; the secret is in its first message and in no URL", async () => {
    await using stage = await openStage({ transport });
    const page = await stage.open(await stage.profile());
    const seen = watch(page);
    await using agent = await connectAgent(await turnOn(page));
    expect(stage.relay.counts().now).toMatchObject({ web_sockets: 1, streams: 1 });
    await agent.call("read_notes");
    const before = stage.relay.counts().total.requests;
    for (let n = 0; n < 5; n++) expect((await agent.call("read_notes")).text).toContain("milk");
    expect(stage.relay.counts().total.requests - before).toBe(5);
    // What is larger than a parcel is POSTed, with its preflight.
    expect((await agent.call("picture", { bytes: 90_000 })).images).toHaveLength(1);
    expect(stage.relay.counts().total.requests - before).toBeGreaterThan(6);
    const secret = await page.evaluate<string>(
      'Object.values(localStorage).map((text) => /"secret":"([^"]{43})"/.exec(text)?.[1]).find(Boolean) ?? ""',
    );
    expect(secret).toHaveLength(43);
    expect(seen.urls).toHaveLength(1);
    expect(seen.urls.join(" ")).not.toContain(secret);
    expect(seen.sent.filter((text) => text.includes(secret))).toEqual([seen.sent[0]]);
  });

  test("cut in the middle of a call: it comes back, and the call is answered", async () => {
    let relay = new URL("http://127.0.0.1:1");
    await using cable = await openCable(() => relay);
    await using stage = await openStage({ through: cable.url, transport });
    relay = new URL(stage.relay.url);
    const page = await stage.open(await stage.profile());
    const url = (await turnOn(page)).replace(cable.url, stage.relay.url);
    await using agent = await connectAgent(url);
    const call = agent.call("slow", { id: "a" });
    await page.waitForFunction("hold.size === 1");
    cable.cut();
    await page.waitForFunction('link.state.is !== "ready"');
    await page.waitForFunction('link.state.is === "ready"', undefined, late);
    await page.evaluate('hold.get("a")("done")');
    expect((await call).text).toContain("done");
    expect(stage.relay.counts().now.web_sockets).toBe(1);
  });

  test("a result that was on its way when it broke comes by POST, and its call is answered once", async () => {
    let relay = new URL("http://127.0.0.1:1");
    await using cable = await openCable(() => relay);
    await using stage = await openStage({ through: cable.url, transport });
    relay = new URL(stage.relay.url);
    const page = await stage.open(await stage.profile());
    const url = (await turnOn(page)).replace(cable.url, stage.relay.url);
    await using agent = await connectAgent(url);
    const call = agent.call("slow", { id: "a" });
    await page.waitForFunction("hold.size === 1");
    await page.waitForTimeout(300);
    cable.die();
    await page.evaluate('hold.get("a")("done")');
    await page.waitForTimeout(300);
    cable.mend();
    cable.cut();
    expect((await call).text).toContain("done");
    expect(stage.relay.counts().total).toMatchObject({ answered: 1, gone: 0, timeouts: 0 });
    await page.waitForFunction('link.state.is === "ready"', undefined, late);
  });

  test("a relay that restarts: the page comes back on one, by itself", async () => {
    await using stage = await openStage({ transport, limits: { drainMs: 200 } });
    const page = await stage.open(await stage.profile());
    const url = await turnOn(page);
    const port = Number(new URL(stage.relay.url).port);
    await stage.relay.close();
    await page.waitForFunction('link.state.is === "connecting"');
    const again = await startRelay({ port });
    try {
      await page.waitForFunction('link.state.is === "ready"', undefined, late);
      await using agent = await connectAgent(url);
      expect((await agent.call("add_note", { text: "after" })).isError).toBe(false);
    } finally {
      await again.close();
    }
  });

  test("45 seconds without a byte: it is dead, and another is opened", { timeout: 180_000 }, async () => {
    let relay = new URL("http://127.0.0.1:1");
    await using cable = await openCable(() => relay);
    await using stage = await openStage({ through: cable.url, transport });
    relay = new URL(stage.relay.url);
    const page = await stage.open(await stage.profile());
    const url = (await turnOn(page)).replace(cable.url, stage.relay.url);
    cable.die();
    const from = Date.now();
    await page.waitForFunction('link.state.is === "connecting"', undefined, { timeout: 70_000 });
    expect(Date.now() - from).toBeGreaterThan(25_000);
    expect(Date.now() - from).toBeLessThan(58_000);
    cable.mend();
    await page.waitForFunction('link.state.is === "ready"', undefined, { timeout: 40_000 });
    await using agent = await connectAgent(url);
    expect((await agent.call("read_notes")).isError).toBe(false);
  });
});

describe("where no WebSocket can be had, the page goes on with an event stream by itself", () => {
  test("a relay without room for one", async () => {
    await using stage = await openStage({ transport, limits: { webSockets: 0 } });
    const page = await stage.open(await stage.profile());
    const seen = watch(page);
    await using agent = await connectAgent(await turnOn(page));
    expect((await agent.call("add_note", { text: "x" })).isError).toBe(false);
    expect(stage.relay.counts().now).toMatchObject({ web_sockets: 0, streams: 1 });
    expect([stage.relay.counts().total.full_sockets, seen.urls.length]).toEqual([1, 1]);
  });

  test("a proxy that drops the upgrade", async () => {
    let target = "";
    await using proxy = await openProxy({ target: () => target });
    await using stage = await openStage({ through: proxy.url, transport });
    target = stage.relay.url;
    const page = await stage.open(await stage.profile());
    await using agent = await connectAgent((await turnOn(page)).replace(proxy.url, stage.relay.url));
    expect((await agent.call("read_notes")).text).toContain("milk");
    // Each with its preflight.
    expect([proxy.seen("socket"), proxy.seen("events"), proxy.seen("result")]).toEqual([1, 2, 2]);
    expect(stage.relay.counts().now).toMatchObject({ web_sockets: 0, streams: 1 });
  });

  test("a policy of the page that names the relay for HTTP only; with wss as well it is used", async () => {
    await using stage = await openStage({ transport });
    const open = async (path: string): Promise<string> => {
      const page = await (await stage.profile()).newPage();
      await page.goto(stage.web + path);
      await page.locator("jackfield-connect").getByRole("switch").click();
      await page.locator("jackfield-connect").getByText("Ready, waiting for a client").first().waitFor();
      return page.evaluate<string>("links.main.url");
    };
    await using agent = await connectAgent(await open("/strict-http"));
    expect((await agent.call("read_notes")).text).toContain("milk");
    expect(stage.relay.counts().now).toMatchObject({ web_sockets: 0, streams: 1 });
    await open("/strict");
    expect(stage.relay.counts().now).toMatchObject({ web_sockets: 1, streams: 2 });
  });

  test("something that never answers the upgrade", async () => {
    await using stage = await openStage({ transport });
    const page = await stage.open(await stage.profile());
    // Chromium's own: a handshake that is held for ever.
    const held = createServer();
    held.on("upgrade", (_request, socket) => socket.on("error", () => undefined));
    await new Promise<void>((resolve) => held.listen(0, "127.0.0.1", resolve));
    const port = (held.address() as AddressInfo).port;
    await page.evaluate(
      `{ const Real = WebSocket; globalThis.WebSocket = class extends Real { constructor(url) { super(url.replace(/:\\d+\\//, ":${port}/")); } }; }`,
    );
    await page.evaluate("link.open()");
    await page.waitForFunction('link.state.is === "ready"', undefined, late);
    expect(stage.relay.counts().now).toMatchObject({ web_sockets: 0, streams: 1 });
    held.closeAllConnections();
    held.close();
  });

  test.each([
    ["cuts each one soon after it opened", "cut"],
    ["sends what is no frame, and more than any frame has", "flood"],
    ["says nothing after the greeting", "mute"],
  ])("something that %s", { timeout: 90_000 }, async (_what, does) => {
    await using stage = await openStage({ transport });
    const page = await stage.open(await stage.profile());
    const bad = createServer();
    let opened = 0;
    const sockets = new WebSocketServer({ server: bad });
    sockets.on("connection", (socket) => {
      opened++;
      socket.on("error", () => undefined);
      socket.on("message", () => {
        if (does === "mute") return;
        socket.send("{");
        socket.send(Buffer.from([1, 2, 3]));
        if (does === "cut") socket.terminate();
        else socket.send("x".repeat(40_000_000));
      });
    });
    await new Promise<void>((resolve) => bad.listen(0, "127.0.0.1", resolve));
    const port = (bad.address() as AddressInfo).port;
    await page.evaluate(
      `{ const Real = WebSocket; globalThis.WebSocket = class extends Real { constructor(url) { super(url.replace(/:\\d+\\//, ":${port}/")); } }; }`,
    );
    await page.evaluate("link.open()");
    await expect.poll(() => stage.relay.counts().now.streams, { timeout: 60_000 }).toBe(1);
    expect([opened >= 1, opened <= 3]).toEqual([true, true]);
    await using agent = await connectAgent(await page.evaluate<string>("link.url"));
    expect((await agent.call("read_notes")).text).toContain("milk");
    expect(stage.relay.counts().now).toMatchObject({ web_sockets: 0, streams: 1 });
    for (const socket of sockets.clients) socket.terminate();
    bad.close();
  });
});
