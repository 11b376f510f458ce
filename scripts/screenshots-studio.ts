import { mkdir, stat, writeFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { type Linked, link, openPane } from "../test/studio-page/linked.ts";
import { openStage } from "../test/studio-page/stage.ts";

/** Draws the pictures of docs/studio.md from the real page, a real relay and a real client. `npx tsx scripts/screenshots-studio.ts`. */
const folder = new URL("../docs/images/", import.meta.url);
/** All pictures together, bytes: they are part of the repository. */
const most = 1_200_000;
const names: string[] = [];

await mkdir(folder, { recursive: true });
await using stage = await openStage();
{
  await using linked = await link(stage, { viewport: { width: 1_440, height: 900 } }, "Claude");
  await workTogether(linked);
  const { page } = linked;
  await openPane(page, "Agent");
  await shoot(page, "studio-light.png");
  await page.getByRole("tab", { name: "Mixer" }).first().click();
  await page.getByRole("button", { name: /Use dark colours/u }).click();
  await openPane(page, "History");
  await page.getByRole("button", { name: "Play" }).first().click();
  await page.waitForTimeout(2_500);
  await shoot(page, "studio-dark.png");
  await page.getByRole("button", { name: "Stop" }).first().click();
  await page.getByRole("button", { name: /Use light colours/u }).click();
  const proposed = linked.told("propose_variations", await someTakes(linked));
  await openPane(page, "Review");
  await page.locator(".st-pane").getByText("Two ways for the bass").first().waitFor();
  await page.waitForTimeout(1_500);
  await shoot(page.locator(".st-pane"), "studio-review.png");
  await page
    .locator(".st-pane")
    .getByRole("button", { name: /Reject/u })
    .first()
    .click();
  await proposed;
}
{
  await using opened = await stage.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    colorScheme: "dark",
  });
  await opened.page.waitForTimeout(800);
  await shoot(opened.page, "studio-phone.png");
}
await checkWeight();

/** What an agent does in the first minutes: it looks, says what it is about, changes something, measures. */
async function workTogether({ told }: Linked): Promise<void> {
  const { tracks } = (await told("get_project", { view: "summary" })) as {
    readonly tracks: readonly { readonly id: string; readonly name: string }[];
  };
  await told("say", { text: "The bass and the kick share their low end. I give the kick room and lift the keys a little." });
  const bass = tracks.find(({ name }) => /bass/iu.test(name)) ?? tracks[0];
  await told("apply_ops", { label: "Room for the kick", ops: [{ op: "eq.set", track: bass?.id, lowDb: -3, lowHz: 90 }] });
  await told("adjust", { words: "a bit warmer", track: "Keys", bars: "1-4" });
  await told("render_and_measure", { bars: "1-4" });
}

async function someTakes({ told }: Linked): Promise<Record<string, unknown>> {
  const { tracks } = (await told("get_project", { view: "summary" })) as {
    readonly tracks: readonly { readonly id: string; readonly name: string }[];
  };
  const bass = tracks.find(({ name }) => /bass/iu.test(name)) ?? tracks[0];
  return {
    title: "Two ways for the bass",
    why: "It hides behind the keys: either it steps forward, or it opens up.",
    takes: [
      { label: "Forward", ops: [{ op: "strip.set", track: bass?.id, gainDb: -3 }] },
      { label: "Open", ops: [{ op: "eq.set", track: bass?.id, midDb: 3, midHz: 900, highDb: 2 }] },
    ],
    wait_seconds: 60,
  };
}

async function shoot(what: Page | Locator, name: string): Promise<void> {
  names.push(name);
  await writeFile(new URL(name, folder), await what.screenshot({ animations: "disabled" }));
}

async function checkWeight(): Promise<void> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(new URL(name, folder))).size));
  const sum = sizes.reduce((total, size) => total + size, 0);
  process.stdout.write(`${names.map((name, index) => `${name} ${sizes[index]}`).join("\n")}\n${sum} bytes in all, at most ${most}\n`);
  if (sum > most) throw new RangeError(`The pictures weigh ${sum} bytes, at most ${most} are allowed`);
}
