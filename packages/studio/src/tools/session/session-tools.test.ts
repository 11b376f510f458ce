import type { JsonObject } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../commands/run-command.ts";
import { commands } from "../../commands/commands.ts";
import { testStudio } from "../../commands/test-studio.ts";
import type { Studio } from "../../studio.ts";
import type { StudioCall } from "../studio-tool.ts";
import { runStudioTool } from "../run-studio-tool.ts";
import { studioTools } from "../studio-tools.ts";
import { inspectCharacters } from "./inspect-session.ts";

async function run(studio: Studio, call: StudioCall, name: string, input: object = {}): Promise<JsonObject> {
  const tool = studioTools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  const outcome = await runStudioTool(tool, studio, input, call);
  if (outcome.is === "fault") return { error: outcome.fault.code, message: outcome.fault.message, hint: outcome.fault.hint };
  return outcome.is === "done" ? (outcome.data as JsonObject) : {};
}

describe("list_commands", () => {
  test("pages through every command once, with its params", async () => {
    const { studio, call } = testStudio();
    const seen: string[] = [];
    for (let page: unknown = 1; typeof page === "number";) {
      const answer = await run(studio, call, "list_commands", { page });
      expect(JSON.stringify(answer).length).toBeLessThan(60_000);
      seen.push(...(answer["commands"] as readonly { id: string }[]).map(({ id }) => id));
      page = answer["next"];
    }
    expect(seen).toEqual(commands.map(({ id }) => id));
  });

  test("finds by words, and says what cannot be done now", async () => {
    const { studio, call } = testStudio();
    expect(await run(studio, call, "list_commands", { filter: "paste copied" })).toMatchObject({
      total: 1,
      commands: [
        { id: "edit.paste", enabled: false, why: "Nothing has been copied", params: { "at?": expect.stringContaining("bars_beats") } },
      ],
    });
    expect(await run(studio, call, "list_commands", { filter: "zzz" })).toMatchObject({ total: 0, pages: 1 });
    expect(await run(studio, call, "list_commands", { menu: "Clip", schema: true })).toMatchObject({
      commands: expect.arrayContaining([expect.objectContaining({ params: expect.objectContaining({ type: "object" }) })]),
    });
  });
});

describe("inspect_session", () => {
  test("shows what was made, and its sections in pages", async () => {
    const { studio, call } = testStudio();
    await runCommand(studio, "track.add", { name: "Bass", device: "sub", id: "t_bass" }, call);
    await runCommand(studio, "clip.add", { track: "Bass", id: "c_one", notes: [{ tick: 0, ticks: 10, pitch: 30, id: "n_a" }] }, call);
    await runCommand(
      studio,
      "auto.write",
      {
        track: "Bass",
        param: "pan",
        points: [
          { at: 0, value: -1 },
          { at: { seconds: 1 }, value: 1 },
        ],
      },
      call,
    );
    const whole = await run(studio, call, "inspect_session");
    expect(whole).toMatchObject({
      title: "Untitled",
      unsaved: true,
      tracks: [{ id: "t_bass", name: "Bass", clips: 1, notes: 1, automated: ["pan"] }],
      clips: [{ id: "c_one", bars_beats: "1|1|000" }],
      files: { confined: false },
      sources: [],
    });
    expect(await run(studio, call, "inspect_session", { section: "notes", clip: "c_one" })).toMatchObject({
      total: 1,
      notes: [{ id: "n_a", pitch: 30 }],
    });
    expect(await run(studio, call, "inspect_session", { section: "automation" })).toMatchObject({
      automation: [{ value: -1 }, { tick: 960, value: 1 }],
    });
    expect(await run(studio, call, "inspect_session", { section: "devices", track: "bass" })).toMatchObject({
      devices: [{ device: "sub", known: true }],
    });
  });

  test("every section of a session of 120 tracks and 60,000 notes stays below what clients take, or is refused with what to ask for", async () => {
    const { studio, call } = testStudio();
    const notes = Array.from({ length: 2_000 }, (_, at) => ({ id: `n_${at}`, tick: at, ticks: 1, pitch: 60, velocity: 90 }));
    const ops = Array.from({ length: 120 }, (_, at) => [
      { op: "track.add", id: `t_${at}x`, name: `${"N".repeat(60)}${at}`, kind: "notes", device: "poly", hue: 1, order: `a${at}` },
      ...(at < 30 ? [{ op: "clip.add", track: `t_${at}x`, id: `c_${at}x`, name: "C".repeat(64), tick: 0, ticks: 4_000, notes }] : []),
    ]).flat();
    studio.open.apply(call.caller, ops, { label: "many" });
    const sections = [
      "tracks",
      "clips",
      "notes",
      "mixer",
      "sends",
      "devices",
      "automation",
      "markers",
      "sections",
      "tempo",
      "meter",
      "sources",
    ];
    for (const section of [undefined, ...sections]) {
      const answer = await run(studio, call, "inspect_session", section === undefined ? {} : { section });
      expect(JSON.stringify(answer).length).toBeLessThan(inspectCharacters + 1_000);
      expect(answer["error"] ?? "result_too_large").toBe("result_too_large");
    }
    expect(await run(studio, call, "inspect_session", { section: "notes", page: 120 })).toMatchObject({ total: 60_000, pages: 120 });
  });
});

describe("parity", () => {
  test("counts from the tables, and names what is missing with a reason", async () => {
    const { studio, call } = testStudio();
    const answer = await run(studio, call, "parity", { list: true });
    expect(answer).toMatchObject({ commands: { all: commands.length, menu: commands.length } });
    expect(answer["list"]).toHaveLength(commands.length);
    const missing = answer["missing"] as readonly { name: string; why: string }[];
    expect(missing.map(({ name }) => name)).toEqual(expect.arrayContaining(["file.import_video", "file.print_score", "click"]));
    for (const { why } of missing) expect(why.length).toBeGreaterThan(5);
  });
});

describe("sessions", () => {
  test("a new one refuses to drop what has not been saved, and the same id gives the same song", async () => {
    const { studio, call } = testStudio();
    await runCommand(studio, "track.add", {}, call);
    expect(await run(studio, call, "new_session", { template: "band" })).toMatchObject({
      error: "stale",
      hint: expect.stringContaining("discard"),
    });
    expect(await run(studio, call, "new_session", { template: "band", id: "s_one", discard: true })).toMatchObject({
      session: "s_one",
      tracks: 6,
    });
    const first = studio.open.song;
    await run(studio, call, "new_session", { template: "band", id: "s_one" });
    expect(studio.open.song).toEqual(first);
    expect(studio.dirty).toBe(false);
  });
});
