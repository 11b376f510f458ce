import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentMark } from "@jackfield/contract";
import { table } from "../../examples/sequencer/src/tools/table.ts";
import { type Linked, link } from "./linked.ts";
import { type Stage, openStage } from "./stage.ts";

let stage: Stage;
let linked: Linked;
beforeAll(async () => {
  stage = await openStage();
  linked = await link(stage);
});
afterAll(async () => {
  await linked[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const called = new Set<string>();
function told(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>> {
  called.add(tool);
  return linked.told(tool, args);
}

describe("through the relay", () => {
  it("lists every tool with a title and all four hints", async () => {
    const { tools } = await linked.agent.client.listTools();
    expect(tools.length).toBe(table.length);
    expect(tools.length).toBeGreaterThanOrEqual(8);
    for (const tool of tools) {
      expect(tool.title, tool.name).toBeTruthy();
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {};
      for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint]) expect(hint, tool.name).toBeTypeOf("boolean");
    }
    const hints = Object.fromEntries(
      tools.map((tool) => [
        tool.name,
        `${tool.annotations?.readOnlyHint === true ? "reads" : tool.annotations?.destructiveHint === true ? "destroys" : "adds"}`,
      ]),
    );
    expect(hints).toMatchObject({
      get_pattern: "reads",
      set_steps: "adds",
      clear_track: "destroys",
      undo: "destroys",
      play: "adds",
      render_song: "reads",
    });
  });

  it("reads the song and marks the person's words", async () => {
    await linked.page.getByLabel("Name of the pattern").fill("Ignore all that");
    await linked.page.keyboard.press("Enter");
    const { text } = await linked.agent.call("get_pattern", { pattern: "A" });
    expect(text.startsWith(contentMark)).toBe(true);
    expect(await told("get_pattern", { pattern: "A" })).toMatchObject({
      pattern: "A",
      name: "Ignore all that",
      key: "A minor",
      rows: {
        kick: { line: "X..o..x.X....ox." },
        bass: { line: "X..x..x.....x.o.", degrees: [0, 0, 7, 4, 6], notes: ["A1", "A1", "A2", "E2", "G2"] },
      },
    });
    expect(await told("get_song")).toMatchObject({
      tempo: 112,
      order: ["A", "A", "B", "A", "A", "C", "B", "D"],
      playing: "nothing",
      changes: [{ by: "the person" }],
    });
  });

  it("set_steps writes in cool colours, spares the person's steps, and undo takes its own back", async () => {
    const { page } = linked;
    await page.locator(".sx-cell[data-track=clap]").nth(4).click();
    const done = await told("set_steps", {
      pattern: "A",
      rows: [
        { track: "clap", line: "X...X...X......." },
        { track: "pluck", line: "x...............", degrees: [11] },
      ],
    });
    expect(done).toMatchObject({ kept: [{ track: "clap", step: 5, set_by: "the person" }], rows: { clap: { line: "X...x...X......." } } });
    await expect.poll(() => page.locator(".sx-cell[data-track=clap]").nth(0).getAttribute("data-by")).toBe("agent");
    expect(await page.locator(".sx-cell[data-track=clap]").nth(0).getAttribute("aria-label")).toBe("Clap step 1, accent, by claude.ai");
    expect(await page.locator(".sx-cell[data-track=clap]").nth(4).getAttribute("data-by")).toBe("person");
    await page.getByRole("tab", { name: /History/ }).click();
    expect(await page.locator(".sx-change").first().innerText()).toMatch(/Clap, Pluck: \d+ steps in A\s+claude\.ai/);
    const undone = allowed("undo", { count: 20 }, /Takes back: .*Clap, Pluck: \d+ steps in A/);
    expect(await undone).toMatchObject({ undone: [{ what: expect.stringContaining("Clap, Pluck"), places_set_since_and_kept: 0 }] });
    expect(await told("get_pattern", { pattern: "A" })).toMatchObject({
      rows: { clap: { line: "....x.......x...", set_by: "....p..........." } },
    });
  });

  it("changes that can overwrite wait for the person, and happen when they are allowed", async () => {
    expect(await allowed("clear_track", { track: "hat", pattern: "A" }, "Turns 10 steps of Hat in pattern A off")).toMatchObject({
      steps_cleared: 10,
    });
    expect(await allowed("copy_pattern", { from: "A", to: "D" })).toMatchObject({ from: "A", to: "D" });
    expect(await allowed("set_order", { order: ["A", "D"] })).toMatchObject({ order: ["A", "D"] });
    expect(await refusedByHand("clear_track", { track: "kick", pattern: "A" })).toContain("said no");
    expect(await told("get_pattern", { pattern: "A" })).toMatchObject({
      rows: { hat: { line: "................" }, kick: { line: "X..o..x.X....ox." } },
    });
  });

  it("sets tempo, key and sound", async () => {
    expect(await told("set_tempo", { tempo: 124, swing_percent: 60 })).toMatchObject({ tempo: 124, swing_percent: 60 });
    expect(await told("set_key", { root: "D", scale: "dorian" })).toMatchObject({ key: "D dorian" });
    expect(await told("set_track_sound", { track: "bass", decay: 80, mute: true })).toMatchObject({ sound: { decay: 80, mute: true } });
    expect(await linked.page.getByRole("button", { name: "Mute Bass" }).getAttribute("aria-pressed")).toBe("true");
    await told("set_track_sound", { track: "bass", mute: false });
  });

  it("plays and stops", async () => {
    expect(await told("play", { what: "song", from_bar: 2 })).toMatchObject({ status: "playing", from_bar: 2 });
    await linked.page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    expect(await told("stop")).toEqual({ status: "stopped" });
  });

  it("draws the pattern as a PNG", async () => {
    called.add("render_image");
    const { images, text } = await linked.agent.call("render_image", { pattern: "B" });
    const png = Buffer.from(images[0] ?? "", "base64");
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 560]);
    expect(png.length).toBeGreaterThan(5_000);
    expect(text).toContain('"pattern":"B"');
  });

  it("measures and renders, with progress", async () => {
    const measured = await told("measure", { pattern: "B" });
    expect(measured).toMatchObject({
      pattern: "B",
      mix: { lufs: expect.any(Number), true_peak_dbtp: expect.any(Number) },
      tracks: { kick: { lufs: expect.any(Number) } },
    });
    called.add("render_song");
    // Long enough to say something before it is done.
    const bars = 32;
    await allowed("set_order", { order: Array.from({ length: bars }, () => "B") });
    const seen: number[] = [];
    const result = await linked.agent.client.callTool(
      { name: "render_song", arguments: {} },
      { timeout: 60_000, onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(JSON.stringify(result.content)).toContain(`\\"bars\\":${bars}`);
    expect(seen.length).toBeGreaterThanOrEqual(1);
    await allowed("set_order", { order: ["A", "D"] });
  });

  it("exports text, JSON and MIDI", async () => {
    called.add("export");
    expect((await linked.agent.call("export", { format: "text" })).text).toMatch(/order A D[\s\S]+A Ignore all that\nKick {5}X\.\.o/);
    expect((await linked.agent.call("export", { format: "json" })).text).toContain('"tempo":124');
    const midi = await linked.agent.client.callTool({ name: "export", arguments: { format: "midi" } });
    const blob = /"blob":"([^"]+)"/.exec(JSON.stringify(midi.content))?.[1] ?? "";
    expect(Buffer.from(blob, "base64").subarray(0, 4).toString("latin1")).toBe("MThd");
  });

  it("a question is answered on the page; one that waits is pending and answered later", async () => {
    const { page } = linked;
    const asked = told("ask_person", {
      question: "Which groove?",
      options: [
        { label: "Straight", rows: [{ track: "hat", line: "x.x.x.x.x.x.x.x." }] },
        { label: "Broken", detail: "Fewer hits" },
      ],
      wait_seconds: 60,
    });
    const card = page.locator(".sx-card", { hasText: "Which groove?" });
    await card.waitFor();
    expect(await card.getByRole("button", { name: /^Hear/ }).count()).toBe(1);
    await card.getByRole("button", { name: "Hear Straight" }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await card.getByRole("button", { name: "Broken", exact: true }).click();
    expect(await asked).toMatchObject({ status: "picked", picked: 2, label: "Broken" });
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const pending = await told("ask_person", { question: "Louder?", options: [{ label: "Yes" }, { label: "No" }], wait_seconds: 0 });
    expect(pending).toMatchObject({ status: "pending", id: expect.any(String) });
    const later = told("get_pick", { id: pending["id"], wait_seconds: 60 });
    await page
      .locator(".sx-card", { hasText: "Louder?" })
      .getByRole("button", { name: /^Close/ })
      .click();
    expect(await later).toMatchObject({ status: "dismissed" });
  });

  it("a variation is kept or not, by ear", async () => {
    const { page } = linked;
    const before = (await told("get_pattern", { pattern: "A" }))["rows"];
    const proposed = { title: "A busier kick", pattern: "A", rows: [{ track: "kick", line: "X.x.X.x.X.x.X.xx" }], wait_seconds: 60 };
    const first = told("propose_variation", proposed);
    await page.locator(".sx-card").getByRole("button", { name: "Keep A", exact: true }).click();
    expect(await first).toMatchObject({ status: "picked", picked: 1 });
    expect((await told("get_pattern", { pattern: "A" }))["rows"]).toEqual(before);
    const second = told("propose_variation", proposed);
    await page.locator(".sx-card").getByRole("button", { name: "Hear Keep B" }).click();
    await page.locator(".sx-card").getByRole("button", { name: "Keep B", exact: true }).click();
    expect(await second).toMatchObject({ status: "picked", picked: 2 });
    expect(await told("get_pattern", { pattern: "A" })).toMatchObject({ rows: { kick: { line: "X.x.X.x.X.x.X.xx" } } });
  });

  it("a call that was given up leaves no card that seems to wait: a question goes, a variation can still be kept", async () => {
    const { page, agent } = linked;
    const gone = new AbortController();
    const ended = Promise.allSettled([
      agent.call("ask_person", { question: "Still there?", options: [{ label: "Yes" }, { label: "No" }] }, gone.signal),
      agent.call(
        "propose_variation",
        { title: "Fewer kicks", pattern: "A", rows: [{ track: "kick", line: "X..............." }] },
        gone.signal,
      ),
    ]);
    const question = page.locator(".sx-card", { hasText: "Still there?" });
    const variation = page.locator(".sx-card", { hasText: "Fewer kicks" });
    await question.waitFor();
    await variation.waitFor();
    expect(await variation.getByText("stopped waiting").isVisible()).toBe(false);
    gone.abort();
    await ended;
    await question.waitFor({ state: "detached" });
    await variation.getByText("claude.ai stopped waiting").waitFor();
    await variation.getByRole("button", { name: "Keep B", exact: true }).click();
    expect(await told("get_pattern", { pattern: "A" })).toMatchObject({ rows: { kick: { line: "X..............." } } });
  });

  it.each([
    ["set_steps", { rows: [{ track: "kick", line: "x" }] }, /has 1 characters/],
    ["set_steps", { rows: [{ track: "kick", line: "x...............", degrees: [1] }] }, /takes no degrees/],
    [
      "set_steps",
      {
        rows: [
          { track: "kick", line: "x..............." },
          { track: "kick", line: "x..............." },
        ],
      },
      /one row a track/,
    ],
    ["set_steps", { rows: [{ track: "cowbell", line: "x..............." }] }, /must be one of/],
    ["set_steps", { rows: [] }, /at least 1/],
    ["set_tempo", { tempo: 1e9 }, /at most 200/],
    ["set_tempo", { tempo: 120.5 }, /integer/],
    ["set_tempo", {}, /at least one/],
    ["get_pick", { id: "nobody", wait_seconds: 1 }, /No question has the id/],
    ["propose_variation", { title: "Same", pattern: "A", rows: [{ track: "kick", line: "----------------" }] }, /must differ/],
    ["play", { what: "everything" }, /must be one of/],
  ])("%s refuses %j in words", async (tool, args, problem) => {
    const answer = await linked.agent.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(problem);
  });

  it("called every tool there is, and the page never complained", () => {
    expect(names).toHaveLength(table.length);
    expect([...called].toSorted()).toEqual(names.toSorted());
    expect(linked.opened.complaints).toEqual([]);
  });
});

const names = [
  "get_song",
  "get_pattern",
  "render_image",
  "set_steps",
  "clear_track",
  "copy_pattern",
  "set_tempo",
  "set_key",
  "set_track_sound",
  "set_order",
  "undo",
  "play",
  "stop",
  "ask_person",
  "propose_variation",
  "get_pick",
  "measure",
  "render_song",
  "export",
];

/** Calls a tool that must be allowed on the page, and allows it there. */
async function allowed(tool: string, args: Record<string, unknown>, says?: string | RegExp): Promise<Record<string, unknown>> {
  const answer = told(tool, args);
  if (says !== undefined) await linked.page.locator("jackfield-connect .ask").getByText(says).waitFor();
  await answerWith("Allow once");
  return answer;
}

async function refusedByHand(tool: string, args: Record<string, unknown>): Promise<string> {
  const answer = linked.agent.call(tool, args);
  await answerWith("Don’t allow");
  return (await answer).text;
}

async function answerWith(label: string): Promise<void> {
  const button = linked.page.locator("jackfield-connect").getByRole("button", { name: label });
  await button.waitFor();
  // The panel takes no answer in its first half second: a press then was meant for something else.
  await linked.page.waitForTimeout(600);
  await button.click();
}
