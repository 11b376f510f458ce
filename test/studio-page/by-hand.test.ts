import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const clips = (page: Page) => page.getByRole("listbox", { name: "Clips of the song" }).getByRole("option");
const notes = (page: Page) => page.getByRole("listbox", { name: /^Notes of / }).getByRole("option");

/** A place in the notes' stage: by bar and sixteenth of the clip, and by row from the top. */
async function cell(page: Page, sixteenth: number, row: number): Promise<{ readonly x: number; readonly y: number }> {
  const stageBox = await page.locator(".st-notes-sheet .st-sheet-stage").boundingBox();
  const heads = await page.locator(".st-pieces .st-piece").nth(row).boundingBox();
  const step = await page.locator(".st-notes-sheet .st-sheet-cell").boundingBox();
  if (stageBox === null || heads === null || step === null) throw new Error("There are no steps to press");
  // The sheet is 40 pixels wider than its clip of four bars.
  const width = (step.width - 40) / 64;
  return { x: stageBox.x + (sixteenth + 0.5) * width, y: heads.y + heads.height / 2 };
}

/** How loud the master has been lately, 0 to 1 of the meter. */
function level(page: Page): Promise<number> {
  return page.locator(".st-master .st-meter").evaluate((meter) => Number((meter as HTMLElement).style.getPropertyValue("--peak")));
}

async function startEmpty(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Song menu" }).click();
  await page.getByRole("menuitem", { name: "New…" }).click();
  await page.getByRole("button", { name: /^Empty/ }).click();
}

