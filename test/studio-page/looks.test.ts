import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const looks = [
  { name: "desk", look: { viewport: { width: 1_440, height: 900 } }, controls: 60 },
  { name: "tablet", look: { viewport: { width: 820, height: 1_100 }, hasTouch: true }, controls: 60 },
  { name: "phone", look: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, controls: 40 },
  { name: "small phone", look: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, controls: 40 },
] as const;

describe.each(looks)("on a $name", ({ look, controls }) => {
  it.each(["light", "dark"] as const)("opens in %s without complaint, within its width, every control named", async (colorScheme) => {
    await using opened = await stage.open({ ...look, colorScheme });
    const { page, complaints } = opened;
    await page.locator(".st-song-sheet").waitFor();
    const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    expect(sizes).toEqual([look.viewport.width, look.viewport.height]);
    const found = await named(page);
    expect(found.length).toBeGreaterThan(controls);
    expect(found.filter(({ name }) => name === "")).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("shows each of its parts without complaint, within its width, every control named", async () => {
    await using opened = await stage.open(look);
    const { page, complaints } = opened;
    let seen = 0;
    for (const part of ["Notes", "Mixer", "Sound"]) {
      const role = look.viewport.width < 720 ? "button" : "tab";
      await page.getByRole(role, { name: part, exact: true }).click();
      await page.locator(`.st-editor[data-editor=${part.toLowerCase()}] .st-editor-panel > *`).first().waitFor();
      const found = await named(page);
      expect([part, found.filter(({ name }) => name === "")]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.viewport.width);
      seen += found.length;
    }
    expect(seen).toBeGreaterThan(3 * 30);
    expect(complaints).toEqual([]);
  });
});

it("what a finger presses on a phone is 40 pixels high and wide", async () => {
  await using opened = await stage.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = opened;
  let pressed = 0;
  for (const part of ["Song", "Notes", "Mixer", "Sound"]) {
    await page.getByRole("button", { name: part, exact: true }).click();
    await page
      .locator(part === "Song" ? ".st-song-sheet" : `.st-editor[data-editor=${part.toLowerCase()}] .st-editor-panel > *`)
      .first()
      .waitFor();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, [role=slider]")].flatMap((each) => {
        const { width, height } = each.getBoundingClientRect();
        if (width === 0) return [];
        return [{ name: each.getAttribute("aria-label") ?? each.textContent ?? "", across: Math.round(width), down: Math.round(height) }];
      }),
    );
    pressed += small.length;
    // A kit's pieces are as high as its steps: a finger hits the row.
    expect([part, small.filter(({ name, across, down }) => (across < 40 || down < 38) && !name.startsWith("Hear "))]).toEqual([part, []]);
  }
  expect(pressed).toBeGreaterThan(80);
});

it("moves nothing by itself where less motion is wanted, and nothing is drawn while nothing changes", async () => {
  await using opened = await stage.open({ reducedMotion: "reduce" });
  const { page } = opened;
  await page.locator(".st-notes-sheet").waitFor();
  await page.waitForTimeout(300);
  const drawn = await page.evaluate(async () => {
    let clears = 0;
    // oxlint-disable-next-line typescript/unbound-method -- called with the context that it was called on
    const before = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      clears += 1;
      before.apply(this, box);
    };
    await new Promise((resolve) => setTimeout(resolve, 500));
    const still = clears;
    document.querySelector(".st-song-sheet")?.scrollBy(40, 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { still, scrolled: clears };
  });
  expect(drawn.still).toBe(0);
  expect(drawn.scrolled).toBeGreaterThan(0);
});

async function named(page: Page): Promise<{ readonly role: string; readonly name: string }[]> {
  const session = await page.context().newCDPSession(page);
  const tree = await session.send("Accessibility.getFullAXTree");
  const roles = new Set([
    "button",
    "slider",
    "textbox",
    "combobox",
    "tab",
    "switch",
    "checkbox",
    "radio",
    "link",
    "listbox",
    "option",
    "menuitem",
  ]);
  return tree.nodes.flatMap((node) =>
    node.ignored !== true && roles.has(String(node.role?.value))
      ? [{ role: String(node.role?.value), name: String(node.name?.value ?? "") }]
      : [],
  );
}
