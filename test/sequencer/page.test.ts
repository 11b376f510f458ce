import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const cell = (page: Page, track: string, step: number) => page.locator(`.sx-cell[data-track=${track}]`).nth(step - 1);
const history = (page: Page) => page.locator(".sx-change");

const looks = [
  { name: "desk", look: { viewport: { width: 1360, height: 860 } } },
  { name: "tablet", look: { viewport: { width: 820, height: 1100 }, hasTouch: true } },
  { name: "phone", look: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { name: "small phone", look: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } },
] as const;

describe.each(looks)("on a $name", ({ look }) => {
  it.each(["light", "dark"] as const)("opens in %s without complaint, within its width, every control named", async (colorScheme) => {
    await using opened = await stage.open({ ...look, colorScheme });
    const { page, complaints } = opened;
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width[0]).toBe(look.viewport.width);
    expect(width[1]).toBe(look.viewport.width);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === "light" ? "rgb(227, 223, 214)" : "rgb(19, 18, 17)");
    const controls = await named(page);
    expect(controls.length).toBeGreaterThan(60);
    expect(controls.filter((control) => control.name === "")).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe("by hand", () => {
  it("a press turns a step on in the person's colour, and off again; history and undo follow", async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    await cell(page, "clap", 5).click();
    expect(await shown(page, "clap", 5)).toEqual({ level: "2", by: "person", pressed: "true", name: "Clap step 5, normal, by You" });
    await expect.poll(() => history(page).count()).toBe(1);
    expect(await history(page).first().innerText()).toMatch(/Clap: 1 step in A\s+You\s+just now/);
    await cell(page, "clap", 5).click();
    expect((await shown(page, "clap", 5)).level).toBe("0");
    await page.keyboard.press("Control+z");
    expect((await shown(page, "clap", 5)).level).toBe("2");
    await page.keyboard.press("Control+z");
    expect((await shown(page, "clap", 5)).by).toBe("nobody");
    await page.keyboard.press("Control+Shift+z");
    expect((await shown(page, "clap", 5)).level).toBe("2");
    await history(page)
      .filter({ hasNot: page.locator("[data-undone]") })
      .getByRole("button", { name: /^Undo/ })
      .first()
      .click();
    expect((await shown(page, "clap", 5)).level).toBe("0");
    expect(complaints).toEqual([]);
  });

  it("a brush over a row is one change", async () => {
    await using opened = await stage.open();
    const { page } = opened;
    const [from, to] = [await cell(page, "open", 2).boundingBox(), await cell(page, "open", 7).boundingBox()];
    if (from === null || to === null) throw new Error("no cells");
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 20 });
    await page.mouse.up();
    for (const step of [2, 3, 4, 5, 6, 7]) expect((await shown(page, "open", step)).level).toBe("2");
    expect((await shown(page, "open", 8)).level).toBe("0");
    expect(await history(page).count()).toBe(1);
    expect(await history(page).first().innerText()).toContain("6 steps");
    await page.keyboard.press("Control+z");
    expect((await shown(page, "open", 4)).level).toBe("0");
  });

  it("keys reach everything: space plays, arrows move, enter turns, digits set how hard, brackets the note", async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("snare 1");
    for (let times = 0; times < 5; times++) await page.keyboard.press("ArrowDown");
    for (let times = 0; times < 3; times++) await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("pluck 4");
    await page.keyboard.press("Enter");
    expect(await shown(page, "pluck", 4)).toMatchObject({ level: "2", by: "person" });
    await page.keyboard.press("3");
    await page.keyboard.press("]");
    await page.keyboard.press("]");
    expect((await shown(page, "pluck", 4)).name).toBe("Pluck step 4, accent, C5, by You");
    await page.keyboard.press("0");
    expect((await shown(page, "pluck", 4)).level).toBe("0");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("bass 4");
    await page.keyboard.press("m");
    expect(await page.getByRole("button", { name: "Mute Bass" }).getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("b");
    expect(await page.getByRole("button", { name: "Pattern B, Window" }).getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    expect(await focused(page)).toBe("bass 4");
    expect((await shown(page, "bass", 4)).by).toBe("nobody");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("knobs turn by drag and by keys, as one change each, and show who turned them", async () => {
    await using opened = await stage.open();
    const { page } = opened;
    const decay = page.getByRole("slider", { name: "Kick decay" });
    const box = await decay.boundingBox();
    if (box === null) throw new Error("no knob");
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y - 30, { steps: 12 });
    await page.mouse.up();
    expect(Number(await decay.getAttribute("aria-valuenow"))).toBeGreaterThan(70);
    expect(await decay.getAttribute("data-by")).toBe("person");
    expect(await history(page).count()).toBe(1);
    await decay.focus();
    await page.keyboard.press("Home");
    expect(await decay.getAttribute("aria-valuenow")).toBe("0");
    await page.getByRole("slider", { name: "Tempo" }).focus();
    await page.keyboard.press("Shift+ArrowUp");
    expect(await page.getByRole("slider", { name: "Tempo" }).getAttribute("aria-valuetext")).toBe("113");
  });

  it("keeps the song over a reload, name, order and history included", async () => {
    await using opened = await stage.open();
    const { page } = opened;
    await page.getByLabel("Name of the pattern").fill("Küche 🎺");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Song order, letters A to D").fill("abba");
    await page.keyboard.press("Enter");
    await cell(page, "hat", 2).click();
    await page.reload();
    await page.locator(".sx").waitFor();
    expect(await page.getByLabel("Name of the pattern").inputValue()).toBe("Küche 🎺");
    expect(await page.getByRole("list", { name: "Song order" }).innerText()).toBe("A\nB\nB\nA");
    expect((await shown(page, "hat", 2)).by).toBe("person");
    expect(await history(page).count()).toBe(3);
    await page.keyboard.press("Control+z");
    expect((await shown(page, "hat", 2)).level).toBe("0");
  });

  it("follows the same song in another tab", async () => {
    await using opened = await stage.open();
    const other = await opened.context.newPage();
    await other.goto(stage.origin);
    await other.locator(".sx").waitFor();
    await cell(opened.page, "clap", 1).click();
    await expect.poll(async () => (await shown(other, "clap", 1)).by).toBe("person");
  });

  it.each(["{", "null", '{"format":1,"song":{}}'])("starts fresh on a saved song that reads %s, says so, and keeps it", async (text) => {
    await using opened = await stage.open({
      before: (page) =>
        page.addInitScript((saved) => {
          if (sessionStorage.getItem("seeded") === null) localStorage.setItem("jackfield-sequencer", saved);
          sessionStorage.setItem("seeded", "yes");
        }, text),
    });
    const { page, complaints } = opened;
    expect(await page.locator(".jf-notice").innerText()).toContain("could not be read");
    expect(await page.evaluate(() => localStorage.getItem("jackfield-sequencer-unreadable"))).toBe(text);
    await cell(page, "hat", 2).click();
    await page.reload();
    await page.locator(".sx").waitFor();
    expect((await shown(page, "hat", 2)).by).toBe("person");
    expect(await page.locator(".jf-notice").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("start over brings the first song back, and undo the person's own", async () => {
    await using opened = await stage.open();
    const { page } = opened;
    await cell(page, "kick", 1).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Start over" }).click();
    expect(await shown(page, "kick", 1)).toMatchObject({ level: "3", by: "nobody" });
    await page.keyboard.press("Control+z");
    expect((await shown(page, "kick", 1)).level).toBe("0");
  });

  it("saves the song as MIDI, and as a WAV that is not silent", async () => {
    await using opened = await stage.open();
    const midi = await saved(opened.page, "Save song as MIDI", "sixteen.mid");
    expect(midi.subarray(0, 4).toString("latin1")).toBe("MThd");
    const wav = await saved(opened.page, "Save song as WAV", "sixteen.wav");
    expect(wav.subarray(0, 4).toString("latin1")).toBe("RIFF");
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    const samples = Array.from({ length: 40_000 }, (_, index) => Math.abs(wav.readInt16LE(44 + index * 64)));
    expect(Math.max(...samples)).toBeGreaterThan(8_000);
    expect(opened.complaints).toEqual([]);
  });
});

describe("on a phone", () => {
  it("one row is open as pads; a tap on another opens it, and pads play with a finger", async () => {
    await using opened = await stage.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page, complaints } = opened;
    const size = async (track: string): Promise<number> => (await cell(page, track, 2).boundingBox())?.height ?? 0;
    expect(await size("kick")).toBeGreaterThanOrEqual(44);
    expect(await size("bass")).toBeLessThan(30);
    await page.locator(".sx-row[data-track=bass] .sx-cells").tap();
    await expect.poll(() => size("bass")).toBeGreaterThanOrEqual(44);
    expect((await cell(page, "bass", 2).boundingBox())?.width).toBeGreaterThanOrEqual(36);
    expect(await history(page).count()).toBe(0);
    await cell(page, "bass", 2).tap();
    expect(await shown(page, "bass", 2)).toMatchObject({ level: "2", by: "person" });
    await page.getByRole("button", { name: "Note up" }).tap();
    expect((await shown(page, "bass", 2)).name).toContain("B1");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
  });
});

describe("policy", () => {
  it("the page's own policy refuses inline script, inline style and eval", async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.broke = true";
      document.body.append(script);
      document.body.setAttribute("style", "color: red");
    });
    expect(await page.evaluate(() => Reflect.get(window, "broke"))).toBeUndefined();
    await expect.poll(() => complaints.filter((each) => each.startsWith("policy:")).length).toBeGreaterThanOrEqual(2);
    const response = await page.request.get(stage.origin);
    expect(response.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    const html = await response.text();
    expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*src=)|\son\w+=/i);
    expect(html).toContain(`<meta name="jackfield-relay" content="${stage.relay.url}">`);
  });
});

