import { describe, expect, test } from "vitest";
import { ops } from "../song/ops.ts";
import { menus } from "./command.ts";
import { commands } from "./commands.ts";
import { hiddenOps, opPlaces } from "./op-places.ts";
import { runCommand } from "./run-command.ts";
import { testStudio } from "./test-studio.ts";

describe("the table of commands", () => {
  test("has every id and every shortcut once, and all are plain", () => {
    const ids = commands.map(({ id }) => id);
    const shortcuts = commands.flatMap(({ shortcut }) => shortcut ?? []);
    expect(ids.length).toBeGreaterThan(60);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    for (const { id, menu, title, blurb, params } of commands) {
      expect(id).toMatch(/^[a-z]+\.[a-z_]+$/);
      expect(menus).toContain(menu);
      expect(title.length).toBeGreaterThan(2);
      expect(blurb).toMatch(/\.$/);
      for (const name of params.required) expect(Object.keys(params.properties)).toContain(name);
    }
  });

  test("has a place for every op, and none for what is none", () => {
    expect(Object.keys(opPlaces).toSorted()).toEqual([...ops.keys()].toSorted());
    const ids = new Set(commands.map(({ id }) => id));
    for (const op of ops.keys()) expect(ids.has(op) || hiddenOps.has(op)).toBe(true);
  });

  test("the same commands on the same song make the same song", async () => {
    const songs = [];
    for (let run = 0; run < 2; run++) {
      const { studio, call } = testStudio();
      const track = await runCommand(studio, "track.add", { name: "Bass", device: "sub" }, call);
      await runCommand(studio, "select.tracks", { tracks: ["bass"] }, call);
      await runCommand(studio, "clip.add", { at: "bars_beats:2|1|000", notes: [{ tick: 0, ticks: 480, pitch: "C2" }] }, call);
      await runCommand(studio, "tempo.set", { at: { ticks: 1_920 }, bpm: 90 }, call);
      await runCommand(studio, "mix.gain", { by: -3 }, call);
      expect(track).toMatchObject({ track: expect.stringMatching(/^t_/) });
      songs.push(studio.open.song);
    }
    expect(songs[0]).toEqual(songs[1]);
    const [bass] = Object.values(songs[0]?.tracks ?? {});
    expect(bass).toMatchObject({ name: "Bass", device: "sub", strip: { gainDb: -9 } });
    expect(Object.values(bass?.clips ?? {})).toMatchObject([{ tick: 1_920, ticks: 1_920 }]);
    expect(Object.values(songs[0]?.tempo ?? {})).toContainEqual({ tick: 1_920, bpm: 90 });
  });
});

describe("positions", () => {
  test.each([
    [96_000, 1_920],
    [{ seconds: 1.5 }, 1_440],
    [{ ticks: 7 }, 7],
    ["bars_beats:3|2|010", 2 * 1_920 + 480 + 10],
    ["3|1|0", 3_840],
  ])("%j is tick %i at 120", async (at, tick) => {
    const { studio, call } = testStudio();
    await runCommand(studio, "marker.set", { name: "Here", at }, call);
    expect(Object.values(studio.open.song.markers)).toEqual([{ name: "Here", tick }]);
  });

  test.each([[-1], ["5"], [{ seconds: "1" }], [{ bars: 1 }], [{ seconds: 1, ticks: 1 }]])(
    "%j is none, and says what one is",
    async (at) => {
      const { studio, call } = testStudio();
      await expect(runCommand(studio, "marker.set", { at }, call)).rejects.toThrow(/must be a position/);
    },
  );
});

