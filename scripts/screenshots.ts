import { mkdir, stat, writeFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { type Linked, link } from "../test/sequencer/linked.ts";
import { openStage } from "../test/sequencer/stage.ts";

/** Draws the pictures of docs/guide.md from the real page, a real relay and a real client. `npx tsx scripts/screenshots.ts`. */
const folder = new URL("../docs/images/", import.meta.url);
/** All pictures together, bytes: they are part of the repository. */
const most = 1_500_000;

await mkdir(folder, { recursive: true });
await using stage = await openStage();
{
  await using linked = await link(stage, { viewport: { width: 1360, height: 880 } });
  await playTogether(linked);
  await linked.page.getByRole("tab", { name: /History/ }).click();
  await shoot(linked.page, "sequencer-light.png");
  await linked.page.getByRole("button", { name: "Use dark colours" }).click();
  await linked.page.getByRole("button", { name: "Play", exact: true }).click();
  await linked.page.locator('.sx-cell[data-now][data-level="3"]').first().waitFor();
  await shoot(linked.page, "sequencer-dark.png");
}
{
  await using linked = await link(stage, { viewport: { width: 1360, height: 1240 }, deviceScaleFactor: 1.5 });
  await playTogether(linked);
  const { page } = linked;
  await page.locator("jackfield-connect").getByRole("button", { name: "Hide" }).first().click();
  await shoot(page.locator("jackfield-connect"), "connect.png");
  const waits = linked.agent.call("clear_track", { track: "clap", pattern: "A" });
  const ask = page.locator("jackfield-connect").getByRole("button", { name: "Allow once" });
  await ask.waitFor();
  await shoot(page.locator("jackfield-connect .ask"), "approval.png");
  await page.waitForTimeout(600);
  await page.locator("jackfield-connect").getByRole("button", { name: "Don’t allow" }).click();
  await waits;
  const proposed = linked.agent.call("propose_variation", {
    title: "A bass line that answers the pluck",
    pattern: "A",
    rows: [{ track: "bass", line: "X..x..xo..x.x.o.", degrees: [0, 0, 7, 5, 4, 2, 3] }],
    wait_seconds: 60,
  });
  await page.locator(".sx-card").waitFor();
  await shoot(page.locator(".sx-card"), "proposal.png");
  await page.locator(".sx-card").getByRole("button", { name: "Keep A", exact: true }).click();
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
  await opened.page.locator(".sx-row[data-track=pluck] .sx-cells").tap();
  await opened.page.locator(".sx-cell[data-track=pluck]").nth(14).tap();
  await shoot(opened.page, "phone.png");
}
await checkWeight();

/** A few changes of each, so that both colours are seen. */
async function playTogether({ page, agent }: Linked): Promise<void> {
  for (const [track, step] of [
    ["clap", 4],
    ["hat", 1],
    ["open", 6],
  ] as const) {
    await page.locator(`.sx-cell[data-track=${track}]`).nth(step).click();
  }
  await agent.call("set_steps", {
    pattern: "A",
    rows: [
      { track: "pluck", line: "--x-xx---x--o-x-", degrees: [4, 2, 6, 5, 7, 9] },
      { track: "snare", line: "-------o-o------" },
    ],
  });
  await agent.call("set_track_sound", { track: "pluck", echo: 56, decay: 62 });
  await agent.call("set_tempo", { swing_percent: 60 });
  await agent.call("measure", { pattern: "A", per_track: false });
  await page.locator(".sx-track-name", { hasText: "Pluck" }).click();
}

async function shoot(what: Page | Locator, name: string): Promise<void> {
  await writeFile(new URL(name, folder), await what.screenshot({ animations: "disabled" }));
}

async function checkWeight(): Promise<void> {
  const names = ["sequencer-light.png", "sequencer-dark.png", "connect.png", "approval.png", "proposal.png", "phone.png"];
  const sizes = await Promise.all(names.map(async (name) => (await stat(new URL(name, folder))).size));
  const sum = sizes.reduce((total, size) => total + size, 0);
  process.stdout.write(`${names.map((name, index) => `${name} ${sizes[index]}`).join("\n")}\n${sum} bytes in all, at most ${most}\n`);
  if (sum > most) throw new RangeError(`The pictures weigh ${sum} bytes, at most ${most} are allowed`);
}
