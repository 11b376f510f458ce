import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { link } from "./linked.ts";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const question = { question: "Which?", options: [{ label: "This" }, { label: "That", detail: "The other" }] };
const phone = { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true };

async function box(of: Locator): Promise<{ top: number; bottom: number; left: number; right: number; width: number }> {
  const found = await of.boundingBox();
  if (found === null) throw new Error("it is not drawn");
  return { top: found.y, bottom: found.y + found.height, left: found.x, right: found.x + found.width, width: found.width };
}

/** Scrolls to the top or the end of the page. */
const scroll = (page: Page, to: number): Promise<void> => page.evaluate((y) => scrollTo(0, y), to);

describe("what waits for the person", () => {
  it("is counted on the Connect button and in the page's title, which is as before once nothing waits", async () => {
    await using linked = await link(stage);
    const { page, agent } = linked;
    const pill = page.locator(".sx-pill");
    const title = await page.title();
    const asked = agent.call("ask_person", question);
    await expect.poll(() => page.title()).toBe(`(1) ${title}`);
    const undone = agent.call("undo");
    await expect.poll(() => pill.getAttribute("aria-label")).toBe("claude.ai. 2 wait for your answer");
    expect(await pill.innerText()).toMatch(/claude\.ai\s+2/);
    expect(await page.title()).toBe(`(2) ${title}`);
    await page.getByRole("button", { name: "That", exact: true }).click();
    await page.waitForTimeout(600);
    await page.locator("jackfield-connect").getByRole("button", { name: "Don’t allow" }).click();
    await Promise.all([asked, undone]);
    await expect.poll(() => page.title()).toBe(title);
    expect(await pill.getAttribute("aria-label")).toBeNull();
    expect(await pill.locator(".jf-badge").isVisible()).toBe(false);
  });

  it("stands in sight on a phone wherever the page is scrolled to, over nothing at its end", async () => {
    await using linked = await link(stage, phone);
    const { page, agent } = linked;
    const gone = new AbortController();
    const asked = agent.call("ask_person", question, gone.signal).catch(() => undefined);
    const card = page.locator(".sx-card");
    await card.waitFor();
    const play = await box(page.locator(".sx-play"));
    const panel = page.locator("jackfield-connect");
    for (const to of [0, 400, 1e6]) {
      await scroll(page, to);
      const { top, bottom } = await box(card);
      expect(top).toBeGreaterThan(0);
      expect(bottom).toBeLessThanOrEqual(play.top);
    }
    expect((await box(panel)).bottom).toBeLessThanOrEqual((await box(card)).top);
    gone.abort();
    await asked;
    await card.waitFor({ state: "detached" });
    await scroll(page, 1e6);
    expect((await box(panel)).bottom).toBeLessThanOrEqual(play.top);
  });

  it("says that nobody waits for it any more once the link is off", async () => {
    await using linked = await link(stage);
    const { page, agent } = linked;
    await agent.call("ask_person", { ...question, wait_seconds: 0 });
    const left = page.locator(".sx-card").getByText("claude.ai stopped waiting");
    expect(await left.isVisible()).toBe(false);
    await page.locator("jackfield-connect").getByRole("switch").click();
    await left.waitFor();
  });

  it("has answers of one width, with words beside them or without", async () => {
    await using linked = await link(stage);
    const asked = linked.agent.call("ask_person", question);
    const one = await box(linked.page.getByRole("button", { name: "This", exact: true }));
    const other = await box(linked.page.getByRole("button", { name: "That", exact: true }));
    expect([other.left, other.right]).toEqual([one.left, one.right]);
    expect(one.width).toBeGreaterThan(250);
    await linked.page.getByRole("button", { name: "This", exact: true }).click();
    await asked;
  });
});

describe("the room there is", () => {
  it.each([900, 760])("rows and panel fill %i px without scrolling the page", async (height) => {
    await using opened = await stage.open({ viewport: { width: 1360, height } });
    const { page } = opened;
    await page.locator(".sx-pill").click();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    const lane = await box(page.locator(".sx-lane").first());
    expect(height - lane.bottom).toBeLessThan(80);
    expect(height - (await box(page.locator(".sx-side"))).bottom).toBeLessThan(24);
  });

  it("the bar stays where it is when a low window scrolls, and nothing in the panel scrolls by itself", async () => {
    await using opened = await stage.open({ viewport: { width: 1360, height: 560 } });
    const { page } = opened;
    await page.locator(".sx-pill").click();
    await scroll(page, 1e6);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(50);
    expect((await box(page.locator(".sx-pill"))).top).toBeGreaterThan(0);
    const scrolling = await page
      .locator("jackfield-connect")
      .locator("ul")
      .evaluateAll((lists) => lists.filter((list) => list.scrollHeight > list.clientHeight + 1).length);
    expect(scrolling).toBe(0);
  });
});
