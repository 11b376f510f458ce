import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { connectAgent } from "./agent.ts";
import { openStage } from "./stage.ts";

/** The page's first link and three more, all ready; their URLs. */
async function openFourLinks(page: Page): Promise<string[]> {
  await page.evaluate('for (const name of ["two", "three", "four"]) links.add(name); for (const each of links.list) each.open()');
  await page.waitForFunction('links.list.every((each) => each.state.is === "ready")');
  return page.evaluate<string[]>("links.list.map((each) => each.url)");
}

describe("many links and tabs in one browser, over plain HTTP/1.1", () => {
  test("4 links × 4 tabs of different paths: a call through each, all at once, on four streams", async () => {
    // Sixteen links from one address at once is no person's pace.
    await using stage = await openStage({ limits: { newLinksPerMinute: 1_000 } });
    const context = await stage.profile();
    const pages = await Promise.all(["/a/", "/b/", "/c/", "/d/"].map((path) => stage.open(context, path)));
    const urls: string[] = [];
    for (const page of pages) {
      urls.push(...(await openFourLinks(page)));
    }
    expect(new Set(urls).size).toBe(16);
    expect(stage.relay.counts().now).toMatchObject({ streams: 4, holders: 16 });
    const agents = await Promise.all(urls.map((url, n) => connectAgent(url, {}, `agent-${n}`)));
    try {
      const told = await Promise.all(agents.map((agent, n) => agent.call("add_note", { text: `from ${n}` })));
      expect(told.filter(({ isError }) => isError)).toEqual([]);
      for (const [at, page] of pages.entries()) {
        const log = await page.evaluate<string[]>("log");
        expect(log.toSorted()).toEqual([0, 1, 2, 3].map((n) => `add from ${at * 4 + n}`).toSorted());
        expect((await page.evaluate<string[]>("links.list.flatMap((each) => each.agents)")).toSorted()).toEqual(
          [0, 1, 2, 3].map((n) => `agent-${at * 4 + n}`).toSorted(),
        );
      }
    } finally {
      await Promise.all(agents.map((agent) => agent[Symbol.asyncDispose]()));
    }
  }, 180_000);

  test("4 tabs of the same page share their links: only the last one keeps a stream, and the links follow the person", async () => {
    await using stage = await openStage();
    const context = await stage.profile();
    const first = await stage.open(context);
    const urls = await openFourLinks(first);
    const pages = [first];
    for (let n = 1; n < 4; n++) {
      const page = await stage.open(context);
      await page.waitForFunction('links.list.length === 4 && links.list.every((each) => each.state.is === "ready")');
      pages.push(page);
    }
    for (const page of pages.slice(0, 3)) await page.waitForFunction('links.list.every((each) => each.state.is === "displaced")');
    // A page lets its stream go as it says that it is displaced; the relay hears of it from the network.
    const streams = (): number | undefined => stage.relay.counts().now["streams"];
    await expect.poll(streams, { timeout: 5_000 }).toBe(1);
    // The person goes to one tab after the other, and each link's call follows.
    for (const page of [...pages].reverse()) {
      await page.evaluate("for (const each of links.list) each.open()");
      await page.waitForFunction('links.list.every((each) => each.state.is === "ready")');
      for (const url of urls) {
        await using agent = await connectAgent(url);
        expect((await agent.call("add_note", { text: "x" })).isError).toBe(false);
      }
      expect(await page.evaluate("log.length")).toBe(4);
      await expect.poll(streams, { timeout: 5_000 }).toBe(1);
    }
  }, 180_000);

  test("two tabs that take 4 links at the same moment: each link ends in one of them, and both say so", async () => {
    await using stage = await openStage();
    const context = await stage.profile();
    const first = await stage.open(context);
    const urls = await openFourLinks(first);
    const second = await stage.open(context);
    await first.waitForFunction('links.list.every((each) => each.state.is === "displaced")');
    const states = async (): Promise<string[]> => {
      const [mine, theirs] = await Promise.all(
        [first, second].map((page) => page.evaluate<string[]>("links.list.map((each) => each.state.is)")),
      );
      return (mine ?? []).map((state, at) => [state, theirs?.[at] ?? "none"].toSorted().join(" "));
    };
    for (let round = 0; round < 8; round++) {
      const both = [first, second].map((page) => page.evaluate("for (const each of links.list) each.open()"));
      await Promise.all(both);
      await expect.poll(states, { timeout: 10_000 }).toEqual(urls.map(() => "displaced ready"));
    }
    // Before the last hellos have left it looks like that too: they are over once who is ready stays who it is.
    const ready = (): Promise<string[]> => first.evaluate("links.list.map((each) => each.state.is)");
    await expect
      .poll(
        async () => {
          const before = await ready();
          await first.waitForTimeout(700);
          return JSON.stringify(before) === JSON.stringify(await ready());
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    await expect.poll(states, { timeout: 10_000 }).toEqual(urls.map(() => "displaced ready"));
    for (const [at, url] of urls.entries()) {
      const holder = (await first.evaluate(`links.list[${at}].state.is`)) === "ready" ? first : second;
      const before = await holder.evaluate<number>("log.length");
      await using agent = await connectAgent(url);
      expect((await agent.call("add_note", { text: "x" })).isError).toBe(false);
      expect(await holder.evaluate("log.length")).toBe(before + 1);
    }
  }, 180_000);
});
