import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { connectAgent } from "./agent.ts";
import { type Stage, openStage } from "./stage.ts";

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

/** Turns the link on and waits until the relay has it. */
async function turnOn(on: Page = page): Promise<string> {
  await on.evaluate("link.open()");
  await on.waitForFunction('link.state.is === "ready"');
  return on.evaluate<string>("link.url");
}

describe("a link of a page", () => {
  test("does nothing until the person turns it on", async () => {
    expect(await page.evaluate("[link.state.is, link.url ?? null]")).toEqual(["off", null]);
  });

  test("carries a call to the tool and its result back", async () => {
    const url = await turnOn();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s\/[A-Za-z0-9_-]{22}\/mcp\?v=[A-Za-z0-9_-]{8}$/);
    await using agent = await connectAgent(url);
    expect(await agent.tools()).toEqual(["read_notes", "add_note", "erase", "slow", "picture", "ask_name", "wait_for_person", "boom"]);
    expect(await agent.call("add_note", { text: "bread" })).toEqual({ text: '{"count":1}', isError: false, images: [] });
    expect(await page.evaluate("log")).toEqual(["add bread"]);
    const activity = await page.evaluate<{ tool: string; agent: string; end: string }[]>(
      "links.activity.map(({ tool, agent, end }) => ({ tool, agent, end }))",
    );
    expect(activity).toEqual([{ tool: "add_note", agent: "test-agent", end: "done" }]);
  });
});
