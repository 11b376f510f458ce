import { encodeAudio, encodeWhole } from "@jackfield/studio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Linked, link, openPane } from "./linked.ts";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** A second and a half of a triangle. */
function tone(): Float32Array {
  return Float32Array.from({ length: 72_000 }, (_, at) => 0.6 * Math.abs((((at * 330) / 24_000) % 2) - 1) - 0.3);
}

const quieter = { label: "Quieter bass", ops: [{ op: "strip.set", track: "t_bass", gainDb: -12 }] };

/** The gain of a track, as an agent is told. */
async function gainOf({ told }: Linked, track: string): Promise<unknown> {
  const { tracks } = await told("get_project", { view: "full", track });
  return (tracks as readonly { readonly strip: { readonly gainDb: number } }[])[0]?.strip.gainDb;
}

async function isMuted({ told }: Linked, track: string): Promise<unknown> {
  const { tracks } = await told("get_project", { view: "full", track });
  return (tracks as readonly { readonly strip: { readonly mute: boolean } }[])[0]?.strip.mute;
}

describe("an agent and a person on one song", () => {
  it("each signs what they change, and reverting the agent's leaves the person's", { timeout: 90_000 }, async () => {
    await using linked = await link(stage);
    const { page, told, opened } = linked;
    const before = await gainOf(linked, "t_bass");
    expect(await told("apply_ops", quieter)).toMatchObject({ applied: true, change: 1 });
    expect(await told("apply_ops", { label: "Louder air", ops: [{ op: "strip.set", track: "t_pad", gainDb: -6 }] })).toMatchObject({
      applied: true,
    });
    // The person sets what the agent set last.
    await page.getByRole("button", { name: "Mute Air" }).first().click();
    await page.getByLabel("Title of the song").fill("By hand");
    await page.keyboard.press("Enter");
    await openPane(page, "History");
    const lines = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
    await expect.poll(() => lines.count()).toBe(4);
    expect((await lines.allInnerTexts()).map((line) => /(claude\.ai|You)/u.exec(line)?.[0])).toEqual([
      "You",
      "You",
      "claude.ai",
      "claude.ai",
    ]);
    await openPane(page, "Agent");
    await page.getByRole("button", { name: /^Revert claude\.ai/u }).click();
    await page.getByText("claude.ai’s changes are taken back").waitFor();
    expect(await gainOf(linked, "t_bass")).toBe(before);
    expect(await told("get_project")).toMatchObject({ title: "By hand" });
    await openPane(page, "History");
    await expect.poll(() => lines.locator("s").count()).toBe(2);
    expect(opened.complaints).toEqual([]);
  });

  it(
    "a proposal is heard beside the song, equally loud, and approved with a note; the take that was chosen is made",
    { timeout: 120_000 },
    async () => {
      await using linked = await link(stage);
      const { page, told, opened } = linked;
      await openPane(page, "Agent");
      await page.getByRole("radio", { name: "waits in Review" }).check();
      expect(
        await told("apply_ops", {
          label: "No drums",
          why: "The verse breathes",
          ops: [{ op: "strip.set", track: "t_drums", mute: true }],
        }),
      ).toMatchObject({
        applied: false,
        proposed: "r_1",
      });
      await page.getByRole("tab", { name: "Review, 1 new" }).click();
      const card = page.getByRole("article", { name: "No drums" });
      expect(await card.getByRole("list", { name: "What it would change" }).innerText()).toMatch(/^Drums/u);
      // The song itself has not changed.
      expect(await isMuted(linked, "t_drums")).toBe(false);
      await card.getByRole("button", { name: "Play there" }).click();
      await card.getByRole("button", { name: "B: proposed" }).click();
      await expect.poll(() => card.getByRole("button", { name: "B: proposed" }).getAttribute("aria-pressed")).toBe("true");
      // Without drums it is softer: it is played louder, so that the louder one does not win.
      await card.getByText(/B is played [0-9.]+ dB louder/u).waitFor({ timeout: 60_000 });
      await card.getByLabel("Note with your decision").fill("Good");
      await card.getByRole("button", { name: "Approve" }).click();
      await page.getByText("Nothing waits for you").waitFor();
      expect(await isMuted(linked, "t_drums")).toBe(true);
      expect(await page.getByText(/approved by You/u).innerText()).toContain("“Good”");
      await openPane(page, "History");
      await page.getByText(/approved by You/u).waitFor();
      expect(opened.complaints).toEqual([]);
    },
  );

  it("a proposal about something that changed since says so; a rejected one changes nothing", { timeout: 90_000 }, async () => {
    await using linked = await link(stage);
    const { page, told } = linked;
    await openPane(page, "Agent");
    await page.getByRole("radio", { name: "waits in Review" }).check();
    await told("apply_ops", { ...quieter, label: "Softer" });
    const before = Number(await gainOf(linked, "t_bass"));
    await page.getByRole("slider", { name: "Level of Bass" }).first().focus();
    await page.keyboard.press("ArrowUp");
    await openPane(page, "Review");
    await page.getByText("What this is about has changed since").waitFor();
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Nothing waits for you").waitFor();
    expect(await gainOf(linked, "t_bass")).toBe(before + 0.5);
  });

  it("comments stand at their place, are answered from afar, and resolved", { timeout: 90_000 }, async () => {
    await using linked = await link(stage);
    const { page, told } = linked;
    await openPane(page, "Review");
    await page.getByLabel(/^Comment at/u).fill("The snare drags");
    await page.keyboard.press("Enter");
    await page.getByText("The snare drags").waitFor();
    expect(await told("list_comments")).toMatchObject({ comments_in_all: 1, comments: [{ text: "The snare drags" }] });
    await told("reply_comment", { comment: "q_1", text: "Moved it 10 ms" });
    await page.getByText("Moved it 10 ms").waitFor();
    await page.getByRole("button", { name: "Resolve" }).click();
    await page.getByText("1 resolved").waitFor();
  });

  it("what an agent asks for is shown, answered, stopped", { timeout: 90_000 }, async () => {
    await using linked = await link(stage);
    const { page, agent, told } = linked;
    await told("say", { text: "I made the bass quieter" });
    await openPane(page, "Agent");
    await page.getByText("I made the bass quieter").waitFor();
    const asked = told("ask_human", { question: "Which one?", choices: ["Warm", "Bright"] });
    await page.getByRole("button", { name: "Warm" }).click();
    expect(JSON.stringify(await asked)).toContain("Warm");
    await page.getByRole("button", { name: "Stop agents" }).click();
    const stopped = await agent.call("apply_ops", quieter);
    expect(stopped.isError).toBe(true);
    await page.getByRole("button", { name: "Stopped: let agents go on" }).click();
    expect(await told("apply_ops", quieter)).toMatchObject({ applied: true });
    await told("highlight", { ids: ["t_bass"] });
    await expect.poll(() => page.locator(".sp-marks").getAttribute("data-pulsing")).toBe("true");
  });

  it("what the person hums is notes for the agent, and a file that they pick is what it compares with", { timeout: 90_000 }, async () => {
    await using linked = await link(stage, { permissions: ["microphone"] });
    const { page, told, agent } = linked;
    await openPane(page, "Agent");
    await page.getByRole("button", { name: /^Tap a rhythm/u }).click({ clickCount: 3, delay: 120 });
    await page.getByText("3 tapped notes are ready").waitFor();
    expect(JSON.stringify(await told("get_capture"))).toContain("tap");
    // Chromium's stand-in for a microphone beeps.
    await page.getByRole("button", { name: "Hum a tune" }).click();
    await page.getByRole("button", { name: "Stop humming" }).waitFor();
    await page.waitForTimeout(2_500);
    await page.getByRole("button", { name: "Stop humming" }).click();
    await page.getByText(/hummed notes are ready|No clear note was heard/u).waitFor();
    await openPane(page, "Songs and files");
    const wav = Buffer.from(encodeWhole(encodeAudio("wav", { rate: 48_000, channels: 1, sample: "s16", dither: undefined }), [tone()]));
    await page.getByLabel("Files to bring in").setInputFiles({ name: "like-this.wav", mimeType: "audio/wav", buffer: wav });
    await page.getByRole("button", { name: "Compare with like-this.wav" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Compare with like-this.wav" }).getAttribute("aria-pressed")).toBe("true");
    expect(await agent.tools()).toContain("compare_to_reference");
  });

  it("no tool of an agent decides for the person", { timeout: 60_000 }, async () => {
    await using linked = await link(stage);
    const names = await linked.agent.tools();
    expect(names.length).toBeGreaterThanOrEqual(25);
    for (const name of ["approve_change", "reject_change"]) expect(names).not.toContain(name);
  });
});
