import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectAgent } from "./agent.ts";
import { type Stage, openStage, turnOn } from "./stage.ts";

let stage: Stage;
let context: BrowserContext;
let page: Page;
let panel: Locator;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  context = await stage.profile();
  page = await stage.open(context);
  panel = await showPanel(page);
});
afterEach(() => context.close());

async function showPanel(on: Page, attributes = ""): Promise<Locator> {
  await on.evaluate(
    `document.body.innerHTML = "<jackfield-connect ${attributes}></jackfield-connect>"; window.panel = document.querySelector("jackfield-connect"); panel.links = links`,
  );
  return on.locator("jackfield-connect");
}

/** An approval may be answered half a second after it is shown. */
async function answer(name: string): Promise<void> {
  await panel.getByRole("button", { name: "Allow once" }).waitFor();
  await page.waitForTimeout(600);
  await panel.getByRole("button", { name }).click();
}

describe("for everyone", () => {
  test("every control has a name, and the order of the Tab key is the order of the page", async () => {
    await turnOn(page);
    await page.evaluate('links.add("Two"); document.body.focus()');
    const names: string[] = [];
    for (let n = 0; n < 24; n++) {
      await page.keyboard.press("Tab");
      const name = await page.evaluate<string>(
        `(() => { const on = panel.shadowRoot.activeElement; if (!on) return ""; const labels = on.labels ? [...on.labels].map((label) => label.innerText).join(" ") : ""; return (on.getAttribute("aria-label") || labels || on.innerText || "unnamed").split("\\n")[0].trim() })()`,
      );
      if (name === "") break;
      names.push(name);
    }
    expect(names).toEqual([
      "Let an AI client use this page",
      "AI client",
      "Two",
      "Show",
      "Copy URL",
      "QR code",
      "Add it to an AI client",
      "Ask before destructive calls",
      "Read-only",
      "Pause",
      "Name of this link",
      "It ends",
      "9 tools, 1 can delete, overwrite or act elsewhere",
      "New link",
      "Add a link",
      "Remove",
    ]);
  });

  test("the head says that it is paused or read-only, and resumes", async () => {
    await turnOn(page);
    const head = panel.locator("header");
    expect(await head.getByText("Read-only").isVisible()).toBe(false);
    expect(await head.getByRole("button", { name: "Resume" }).count()).toBe(0);
    await panel.getByLabel("Read-only").check();
    await panel.getByLabel("Pause").check();
    await head.getByText("Read-only").waitFor();
    await head.getByText("Paused").waitFor();
    await head.getByRole("button", { name: "Resume" }).click();
    await head.getByText("Ready, waiting for a client").waitFor();
    expect(await page.evaluate("link.controls")).toMatchObject({ paused: false, readOnly: true });
    expect(await head.getByRole("button", { name: "Resume" }).count()).toBe(0);
  });

  test("Activity shows the latest six calls, and the others when asked", async () => {
    await using agent = await connectAgent(await turnOn(page));
    for (let n = 0; n < 8; n++) await agent.call("read_notes");
    const shown = panel.locator("section:has(#calls) li");
    await expect.poll(() => shown.count()).toBe(6);
    await panel.getByRole("button", { name: "Show the last 8" }).click();
    await expect.poll(() => shown.count()).toBe(8);
  });

  test("says aloud what changes", async () => {
    const live = panel.locator("[aria-live]");
    await panel.getByRole("switch").click();
    await expect.poll(() => live.textContent()).toBe("Ready, waiting for a client");
    await using agent = await connectAgent(await page.evaluate<string>("link.url"));
    const call = agent.call("erase");
    await expect.poll(() => live.textContent()).toBe("test-agent asks to Erase all notes. Your answer is needed");
    await answer("Don’t allow");
    await call;
    await expect.poll(() => live.textContent()).toBe("Declined");
  });

  test("has contrast enough in light and dark, and stands still where motion is not wanted", async () => {
    await turnOn(page);
    await panel.getByText("Add it to an AI client").click();
    await page.evaluate("void links.list[0]; links.activity");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const poor = await panel.evaluate(contrastProblems);
      expect(poor.checked, colorScheme).toBeGreaterThan(20);
      expect(poor.problems, colorScheme).toEqual([]);
    }
    const moving = await panel.evaluate(
      (element) =>
        [...(element.shadowRoot?.querySelectorAll("*") ?? [])].filter(
          (each) => getComputedStyle(each).animationName !== "none" || !/^0s(, 0s)*$/.test(getComputedStyle(each).transitionDuration),
        ).length,
    );
    expect(moving).toBe(0);
  });

  test("fits a phone, and lets no foreign text be more than text", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.evaluate(
      'links.setTools([...tools, { name: "x".repeat(64), title: "<img src=x onerror=\\"window.hacked=1\\">" + "W".repeat(80), description: "<script>window.hacked=1</script>" + "w".repeat(400), effect: "deploy", run() {} }])',
    );
    await turnOn(page);
    await panel.getByText("10 tools").click();
    const width = await panel.evaluate((element) => [
      document.documentElement.scrollWidth,
      element.shadowRoot?.querySelector(".panel")?.scrollWidth ?? 0,
    ]);
    expect(Math.max(...width)).toBeLessThanOrEqual(390);
    expect(await panel.getByText("<img src=x").isVisible()).toBe(true);
    expect(await page.evaluate("window.hacked ?? null")).toBe(null);
  });

  test("floating: behind a button, opened by what needs an answer, closed by Escape", async () => {
    panel = await showPanel(page, "floating");
    const launcher = panel.getByRole("button", { name: "Connect AI" });
    expect(await panel.getByRole("switch").isVisible()).toBe(false);
    await launcher.click();
    await panel.getByRole("switch").click();
    await page.waitForFunction('link.state.is === "ready"');
    await page.keyboard.press("Escape");
    expect(await panel.getByRole("switch").isVisible()).toBe(false);
    expect(await page.evaluate("panel.shadowRoot.activeElement.innerText")).toContain("Connect AI");
    await using agent = await connectAgent(await page.evaluate<string>("link.url"));
    const call = agent.call("erase");
    await answer("Don’t allow");
    expect((await call).isError).toBe(true);
  });

  test("takes the page's variables and a theme of its own", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    const background = (): Promise<string> =>
      panel.evaluate((element) => getComputedStyle(element.shadowRoot?.querySelector(".panel") ?? element).backgroundColor);
    const light = await background();
    await page.evaluate('panel.setAttribute("theme", "dark")');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.evaluate('panel.style.setProperty("--jackfield-bg", "rgb(1, 2, 3)")');
    expect(await background()).toBe("rgb(1, 2, 3)");
  });

  test("works where the page allows no inline style or script", async () => {
    const strict = await context.newPage();
    const problems: string[] = [];
    strict.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await strict.goto(`${stage.web}/strict`);
    const locator = strict.locator("jackfield-connect");
    await locator.getByRole("switch").click();
    await locator.getByText("Ready, waiting for a client").first().waitFor();
    await locator.getByRole("button", { name: "QR code" }).click();
    await locator.getByRole("img").waitFor();
    expect(problems).toEqual([]);
  });
});

/** Text of the panel whose contrast with what is behind it is below 4.5 (WCAG 2.2, 1.4.3). Runs in the page. */
function contrastProblems(element: Element): { checked: number; problems: string[] } {
  const parts = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (color: number[]): number => {
    const [r = 0, g = 0, b = 0] = color
      .slice(0, 3)
      .map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node: Element | null): number[] => {
    for (let at = node; at !== null; at = at.parentElement) {
      const color = parts(getComputedStyle(at).backgroundColor);
      if ((color[3] ?? 1) > 0.99) return color;
    }
    return [255, 255, 255];
  };
  const problems: string[] = [];
  let checked = 0;
  for (const each of element.shadowRoot?.querySelectorAll("*") ?? []) {
    const own = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");
    if (!own || each.getClientRects().length === 0 || each.closest("[aria-live]") !== null) continue;
    const [a, b] = [light(parts(getComputedStyle(each).color)), light(behind(each))].sort((x, y) => y - x);
    const ratio = ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05);
    checked++;
    if (ratio < 4.5) problems.push(`${ratio.toFixed(2)} ${each.textContent?.slice(0, 40)}`);
  }
  return { checked, problems };
}
