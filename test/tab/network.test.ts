import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startRelay } from "@jackfield/relay";
import { describe, expect, test } from "vitest";
import { connectAgent } from "./agent.ts";
import { openCable } from "./cable.ts";
import { openStage, turnOn } from "./stage.ts";

const minutes = 60_000;

describe("a page whose network is not what it should be", () => {
  test("offline and back: says so, and its agent goes on with the same session", async () => {
    await using stage = await openStage();
    const context = await stage.profile();
    const page = await stage.open(context);
    await using agent = await connectAgent(await turnOn(page));
    expect((await agent.call("read_notes")).isError).toBe(false);
    await context.setOffline(true);
    // Chromium's switch leaves a stream that is open as it is, and stops all that is new: a second link meets it.
    await page.evaluate('window.two = links.add("Two"); two.open()');
    await page.waitForFunction('two.state.is === "connecting" && two.state.why');
    expect(await page.evaluate("[two.state.why, two.state.retryAt > Date.now()]")).toEqual(["The relay cannot be reached", true]);
    await context.setOffline(false);
    await page.waitForFunction('link.state.is === "ready" && two.state.is === "ready"');
    expect((await agent.call("read_notes")).text).toContain("milk");
  });

  test("a relay that restarts: the page comes back by itself, with waits in between", async () => {
    await using stage = await openStage();
    const page = await stage.open(await stage.profile());
    const url = await turnOn(page);
    const port = Number(new URL(stage.relay.url).port);
    await stage.relay.close();
    await page.waitForFunction('link.state.is === "connecting" && link.state.retryAt > Date.now()');
    await page.waitForTimeout(3_000);
    const again = await startRelay({ port });
    try {
      await page.waitForFunction('link.state.is === "ready"', undefined, { timeout: 20_000 });
      await using agent = await connectAgent(url);
      expect((await agent.call("add_note", { text: "after" })).isError).toBe(false);
    } finally {
      await again.close();
    }
  });

  test("a relay that was started anew: a page that is gone does not keep the link by its old hello", async () => {
    await using stage = await openStage();
    const page = await stage.open(await stage.profile());
    await turnOn(page);
    await page.evaluate(
      'for (const [key, text] of Object.entries(localStorage)) if (key.endsWith(":main")) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), holder: "A".repeat(22), epoch: 50 }))',
    );
    await page.reload();
    await page.waitForFunction('window.ready && link.state.is === "ready"');
    const port = Number(new URL(stage.relay.url).port);
    await stage.relay.close();
    await page.waitForFunction('link.state.is === "connecting"');
    const again = await startRelay({ port });
    try {
      await page.waitForFunction('link.state.is !== "connecting"', undefined, { timeout: 20_000 });
      expect(await page.evaluate("link.state.is")).toBe("ready");
    } finally {
      await again.close();
    }
  });

  test(
    "45 seconds without a byte: the stream is dead, and a new one is opened",
    async () => {
      let relay = new URL("http://127.0.0.1:1");
      await using cable = await openCable(() => relay);
      await using stage = await openStage({ through: cable.url });
      relay = new URL(stage.relay.url);
      const page = await stage.open(await stage.profile());
      const url = (await turnOn(page)).replace(cable.url, stage.relay.url);
      cable.die();
      const from = Date.now();
      await page.waitForFunction('link.state.is === "connecting"', undefined, { timeout: 70_000 });
      const silence = Date.now() - from;
      // The last ping may have come up to 15 s before, and the page looks every 5 s.
      expect(silence).toBeGreaterThan(25_000);
      expect(silence).toBeLessThan(58_000);
      cable.mend();
      await page.waitForFunction('link.state.is === "ready"', undefined, { timeout: 40_000 });
      await using agent = await connectAgent(url);
      expect((await agent.call("read_notes")).isError).toBe(false);
    },
    3 * minutes,
  );

  test(
    "a computer that slept: the page finds its stream dead at once and comes back",
    async () => {
      await using stage = await openStage();
      const page = await stage.open(await stage.profile());
      const url = await turnOn(page);
      const session = await stage.browser.newBrowserCDPSession();
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
      expect(renderers.length).toBeGreaterThan(0);
      for (const id of renderers) process.kill(id, "SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, 50_000));
      for (const id of renderers) process.kill(id, "SIGCONT");
      await page.waitForFunction('link.state.is === "ready"', undefined, { timeout: 30_000 });
      await using agent = await connectAgent(url);
      const from = Date.now();
      expect((await agent.call("add_note", { text: "awake" })).isError).toBe(false);
      expect(Date.now() - from).toBeLessThan(5_000);
    },
    3 * minutes,
  );

  test("a frozen page answers when it wakes, and takes its link again when it is looked at", async () => {
    await using stage = await openStage();
    const context = await stage.profile();
    const page = await stage.open(context);
    await using agent = await connectAgent(await turnOn(page));
    const session = await context.newCDPSession(page);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    const call = agent.call("add_note", { text: "asleep" });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await session.send("Page.setWebLifecycleState", { state: "active" });
    expect((await call).isError).toBe(false);
    expect(await page.evaluate("log")).toEqual(["add asleep"]);
  });

  test("waits as long as Retry-After says, whatever the person does", async () => {
    let asked = 0;
    const busy = createServer((request, response) => {
      const headers = {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "access-control-expose-headers": "retry-after",
        "content-type": "application/json",
      };
      if (request.method === "OPTIONS") return void response.writeHead(204, headers).end();
      asked++;
      response
        .writeHead(503, { ...headers, "retry-after": "4" })
        .end('{"error":{"code":"full","message":"The server is full","hint":"Wait"}}');
    });
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    await using stage = await openStage({ through: `http://127.0.0.1:${(busy.address() as AddressInfo).port}` });
    try {
      const page = await stage.open(await stage.profile());
      await page.evaluate("link.open()");
      await page.waitForFunction('link.state.is === "connecting" && link.state.why');
      expect(await page.evaluate("link.state.why")).toBe("The server is full. Wait");
      const before = asked;
      for (let n = 0; n < 6; n++) {
        await page.evaluate('dispatchEvent(new Event("online")); link.open()');
        await page.waitForTimeout(400);
      }
      expect(asked).toBe(before);
      await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(before);
    } finally {
      busy.closeAllConnections();
      busy.close();
    }
  });

  test("a call that runs while the network is gone for long is aborted, and its late result goes nowhere", async () => {
    let relay = new URL("http://127.0.0.1:1");
    await using cable = await openCable(() => relay);
    await using stage = await openStage({ through: cable.url });
    relay = new URL(stage.relay.url);
    const page = await stage.open(await stage.profile());
    const url = (await turnOn(page)).replace(cable.url, stage.relay.url);
    await using agent = await connectAgent(url);
    const call = agent.call("slow", { id: "a" }).catch(() => "no answer");
    await page.waitForFunction("hold.size === 1");
    await stage.relay.close();
    await page.waitForFunction('log.includes("aborted a")', undefined, { timeout: 20_000 });
    expect(await page.evaluate("links.activity.map((each) => each.end)")).toEqual(["cancelled"]);
    await call;
  });
});