describe("by mouse", () => {
  it("a person makes a song from nothing, hears it, mixes it, and takes all of it back", { timeout: 90_000 }, async () => {
    await using opened = await stage.open({ viewport: { width: 1_440, height: 900 } });
    const { page, complaints } = opened;
    await startEmpty(page);
    await page.getByRole("radio", { name: /^Drums/ }).click();
    await page.getByRole("button", { name: "Add a track of Drums" }).click();
    await expect.poll(() => clips(page).allInnerTexts()).toEqual(["Drums on Drums, from 1.1, 4 bars, 0 notes"]);

    // Kick on every beat: one stroke each; a hat by one stroke over many steps.
    const kick = (await page.locator(".st-piece").count()) - 1;
    for (const beat of [0, 4, 8, 12]) await page.mouse.click(...xy(await cell(page, beat, kick)));
    await expect.poll(() => notes(page).allInnerTexts()).toEqual(["1.1", "1.2", "1.3", "1.4"].map((at) => `Kick, ${at}, velocity 100`));
    const hat = await page.locator(".st-piece").allInnerTexts();
    const row = hat.indexOf("Closed hat");
    const [from, to] = [await cell(page, 0, row), await cell(page, 7, row)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 30 });
    await page.mouse.up();
    await expect.poll(() => notes(page).count()).toBe(12);

    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await expect.poll(() => level(page), { timeout: 10_000 }).toBeGreaterThan(0.2);
    await expect.poll(() => page.getByLabel("Bars and beats").innerText()).not.toBe("1.1.000");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();

    await page.getByRole("tab", { name: "Mixer" }).click();
    const fader = page.getByRole("slider", { name: "Fader of Drums" });
    const box = await fader.boundingBox();
    if (box === null) throw new Error("There is no fader");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 60, { steps: 8 });
    await page.mouse.up();
    expect(Number(await fader.getAttribute("aria-valuenow"))).toBeLessThan(-10);

    // One change each: the fader, the hats, four kicks, the clip, the track.
    for (let times = 0; times < 8; times++) await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByRole("list", { name: "Tracks" }).getByRole("listitem").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    for (let times = 0; times < 8; times++) await page.keyboard.press("Control+Shift+z");
    await page.getByRole("tab", { name: "Notes" }).click();
    await expect.poll(() => clips(page).allInnerTexts()).toEqual(["Drums on Drums, from 1.1, 4 bars, 12 notes"]);
    expect(complaints).toEqual([]);
  });

  it("clips are dragged, copied, made longer and cut, each as one change", async () => {
    await using opened = await stage.open({ viewport: { width: 1_440, height: 900 } });
    const { page, complaints } = opened;
    await startEmpty(page);
    await page.getByRole("radio", { name: /^Keys/ }).click();
    await page.getByRole("button", { name: "Add a track of Keys" }).click();
    await expect.poll(() => clips(page).allInnerTexts()).toEqual(["Keys on Keys, from 1.1, 4 bars, 0 notes"]);
    const { x, y, bar } = await timeline(page);
    const drag = async (from: number, to: number, key?: "Alt"): Promise<void> => {
      if (key !== undefined) await page.keyboard.down(key);
      await page.mouse.move(x + from * bar, y);
      await page.mouse.down();
      await page.mouse.move(x + to * bar, y + 2, { steps: 10 });
      await page.mouse.up();
      if (key !== undefined) await page.keyboard.up(key);
    };
    await drag(1, 3);
    await expect.poll(() => clips(page).allInnerTexts()).toEqual(["Keys on Keys, from 3.1, 4 bars, 0 notes"]);
    await drag(3, 7, "Alt");
    await expect.poll(() => clips(page).allInnerTexts()).toEqual([3, 7].map((at) => `Keys on Keys, from ${at}.1, 4 bars, 0 notes`));
    await drag(10 - 3 / bar, 8 - 3 / bar);
    await expect
      .poll(() => clips(page).allInnerTexts())
      .toEqual([4, 2].map((bars, at) => `Keys on Keys, from ${3 + at * 4}.1, ${bars} bars, 0 notes`));
    await page.mouse.click(x + 12 * bar, y);
    await page.mouse.click(x + 3 * bar, y);
    await page.keyboard.press("Home");
    for (let times = 0; times < 3; times++) await page.keyboard.press(".");
    await page.keyboard.press("s");
    await expect
      .poll(() => clips(page).allInnerTexts())
      .toEqual([
        "Keys on Keys, from 3.1, 1 bar, 0 notes",
        "Keys on Keys, from 4.1, 3 bars, 0 notes",
        "Keys on Keys, from 7.1, 2 bars, 0 notes",
      ]);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await expect.poll(() => clips(page).count()).toBe(0);
    await page.mouse.dblclick(x + 1.5 * bar, y);
    await expect.poll(() => clips(page).allInnerTexts()).toEqual(["Keys on Keys, from 2.1, 1 bar, 0 notes"]);
    expect(complaints).toEqual([]);
  });
});

/** The first row of the timeline: its left edge, its middle, and pixels of a bar. */
async function timeline(page: Page): Promise<{ readonly x: number; readonly y: number; readonly bar: number }> {
  const box = await page.locator(".st-song-sheet .st-sheet-stage").boundingBox();
  const sheet = await page.locator(".st-song-sheet .st-sheet-cell").boundingBox();
  if (box === null || sheet === null) throw new Error("There is no timeline");
  // Sixteen bars more than the song's four.
  return { x: box.x, y: box.y + 40, bar: sheet.width / 20 };
}

function xy({ x, y }: { readonly x: number; readonly y: number }): [number, number] {
  return [x, y];
}

