import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectAgent } from "./agent.ts";
import { type Stage, openStage, turnOn } from "./stage.ts";

let stage: Stage;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  context = await stage.profile();
  page = await stage.open(context);
});
afterEach(() => context.close());

describe("several pages and links", () => {
  test("the last page to say hello has the calls; the first says so, and does not take them back by itself", async () => {
    await using agent = await connectAgent(await turnOn(page));
    const second = await stage.open(context);
    await second.waitForFunction('link.state.is === "ready"');
    await page.waitForFunction('link.state.is === "displaced"');
    await agent.call("add_note", { text: "to the second" });
    expect(await second.evaluate("log")).toEqual(["add to the second"]);
    await page.waitForTimeout(1_500);
    expect(await page.evaluate("link.state.is")).toBe("displaced");
    expect(stage.relay.counts().now["streams"]).toBe(1);
    // The person takes it back.
    await page.evaluate("link.open()");
    await page.waitForFunction('link.state.is === "ready"');
    await second.waitForFunction('link.state.is === "displaced"');
    expect((await agent.call("add_note", { text: "to the first" })).isError).toBe(false);
    expect(await page.evaluate("log")).toEqual(["add to the first"]);
  });

  test("a page that becomes visible takes its link back", async () => {
    await turnOn(page);
    const second = await stage.open(context);
    await page.waitForFunction('link.state.is === "displaced"');
    await page.evaluate(
      `Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`,
    );
    await page.waitForFunction('link.state.is === "ready"');
    await second.waitForFunction('link.state.is === "displaced"');
    expect(stage.relay.counts().now["streams"]).toBe(1);
  });

  test("a displaced page can have a link of its own, beside the shared one, also after a reload", async () => {
    const shared = await turnOn(page);
    const second = await stage.open(context);
    await page.waitForFunction('link.state.is === "displaced"');
    await page.evaluate("link.renew()");
    await page.waitForFunction('link.state.is === "ready"');
    await page.reload();
    await page.waitForFunction('window.ready && link.state.is === "ready"');
    const own = await page.evaluate<string>("link.url");
    expect(own).not.toBe(shared);
    expect(await second.evaluate("[link.state.is, link.url]")).toEqual(["ready", shared]);
    for (const [url, on] of [
      [own, page],
      [shared, second],
    ] as const) {
      await using agent = await connectAgent(url);
      await agent.call("add_note", { text: "here" });
      expect(await on.evaluate("log")).toEqual(["add here"]);
    }
  });

  test("a new link stops the old URL at once, in every tab", async () => {
    const old = await turnOn(page);
    const second = await stage.open(context);
    await second.waitForFunction('link.state.is === "ready"');
    await second.evaluate("link.renew()");
    await second.waitForFunction('link.state.is === "ready"');
    await page.waitForFunction('link.state.is === "displaced"');
    await using agent = await connectAgent(old);
    expect((await agent.call("read_notes")).text).toContain("Notebook is not open");
    expect(await page.evaluate("link.url")).toBe(await second.evaluate("link.url"));
  });

  test("turning off in one tab turns off in all", async () => {
    await turnOn(page);
    const second = await stage.open(context);
    await second.waitForFunction('link.state.is === "ready"');
    await second.evaluate("link.close()");
    await page.waitForFunction('link.state.is === "off"');
    expect(stage.relay.counts().now["streams"]).toBe(0);
  });

  test("closing the page lets go at once", async () => {
    await turnOn(page);
    await page.close();
    await expect.poll(() => stage.relay.counts().now["streams"]).toBe(0);
  });

  test("each link has its own controls, and all share one stream", async () => {
    const first = await turnOn(page);
    await page.evaluate('window.two = links.add("ChatGPT"); two.open()');
    await page.waitForFunction('two.state.is === "ready" && link.state.is === "ready"');
    expect(stage.relay.counts().now["streams"]).toBe(1);
    await page.evaluate("link.pause()");
    await using one = await connectAgent(first, {}, "one");
    await using two = await connectAgent(await page.evaluate<string>("two.url"), {}, "two");
    expect((await one.call("add_note", { text: "a" })).isError).toBe(true);
    expect((await two.call("add_note", { text: "b" })).isError).toBe(false);
    expect(await page.evaluate("[link.agents, two.agents]")).toEqual([["one"], ["two"]]);
    await page.evaluate("links.remove(two)");
    // Whichever comes first: what the page still answers, or the relay's ten seconds for a holder that may come back.
    expect((await two.call("add_note", { text: "c" })).text).toMatch(
      /^(Notebook is not open|The person turned this link off|The page closed)/,
    );
    expect(await page.evaluate("[links.list.length, link.state.is]")).toEqual([1, "ready"]);
  });

  test("at most eight links", async () => {
    await page.evaluate('for (let n = 0; n < 7; n++) links.add("L" + n)');
    expect(await page.evaluate("(() => { try { links.add('ninth') } catch (error) { return error.message } })()")).toBe(
      "A page has at most 8 links",
    );
    await page.reload();
    await page.waitForFunction("window.ready");
    expect(await page.evaluate("links.list.map((each) => each.name)")).toEqual(["AI client", "L0", "L1", "L2", "L3", "L4", "L5", "L6"]);
  });

  test("links of another app, and of another path, are others", async () => {
    const url = await turnOn(page);
    const elsewhere = await stage.open(context, "/other/");
    expect(await elsewhere.evaluate("[link.state.is, link.url ?? null]")).toEqual(["off", null]);
    expect(await turnOn(elsewhere)).not.toBe(url);
    expect(await page.evaluate("link.state.is")).toBe("ready");
  });
});
