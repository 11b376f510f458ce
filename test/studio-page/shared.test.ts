import { emptySong, shareText } from "@jackfield/studio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

describe("a link that holds a song", () => {
  it("opens it beside the person's own, once, and leaves the address", { timeout: 60_000 }, async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    const text = await shareText(emptySong("s_shared", "From a friend"));
    await page.goto(`${stage.origin}/#song=${text}`);
    await expect.poll(() => page.getByText("From a friend").count()).toBeGreaterThan(0);
    expect(new URL(page.url()).hash).toBe("");
    await page.reload();
    await page.locator(".st").first().waitFor();
    await expect.poll(() => page.getByText("was shared with you").count()).toBe(0);
    await page.goto(`${stage.origin}/#song=${text.slice(0, 60)}`);
    await expect.poll(() => page.getByText("holds no song").count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });
});
