import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { Jackfield } from "../cli/jackfield.ts";

test("jackfield studio: serves the page and a relay; the song on it is heard, without a complaint", { timeout: 90_000 }, async () => {
  await using studio = new Jackfield(["studio", "--json", "--page-port", "0", "--relay-port", "0"]);
  const said = await studio.event("listening");
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => (message.type() === "error" ? complaints.push(message.text()) : undefined));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(String(said["page"]));
    await page.getByRole("listbox", { name: /^Notes of / }).waitFor();
    expect(await page.getByRole("list", { name: "Tracks" }).getByRole("listitem").count()).toBe(8);
    // Space plays wherever the focus is, and presses nothing beside.
    await page.getByRole("button", { name: "Loop" }).focus();
    await page.keyboard.press("Space");
    const peak = () =>
      page.locator(".st-master .st-meter").evaluate((meter) => Number((meter as HTMLElement).style.getPropertyValue("--peak")));
    await expect.poll(peak, { timeout: 15_000 }).toBeGreaterThan(0.2);
    expect(await page.getByRole("button", { name: "Loop" }).getAttribute("aria-pressed")).toBe("false");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
  studio.child.kill("SIGINT");
  expect(await studio.end()).toBe(0);
});
