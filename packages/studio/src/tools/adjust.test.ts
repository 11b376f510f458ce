import { describe, expect, it } from "vitest";
import { canonical } from "./test-canonical.ts";
import { runTool } from "./test-run.ts";
import { applyOps } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import type { Studio } from "../studio.ts";
import { agentCall, testSong, testStudio as studioOf } from "./test-studio.ts";
import { readWords } from "./words/read-words.ts";
import { words } from "./words/words.ts";

/** For each word a track on which it can be heard. */
const tracks: Readonly<Record<string, string>> = {
  warmer: "t_drums",
  brighter: "t_pad",
  darker: "t_pad",
  tighter: "t_keys",
  looser: "t_bass",
  punchier: "t_keys",
  wider: "t_drums",
  narrower: "t_keys",
  louder: "t_bass",
  softer: "t_bass",
  closer: "t_keys",
  further: "t_drums",
  cleaner: "t_bass",
  dirtier: "t_bass",
  fuller: "t_bass",
  thinner: "t_pad",
  build: "t_drums",
  fade: "t_pad",
};
/** Twice as fast as it is: a bar to listen to lasts a second. */
const fast = (): Song => applyOps(testSong(), [{ op: "tempo.set", id: "p_first", tick: 0, bpm: 240 }]).song;
const testStudio = (): Studio => studioOf({ song: fast() });
type Line = { readonly went: string; readonly change: number };
const measuresOf = (answer: object): readonly Line[] => (answer as { readonly measures: readonly Line[] }).measures;

describe("adjust", () => {
  it("every word has a track here", () => {
    expect(Object.keys(tracks)).toEqual(Object.keys(words));
    expect(Object.keys(words)).toHaveLength(18);
  });

  it.each(Object.entries(tracks))("%s on %s: the measure goes its way, in bounds, and undone it is as it was", async (word, track) => {
    const studio = testStudio();
    const bars = words[word]?.over === true ? "1-2" : "1";
    const answer = await runTool(studio, "adjust", { words: word, track, bars, amount: 1 });
    expect(answer).toMatchObject({ words: [word], applied: true, tracks: [track], measures: [{ went: "its way" }] });
    expect(Math.sign(measuresOf(answer)[0]?.change ?? 0)).toBe(words[word]?.towards);
    // All of it is ops that the song takes: in their ranges.
    expect(studio.open.changes).toHaveLength(1);
    expect(studio.open.changes[0]?.missed).toEqual([]);
    studio.open.undo(agentCall().caller);
    expect(canonical(studio.open.song)).toBe(canonical(fast()));
  });

  it("what goes the other way is said, and nothing is changed", async () => {
    const studio = testStudio();
    // A pad has nothing that strikes.
    const answer = await runTool(studio, "adjust", { words: "punchier", track: "pad", bars: "1", amount: 1 });
    expect(answer).toMatchObject({ contradiction: ["punchier"], applied: false, hint: expect.stringContaining("nothing was changed") });
    expect(canonical(studio.open.song)).toBe(canonical(fast()));
  });

  it("what nobody would hear is said, what cannot be done is refused", async () => {
    const studio = testStudio();
    expect(await runTool(studio, "adjust", { words: "tighter", track: "pad", bars: "1", amount: 0.05 })).toMatchObject({
      barely_changed: true,
      applied: true,
    });
    expect(await runTool(studio, "adjust", { words: "dirtier", track: "keys", bars: "1" })).toMatchObject({ error: "missing" });
    expect(await runTool(studio, "adjust", { words: "purple", track: "keys" })).toMatchObject({
      error: "missing",
      hint: expect.stringContaining("warmer"),
    });
    expect(await runTool(studio, "adjust", { words: "warmer", track: "keys", bars: "60" })).toMatchObject({
      error: "missing",
      message: expect.stringContaining("Nothing sounds"),
    });
  });

  it("moves automation point by point, and a fade says what it took the place of", async () => {
    const studio = testStudio();
    await runTool(studio, "adjust", { words: "darker", track: "pad", bars: "1", amount: 1 });
    const cutoff = studio.open.song.tracks["t_pad"]?.automation["device.cutoff"] ?? {};
    expect([cutoff["a_one"]?.value, cutoff["a_two"]?.value]).toEqual([350, 1_000]);
    studio.open.undo(agentCall().caller);
    expect(await runTool(studio, "adjust", { words: "fade", track: "pad", bars: "3-4" })).toMatchObject({
      replaced: "1 points of automation",
      measures: [{ went: "its way" }],
    });
  });

  it("without a track it is the selected one, else all of them; proposed where it is told to", async () => {
    const studio = testStudio();
    studio.select({ tracks: ["t_bass"] });
    expect(await runTool(studio, "adjust", { words: "a bit louder", bars: "1", mode: "propose" })).toMatchObject({
      tracks: ["t_bass"],
      proposed: "r_1",
      applied: false,
    });
    studio.select({ tracks: [] });
    expect(await runTool(studio, "adjust", { words: "louder", bars: "1" })).toMatchObject({
      tracks: ["t_drums", "t_bass", "t_keys", "t_pad"],
      applied: true,
    });
  });
});

describe("readWords", () => {
  it.each([
    ["warmer", 0.5, [["warmer", 0.5]]],
    [
      "a bit warmer and much tighter",
      0.5,
      [
        ["warmer", 0.25],
        ["tighter", 0.8],
      ],
    ],
    ["less bright", 0.5, [["darker", 0.5]]],
    ["make it fat!", 1, [["fuller", 1]]],
    ["way louder", 1, [["louder", 1]]],
    ["Build up", 0.5, [["build", 0.5]]],
  ])("%s", (text, amount, wanted) => {
    expect(readWords(text, amount).map((each) => [each.name, each.amount])).toEqual(wanted);
  });

  it("refuses what is none, and more than pull together", () => {
    expect(() => readWords("constructor", 1)).toThrow("None of those words");
    expect(() => readWords("warm bright dark tight wide", 1)).toThrow("pull against");
  });
});
