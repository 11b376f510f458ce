import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Jackfield, type Said } from "../cli/jackfield.ts";
import type { Conversation, Driver } from "../clients/driver.ts";
import { sdk1 } from "../clients/sdk-1.ts";
import { sdk2 } from "../clients/sdk-2.ts";

// The walking skeleton: `jackfield demo` as a child process, its page in a real Chromium, and the official SDK's clients of every era.
const drivers: readonly Driver[] = [sdk1, sdk2("legacy"), sdk2("auto"), sdk2("modern")];

let demo: Jackfield;
let said: Said;
let browser: Browser;
let page: Page;
const complaints: string[] = [];
let url = "";

beforeAll(async () => {
  demo = new Jackfield(["demo", "--json", "--page-port", "0", "--relay-port", "0"]);
  said = await demo.event("listening");
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  page = await browser.newPage();
  page.on("console", (message) => (message.type() === "error" ? complaints.push(message.text()) : undefined));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(String(said["page"]));
});
afterAll(async () => {
  await browser.close();
  await demo[Symbol.asyncDispose]();
});

function open(driver: Driver): Promise<Conversation> {
  return driver.open({ url, home: "", model: "" }, new AbortController().signal);
}

describe.sequential("jackfield demo", () => {
  // The relay has its everyday limits: 30 requests at once to a link, then two a second.
  beforeEach(() => pause(3000));

  test("the page offers a link, which is off until the person turns it on", async () => {
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    const toggle = page.getByRole("switch", { name: "Let an AI client use this page" });
    expect(await toggle.getAttribute("aria-checked")).toBe("false");
    await toggle.click();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    url = (await page.getByLabel("Connector URL").locator("code").first().textContent()) ?? "";
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]{22}\/mcp(\?v=[\w-]{8})?$/);
    expect(url.startsWith(`${String(said["relay"])}/s/`)).toBe(true);
    expect(url).not.toContain(String((await page.evaluate(() => JSON.stringify(localStorage))).match(/[\w-]{43}/)?.[0]));
  });

  test.each(drivers)("$name lists the page's tools, reads the song and changes it on the page", async (driver) => {
    await using client = await open(driver);
    expect(await client.list()).toEqual(expect.arrayContaining(["get_song", "set_steps", "set_tempo", "play"]));
    const tempo = 90 + drivers.indexOf(driver);
    const [song, changed] = await client.run([
      { call: "get_song", args: {} },
      { call: "set_tempo", args: { tempo } },
    ]);
    expect([song?.isError, changed?.isError]).toEqual([false, false]);
    expect(song?.text).toContain("Doorway");
    await expect.poll(() => page.getByRole("slider", { name: "Tempo" }).getAttribute("aria-valuenow")).toBe(String(tempo));
  });

  test("two clients of two eras call at once, and each gets its own answer", async () => {
    await using one = await open(sdk1);
    await using two = await open(sdk2("modern"));
    const pattern = (id: string) => [{ call: "get_pattern", args: { pattern: id } }];
    const answers = await Promise.all(
      Array.from({ length: 3 }, async () => [(await one.run(pattern("A")))[0]?.text, (await two.run(pattern("B")))[0]?.text]),
    );
    expect(answers).toHaveLength(3);
    for (const [a, b] of answers) expect([a?.includes("Doorway"), b?.includes("Window")]).toEqual([true, true]);
  });

  test("wrong arguments and unknown tools are answers a model can act on", async () => {
    await using client = await open(sdk1);
    const [wrong, unknown] = await client.run([
      { call: "set_tempo", args: { tempo: "fast" } },
      { call: "set_temper", args: {} },
    ]);
    expect([wrong?.isError, unknown?.isError]).toEqual([true, true]);
    expect(wrong?.text).toContain("tempo");
    expect(unknown?.text).toContain("Unknown tool");
  });

  test("the page complained of nothing: no policy violation, no error", () => {
    expect(complaints).toEqual([]);
  });

  test("with the page closed a call says how to open it", async () => {
    await page.close();
    await using client = await open(sdk2("auto"));
    await pause(1000);
    const [answer] = await client.run([{ call: "get_song", args: {} }]);
    expect(answer?.isError).toBe(true);
    expect(answer?.text).toMatch(/not open/i);
  });

  test("Ctrl-C ends it clean, clients and page or not", async () => {
    await using client = await open(sdk1);
    expect(await client.list()).toContain("get_song");
    demo.child.kill("SIGINT");
    expect(await demo.end()).toBe(0);
    expect(demo.events().at(-1)).toMatchObject({ event: "stopped" });
  });
});