describe("by keys alone", () => {
  it("a song is made, written, quantized and heard; the focus is always seen", { timeout: 90_000 }, async () => {
    await using opened = await stage.open({ viewport: { width: 1_440, height: 900 } });
    const { page, complaints } = opened;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press("Control+k");
    await page.getByRole("combobox", { name: "Find a command" }).waitFor();
    await page.keyboard.type("new song");
    await press("Enter");
    await page.getByRole("button", { name: /^Band/ }).waitFor();
    await page.getByRole("button", { name: /^Band/ }).focus();
    await press("Enter");
    await expect.poll(() => clips(page).count()).toBe(4);

    await press("ArrowDown", "ArrowDown", "ArrowDown");
    await expect
      .poll(() => page.getByRole("listbox", { name: "Clips of the song" }).getByRole("option", { selected: true }).innerText())
      .toMatch(/^Keys on Keys/);
    await press("Enter");
    const list = page.getByRole("listbox", { name: "Notes of Keys" });
    await expect.poll(() => list.evaluate((each) => each === document.activeElement)).toBe(true);
    const ring = await list.evaluate((each) => getComputedStyle(each).outlineStyle);
    expect(ring).toBe("solid");
    await press("Enter", "ArrowRight", "ArrowRight", "ArrowUp", "Enter");
    await expect.poll(() => notes(page).count()).toBe(2);
    const [first = "", second = ""] = await notes(page).allInnerTexts();
    expect([first.split(", ")[1], second.split(", ")[1]]).toEqual(["1.1", "1.1.3"]);
    await press("Tab", "ArrowRight", "]", "Shift+ArrowUp");
    await expect.poll(async () => (await notes(page).allInnerTexts())[0]).toMatch(/^[A-G].?5, 1\.1\.2, velocity 108$/);
    await press("Escape");
    await page.getByRole("button", { name: "Type notes with the letter keys" }).focus();
    await press("Enter");
    await list.focus();
    await page.keyboard.type("asd");
    await expect.poll(() => notes(page).count()).toBe(5);

    await press("Space");
    await expect.poll(() => level(page), { timeout: 10_000 }).toBeGreaterThan(0.1);
    await press("Space", "Shift+Slash");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    expect(await page.getByRole("dialog", { name: "Keys" }).locator("kbd").count()).toBeGreaterThan(25);
    await press("Escape");
    await press("2");
    await page.getByRole("slider", { name: "Fader of Keys" }).focus();
    await press("ArrowDown", "ArrowDown");
    await expect.poll(() => page.getByRole("slider", { name: "Fader of Keys" }).getAttribute("aria-valuetext")).toBe("−7.0 dB");
    expect(complaints).toEqual([]);
  });
});

describe("by finger", () => {
  it("a phone writes steps by tapping, scrolls by dragging, and reaches every part", { timeout: 90_000 }, async () => {
    await using opened = await stage.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page, complaints } = opened;
    await page.getByRole("button", { name: "Song menu" }).tap();
    await page.getByRole("menuitem", { name: "New…" }).tap();
    await page.getByRole("button", { name: /^Beat/ }).tap();
    await expect.poll(() => clips(page).count()).toBe(2);
    await page.getByRole("button", { name: "Notes", exact: true }).tap();
    const rows = await page.locator(".st-piece").allInnerTexts();
    const [kick, snare] = [rows.indexOf("Kick"), rows.indexOf("Snare")];
    for (const [at, row] of [
      [0, kick],
      [4, snare],
      [0, snare],
    ] as const)
      await page.touchscreen.tap(...xy(await cell(page, at, row)));
    await expect
      .poll(() => notes(page).allInnerTexts())
      .toEqual(["Kick, 1.1, velocity 100", "Snare, 1.1, velocity 100", "Snare, 1.2, velocity 100"]);
    await page.touchscreen.tap(...xy(await cell(page, 0, snare)));
    await expect.poll(() => notes(page).count()).toBe(2);
    const session = await page.context().newCDPSession(page);
    const from = await cell(page, 3, snare);
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
    for (let step = 1; step <= 12; step++)
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from.x - step * 10, y: from.y }] });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(() => page.locator(".st-notes-sheet").evaluate((sheet) => sheet.scrollLeft)).toBeGreaterThan(60);
    expect(await notes(page).count()).toBe(2);
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    await expect.poll(() => level(page), { timeout: 10_000 }).toBeGreaterThan(0.1);
    await page.getByRole("button", { name: "Sound", exact: true }).tap();
    await page.getByLabel("Track in hand").selectOption("Bass");
    await page.getByRole("region", { name: "Device of Bass" }).waitFor();
    await page.getByRole("button", { name: "Agent", exact: true }).tap();
    await page.getByRole("complementary", { name: "Agent" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
