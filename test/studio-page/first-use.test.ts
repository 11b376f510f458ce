import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectAgent } from "../tab/agent.ts";
import { openPane, toldBy, turnOn } from "./linked.ts";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const wide = { viewport: { width: 1_440, height: 900 } };

describe("what somebody meets who opens Studio for the first time", () => {
  it("the panel of links is dark where the page is, and the theme button stays where it is when a pane opens", async () => {
    await using opened = await stage.open(wide);
    const { page } = opened;
    const button = page.getByRole("button", { name: "Use dark colours" });
    const before = await button.boundingBox();
    await openPane(page, "Connect");
    expect(await button.boundingBox()).toEqual(before);
    const panel = page.locator("jackfield-connect");
    await panel.waitFor();
    expect(await panel.evaluate((each) => getComputedStyle(each).colorScheme)).toBe("light");
    await button.click();
    expect(await panel.evaluate((each) => getComputedStyle(each).colorScheme)).toBe("dark");
    expect(opened.complaints).toEqual([]);
  });

  it("a track is added by keys alone, and has the focus then", async () => {
    await using opened = await stage.open(wide);
    const { page } = opened;
    await page.keyboard.press("t");
    await page.getByRole("dialog", { name: "Add a track" }).waitFor();
    const chosen = page.getByRole("radiogroup", { name: "Instrument" }).locator("[aria-checked=true] strong");
    const first = await chosen.textContent();
    await page.keyboard.press("ArrowRight");
    const second = (await chosen.textContent()) ?? "";
    expect(second).not.toBe(first);
    await page.keyboard.press("Enter");
    await page.locator(".st-head:focus").waitFor();
    expect(await page.locator(".st-head:focus input, .st-head:focus .st-head-name").first().inputValue()).toBe(second);
    expect(opened.complaints).toEqual([]);
  });

  it("an agent's question is told wherever the person looks", async () => {
    await using opened = await stage.open(wide);
    const { page } = opened;
    await using agent = await connectAgent(await turnOn(page, {}), {}, "claude.ai");
    await openPane(page, "History");
    const asked = toldBy(agent, "ask_human", { question: "Louder?", choices: ["Yes", "No"], wait_seconds: 20 });
    await page.getByRole("button", { name: "Show the question" }).click();
    await page.getByRole("button", { name: "Yes", exact: true }).click();
    expect(JSON.stringify(await asked)).toContain("Yes");
    expect(opened.complaints).toEqual([]);
  });
});
