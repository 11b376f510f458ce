import { dirname } from "node:path";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Jackfield } from "../cli/jackfield.ts";
import { type StudioDaemon, studioDaemon } from "../space/studio-daemon.ts";
import { openPane } from "./linked.ts";

const flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** A person with a page of their own, served by a process of their own. */
interface Member {
  readonly studio: Jackfield;
  readonly page: Page;
  readonly complaints: string[];
}

let daemon: StudioDaemon;
let browser: Browser;
const members: Member[] = [];

async function join(as: string, role: string): Promise<Member> {
  // Where the daemon keeps its token: HOME/.jackfield.
  const home = dirname(dirname(daemon.tokenFile));
  const port = new URL(daemon.url).port;
  const args = ["studio", "--json", "--page-port", "0", "--relay-port", "0", "--join", port, "--as", as, "--role", role];
  const studio = new Jackfield(args, { HOME: home });
  const { page: address } = await studio.event("listening");
  const page = await (await browser.newContext({ viewport: { width: 1_280, height: 800 } })).newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${as}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${as}: ${error.message}`));
  await page.goto(String(address));
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const member = { studio, page, complaints };
  members.push(member);
  return member;
}

const tracks = (page: Page) => page.getByRole("list", { name: "Tracks" }).getByRole("listitem");

describe("two people on one song, each in a page", () => {
  let ann: Member;
  let bob: Member;
  beforeAll(async () => {
    daemon = await studioDaemon();
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
    ann = await join("ann", "editor");
    bob = await join("bob", "reviewer");
  });
  afterAll(async () => {
    await browser?.close();
    for (const { studio } of members) {
      studio.child.kill("SIGTERM");
      await studio.end();
    }
    await daemon?.stop();
  });

  it("what one does the other sees, and undo is one's own", async () => {
    expect(await tracks(bob.page).count()).toBe(0);
    await ann.page
      .getByRole("button", { name: /^Add a track/u })
      .first()
      .click();
    await ann.page.getByRole("radio", { name: /^Drums/ }).click();
    await ann.page.getByRole("button", { name: "Add a track of Drums" }).click();
    await expect.poll(() => tracks(bob.page).count()).toBe(1);
    await expect.poll(() => tracks(ann.page).count()).toBe(1);
    await openPane(bob.page, "History");
    await bob.page.locator(".st-pane").getByText("ann", { exact: true }).locator("visible=true").first().waitFor();
    expect(await bob.page.getByRole("button", { name: "Undo" }).first().isDisabled()).toBe(true);
    // The clip on it was a change of its own.
    for (const _ of ["clip", "track"]) await ann.page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(() => tracks(bob.page).count()).toBe(0);
    for (const _ of ["track", "clip"]) await ann.page.getByRole("button", { name: "Redo" }).first().click();
    await expect.poll(() => tracks(bob.page).count()).toBe(1);
  });

  it("a reviewer comments and changes nothing, and is told so", async () => {
    await bob.page.getByRole("button", { name: /^Mute/u }).first().click();
    await bob.page.getByText("You may look at this song and comment on it, not change it").first().waitFor();
    await openPane(bob.page, "Review");
    await bob.page.getByLabel(/^Comment at/u).fill("The snare drags");
    await bob.page.getByRole("button", { name: "Comment", exact: true }).click();
    await openPane(ann.page, "Review");
    await ann.page.getByText("The snare drags").waitFor();
    await ann.page.locator(".st-pane").getByText("bob").first().waitFor();
    expect(await ann.page.getByRole("button", { name: /^Mute/u }).first().getAttribute("aria-pressed")).toBe("false");
  });

  it("a daemon that dies is waited for; one that comes with another token does not know the page, which says so", async () => {
    const port = new URL(daemon.url).port;
    daemon.process.child.kill("SIGKILL");
    await daemon.process.end();
    await ann.page.getByText("The space cannot be reached").first().waitFor();
    await ann.page.getByRole("button", { name: /^Mute/u }).first().click();
    const home = dirname(dirname(daemon.tokenFile));
    const again = new Jackfield(["studio", "serve", "--json", "--space", daemon.space, "--port", port], { HOME: home });
    await again.event("serving");
    // Its token is another: pages of before are told, and not let in.
    await ann.page.getByText("start jackfield studio --join again").first().waitFor({ timeout: 30_000 });
    again.child.kill("SIGTERM");
    expect(await again.end()).toBe(0);
  });

  it("no page complains", () => {
    const [annSaid, bobSaid] = [ann, bob].map(({ complaints }) => complaints.filter((text) => !text.includes("WebSocket")));
    expect([annSaid, bobSaid]).toEqual([[], []]);
  });
});