describe("edits by hand", () => {
  async function song() {
    const made = testStudio();
    const { studio, call } = made;
    const run = (id: string, params: object = {}) => runCommand(studio, id, params, call);
    await run("track.add", { id: "t_one", name: "One" });
    await run("clip.add", {
      id: "c_one",
      track: "One",
      notes: [
        { id: "n_a", tick: 30, ticks: 100, pitch: 60 },
        { id: "n_b", tick: 960, ticks: 200, pitch: 64, velocity: 50 },
      ],
    });
    const clip = () => studio.open.song.tracks["t_one"]?.clips["c_one"];
    return { ...made, run, clip };
  }

  test("quantize, transpose, velocity and legato change what they say", async () => {
    const { run, clip } = await song();
    await run("notes.quantize", { clip: "c_one", grid: "1/8" });
    await run("notes.transpose", { clip: "c_one", semitones: -12, notes: ["n_b"] });
    await run("notes.velocity", { clip: "c_one", by: 10 });
    await run("notes.legato", { clip: "c_one" });
    expect(clip()?.notes).toEqual({
      n_a: { tick: 0, ticks: 960, pitch: 60, velocity: 106 },
      n_b: { tick: 960, ticks: 200, pitch: 52, velocity: 60 },
    });
  });

  test("split, join, duplicate, copy and paste, delete, undo", async () => {
    const { studio, run, clip } = await song();
    const before = studio.open.song;
    await run("clip.split", { clip: "c_one", at: { ticks: 480 }, id: "c_two" });
    expect(clip()?.ticks).toBe(480);
    await run("clip.join", { clips: ["c_one", "c_two"] });
    expect(clip()?.ticks).toBe(1_920);
    expect(Object.keys(clip()?.notes ?? {})).toHaveLength(2);
    await run("clip.duplicate", { clip: "c_one", times: 3 });
    expect(Object.values(studio.open.song.tracks["t_one"]?.clips ?? {}).map(({ tick }) => tick)).toEqual([0, 1_920, 3_840, 5_760]);
    await run("select.clips", { clips: ["c_one"] });
    await run("edit.copy");
    await run("edit.paste", { at: "10|1|0" });
    await run("edit.delete");
    expect(clip()).toBeUndefined();
    for (let n = 0; n < 5; n++) await run("edit.undo");
    expect({ ...studio.open.song, rev: 0 }).toEqual({ ...before, rev: 0 });
    await expect(run("edit.paste", { track: "Nobody" })).rejects.toThrow('There is no track "Nobody"');
  });

  test("trim keeps what sounds where it sounds", async () => {
    const { run, clip } = await song();
    await run("clip.trim", { clip: "c_one", from: { ticks: 480 }, to: { ticks: 1_440 } });
    expect(clip()).toMatchObject({ tick: 480, ticks: 960, notes: { n_b: { tick: 480 } } });
    expect(Object.keys(clip()?.notes ?? {})).toEqual(["n_b"]);
  });

  test("without a target it acts on the selection, on all of it", async () => {
    const { studio, run } = await song();
    await run("track.add", { id: "t_two", name: "Two" });
    await run("select.all");
    await run("mix.mute");
    expect(Object.values(studio.open.song.tracks).map(({ strip }) => strip.mute)).toEqual([true, true]);
    await run("mix.clear_mutes");
    await run("select.none");
    await expect(run("mix.mute")).rejects.toThrow("No track is named, and none is selected");
  });

  test("moves tracks, and refuses what the role may not", async () => {
    const { studio, run } = await song();
    await run("track.add", { id: "t_two", name: "Two" });
    await run("track.move", { track: "Two", before: "One" });
    const { tracks } = studio.open.song;
    expect((tracks["t_two"]?.order ?? "") < (tracks["t_one"]?.order ?? "")).toBe(true);
    const viewer = testStudio({ role: "viewer" });
    await expect(runCommand(viewer.studio, "track.add", {}, viewer.call)).rejects.toThrow("not change it");
    await expect(runCommand(viewer.studio, "track.ad", {}, viewer.call)).rejects.toThrow('no command "track.ad"');
    // The role comes first: who may not do it hears nothing of how it would be done.
    await expect(runCommand(viewer.studio, "track.add", { nme: "x" }, viewer.call)).rejects.toThrow("not change it");
    await expect(run("track.add", { nme: "x" })).rejects.toThrow("track.add takes");
  });
});
