import { describe, expect, it } from "vitest";
import { emptySong } from "../song/empty-song.ts";
import { applyOps } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import { drums } from "../devices/drums.ts";
import { classOf, isInScale, scaleOf } from "../theory/scale.ts";
import { arpStyles, padStyles } from "./chord-styles.ts";
import { bassStyles } from "./bass-styles.ts";
import { drumStyles } from "./drum-styles.ts";
import { type IdNote, notesOfTrack } from "./song-parts.ts";
import { canonical } from "./test-canonical.ts";
import { runTool } from "./test-run.ts";
import { agentCall, testSong, testStudio } from "./test-studio.ts";

const all = Object.entries({ drums: drumStyles, bass: bassStyles, pad: padStyles, arp: arpStyles }).flatMap(([part, styles]) =>
  Object.keys(styles).map((style) => [part, style] as const),
);
const inMeter = (num: number, den: number): Song =>
  applyOps(emptySong("s_m"), [
    { op: "meter.set", id: "m_first", tick: 0, num, den },
    { op: "section.set", id: "x_a", name: "All", tick: 0, ticks: ((num * 1_920) / den) * 4 },
  ]).song;

async function added(song: Song, input: object): Promise<readonly IdNote[]> {
  const studio = testStudio({ song });
  const answer = await runTool(studio, "arrange_around", input);
  expect(answer).toMatchObject({ applied: true });
  const [id, track] = Object.entries(studio.open.song.tracks).find(([each]) => each === answer["track"]) ?? [];
  if (id === undefined || track === undefined) throw new Error("No track was added");
  studio.open.undo(agentCall().caller);
  expect(canonical(studio.open.song)).toBe(canonical(song));
  return notesOfTrack(id, track);
}

describe("arrange_around", () => {
  it("hears the chords of the song, and says so", async () => {
    const answer = await runTool(testStudio(), "arrange_around", { part: "bass" });
    expect(answer).toMatchObject({ key: "A minor", key_from: "song", chords: ["Am", "F", "C", "G"], density: "medium" });
  });

  it.each(all)("%s in the style %s plays from the first bar to the last, the same for the same seed, in any meter", async (part, style) => {
    for (const [num, den] of [
      [4, 4],
      [3, 4],
      [6, 8],
      [5, 4],
      [7, 8],
    ] as const) {
      const song = inMeter(num, den);
      const bar = (num * 1_920) / den;
      for (const density of ["sparse", "busy"]) {
        const notes = await added(song, { part, style, density, seed: 5 });
        expect(new Set(notes.map(({ at }) => Math.floor(at / bar)))).toEqual(new Set([0, 1, 2, 3]));
        expect(notes.every(({ at, ticks }) => at >= 0 && at + ticks <= bar * 4 && ticks > 0)).toBe(true);
        expect(new Set(notes.map(({ at, pitch }) => `${at}:${pitch}`)).size).toBe(notes.length);
        expect(await added(song, { part, style, density, seed: 5 })).toEqual(notes);
      }
    }
  });

  it.each(all.filter(([part]) => part !== "drums"))(
    "%s, %s: strong beats have tones of the chord, and all is in the key",
    async (part, style) => {
      const notes = await added(testSong(), { part, style });
      const scale = scaleOf({ tonic: "A", mode: "minor" });
      const chords = [
        [9, 0, 4],
        [5, 9, 0],
        [0, 4, 7],
        [7, 11, 2],
      ];
      expect(notes.filter(({ pitch }) => !isInScale(scale, pitch))).toEqual([]);
      const strong = notes.filter(({ at }) => at % 1_920 === 0);
      for (const { at, pitch } of strong) expect(chords[at / 1_920]).toContain(classOf(pitch));
      const [low, high] = part === "bass" ? [28, 60] : [48, 96];
      expect(notes.every(({ pitch }) => pitch >= low && pitch <= high)).toBe(true);
    },
  );

  it.each(Object.keys(drumStyles))("drums, %s: pieces of the kit, the first beat marked, more when busy", async (style) => {
    const song = testSong();
    const sparse = await added(song, { part: "drums", style, density: "sparse" });
    expect(sparse.filter(({ pitch }) => !Object.hasOwn(drums.sound, pitch))).toEqual([]);
    expect(sparse.filter(({ at, pitch }) => at % 1_920 === 0 && pitch === 36)).toHaveLength(4);
    expect((await added(song, { part: "drums", style, density: "busy" })).length).toBeGreaterThan(sparse.length);
    expect(await added(song, { part: "drums", style, density: "busy", seed: 2 })).not.toEqual(
      await added(song, { part: "drums", style, density: "busy", seed: 3 }),
    );
  });

  it("a locked bass plays where the kick does, and pads move by small steps", async () => {
    const bass = await added(testSong(), { part: "bass", style: "locked" });
    expect(bass.map(({ at }) => at)).toEqual([0, 1, 2, 3].flatMap((bar) => [0, 960].map((on) => bar * 1_920 + on)));
    const pad = await added(testSong(), { part: "pad", style: "held" });
    const chords = [0, 1, 2, 3].map((bar) => pad.filter(({ at }) => at === bar * 1_920).map(({ pitch }) => pitch));
    for (const [index, chord] of chords.slice(1).entries())
      for (const [voice, pitch] of chord.entries()) expect(Math.abs(pitch - (chords[index]?.[voice] ?? 0))).toBeLessThanOrEqual(7);
  });

  it("proposes two styles where none is named, and refuses one that is not there", async () => {
    const studio = testStudio();
    const before = studio.open.song;
    expect(await runTool(studio, "arrange_around", { part: "pad", mode: "propose" })).toMatchObject({
      proposed: "r_1",
      styles: ["held", "pulsing"],
    });
    expect(studio.open.proposals[0]?.takes.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(studio.open.song).toBe(before);
    expect(await runTool(studio, "arrange_around", { part: "pad", style: "constructor" })).toMatchObject({ error: "missing" });
  });
});