/** Picks an entry of the menu and takes the file that the browser saves. */
async function saved(page: Page, label: string, name: string): Promise<Buffer> {
  await page.getByRole("button", { name: "More" }).click();
  const download = page.waitForEvent("download", { timeout: 50_000 });
  await page.getByRole("button", { name: label }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(name);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Shown {
  readonly level: string | null;
  readonly by: string | null;
  readonly pressed: string | null;
  readonly name: string | null;
}

async function shown(page: Page, track: string, step: number): Promise<Shown> {
  // Drawing waits for the end of the task that changed something.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return cell(page, track, step).evaluate((node) => ({
    level: node.getAttribute("data-level"),
    by: node.getAttribute("data-by"),
    pressed: node.getAttribute("aria-pressed"),
    name: node.getAttribute("aria-label"),
  }));
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at instanceof HTMLElement ? `${at.dataset["track"] ?? at.tagName} ${Number(at.dataset["step"]) + 1}` : "";
  });
}

/** Every control as assistive technology is told of it. */
async function named(page: Page): Promise<{ readonly role: string; readonly name: string }[]> {
  const session = await page.context().newCDPSession(page);
  const tree = await session.send("Accessibility.getFullAXTree");
  const roles = new Set(["button", "slider", "textbox", "combobox", "tab", "switch", "checkbox", "link"]);
  return tree.nodes.flatMap((node) =>
    node.ignored !== true && roles.has(String(node.role?.value))
      ? [{ role: String(node.role?.value), name: String(node.name?.value ?? "") }]
      : [],
  );
}
