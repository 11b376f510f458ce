import { describe, expect, it } from "vitest";
import { projectCharacters } from "./get-project.ts";
import { runTool } from "./test-run.ts";
import { ann, testStudio } from "./test-studio.ts";

describe("get_project", () => {
  it("says what the song is, in bars", async () => {
    const song = await runTool(testStudio(), "get_project");
    expect(song).toMatchObject({ title: "Night drive", key: "A minor", bars_in_all: 4, seconds: 8 });
    expect(song["sections"]).toMatchObject([
      { name: "Verse", bars: "1-2" },
      { name: "Chorus", bars: "3-4" },
    ]);
    expect(song["tracks"]).toMatchObject([
      { id: "t_drums", device: "drums", notes: 48, pitches: [36, 42] },
      { id: "t_bass", notes: 16, pitches: [29, 36] },
      { id: "t_keys", gainDb: -8, clips: 2, notes: 24 },
      { id: "t_pad", automated: ["device.cutoff"], notes: 12 },
    ]);
  });

  it("whole, one track by name and only what sounds in some bars", async () => {
    const song = await runTool(testStudio(), "get_project", { view: "full", track: "bass", bars: "2" });
    const [bass, ...others] = song["tracks"] as readonly { clips: readonly { notes: readonly (readonly unknown[])[] }[] }[];
    expect(others).toEqual([]);
    expect(bass?.clips[0]?.notes).toEqual([
      [1_920, 200, 29, 110, "n_b10"],
      [2_640, 200, 29, 90, "n_b13"],
      [2_880, 200, 29, 90, "n_b14"],
      [3_360, 200, 29, 90, "n_b16"],
    ]);
    expect(song).toMatchObject({ bars: "2" });
  });

  it("since a revision: only tracks that were touched, and those that are gone", async () => {
    const studio = testStudio();
    const { rev } = studio.open.song;
    expect((await runTool(studio, "get_project", { since: rev }))["tracks"]).toEqual([]);
    studio.open.apply(ann, [{ op: "strip.set", track: "t_keys", gainDb: -3 }], { label: "Up" });
    studio.open.apply(ann, [{ op: "track.remove", track: "t_pad" }], { label: "Away" });
    const since = await runTool(studio, "get_project", { since: rev });
    expect([since["tracks"], since["removed"]]).toMatchObject([[{ id: "t_keys" }], ["t_pad"]]);
  });

  it("what is too long is refused, and less of it is not", async () => {
    const studio = testStudio();
    const notes = Array.from({ length: 2_000 }, (_, index) => [index * 10, 10, 60, 100, `n_long-id-number-${index}`]);
    for (let at = 0; at < 3; at++)
      await runTool(studio, "apply_ops", {
        ops: [{ op: "clip.add", track: "t_keys", name: "Long", tick: 7_680 * (at + 1), ticks: 20_000, notes }],
      });
    expect(await runTool(studio, "get_project", { view: "full" })).toMatchObject({
      error: "result_too_large",
      hint: expect.stringContaining("Ask for less"),
    });
    const less = await runTool(studio, "get_project", { view: "full", track: "t_keys", bars: "5-8" });
    expect(JSON.stringify(less).length).toBeLessThan(projectCharacters);
    expect(await runTool(studio, "get_project", { track: "nobody" })).toMatchObject({
      error: "missing",
      hint: expect.stringContaining("t_keys"),
    });
    expect(await runTool(studio, "get_project", { bars: "8-5" })).toMatchObject({ error: "missing" });
  });
});

describe("get_selection, get_history, list_devices, get_device", () => {
  it("what is selected, by name and in bars; what is gone is left out", async () => {
    const studio = testStudio();
    studio.select({
      tracks: ["t_bass", "t_gone"],
      clips: [{ track: "t_keys", clip: "c_keys1" }],
      range: { from: 0, to: 3_840 },
      playhead: 2_400,
    });
    expect(await runTool(studio, "get_selection")).toMatchObject({
      tracks: [{ id: "t_bass", name: "Bass" }],
      clips: [{ clip: "c_keys1", bars: "3-4" }],
      range: { bars: "1-2" },
      playhead: { at: "2|2|000" },
    });
  });

  it("who did what, newest first, and what was undone", async () => {
    const studio = testStudio();
    await runTool(studio, "apply_ops", { ops: [{ op: "strip.set", track: "t_keys", gainDb: -3 }], label: "Louder keys" });
    studio.open.apply(ann, [{ op: "song.set", title: "Day drive" }], { label: "Title" });
    studio.open.undo(ann);
    const { changes } = (await runTool(studio, "get_history")) as { changes: readonly object[] };
    expect(changes).toMatchObject([
      { change: 3, by: "Ann", undoes: [2] },
      { change: 2, label: "Title", undone: true },
      { change: 1, by: "claude.ai", kind: "agent", label: "Louder keys", ops: { "strip.set": 1 } },
    ]);
    expect(await runTool(studio, "get_history", { by: "claude.ai" })).toMatchObject({ matching: 1 });
    expect(await runTool(studio, "get_history", { since: 2 })).toMatchObject({ matching: 1 });
  });

  it("devices with their params and who uses them; one of them whole", async () => {
    const studio = testStudio();
    const { devices } = (await runTool(studio, "list_devices")) as unknown as {
      devices: readonly { id: string; used_by: readonly string[] }[];
    };
    expect(devices).toHaveLength(8);
    expect(devices.find(({ id }) => id === "keys")?.used_by).toEqual(["t_keys"]);
    expect(await runTool(studio, "get_device", { device: "drums" })).toMatchObject({ from: "built in", kit: { 36: "Kick" } });
    expect(await runTool(studio, "get_device", { device: "constructor" })).toMatchObject({ error: "missing" });
  });
});
