import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Song } from "../song/song.ts";
import { notesOfTrack } from "./song-parts.ts";
import { canonical } from "./test-canonical.ts";
import { runTool } from "./test-run.ts";
import { agentCall, testSong, testStudio } from "./test-studio.ts";

/** Every note that sounds: its track, bar, place in the bar, pitch and velocity. */
const sounding = (song: Song): readonly string[] =>
  Object.entries(song.tracks)
    .flatMap(([id, track]) => notesOfTrack(id, track).map(({ at, pitch, velocity }) => [id, at, pitch, velocity] as const))
    .map(([id, at, pitch, velocity]) => `${id} ${Math.floor(at / 1_920)} ${at % 1_920} ${pitch} ${velocity}`)
    .toSorted();
/** The same notes by the bars that they come to lie in. */
const inBars = (song: Song, bars: readonly number[]): readonly string[] =>
  sounding(song)
    .flatMap((line) => {
      const [id = "", bar = "", ...rest] = line.split(" ");
      return bars.flatMap((from, to) => (from === Number(bar) ? [[id, to, ...rest].join(" ")] : []));
    })
    .toSorted();

async function arranged(input: object): Promise<{ readonly song: Song; readonly answer: object }> {
  const studio = testStudio();
  const answer = await runTool(studio, "arrange_song", input);
  const { song } = studio.open;
  studio.open.undo(agentCall().caller);
  expect(canonical(studio.open.song)).toBe(canonical(testSong()));
  return { song, answer };
}

describe("arrange_song", () => {
  it("inserts empty bars: a section grows over them, a clip is cut", async () => {
    const { song, answer } = await arranged({ action: "insert", before: 2, count: 2 });
    expect(answer).toMatchObject({ bars_before: 4, bars_after: 6 });
    expect(sounding(song)).toEqual(inBars(testSong(), [0, -1, -1, 1, 2, 3]));
    expect(song.sections).toMatchObject({ x_a: { tick: 0, ticks: 4 * 1_920 }, x_b: { tick: 4 * 1_920, ticks: 2 * 1_920 } });
    expect(song.markers["k_drop"]?.tick).toBe(4 * 1_920);
    expect(Object.keys(song.tracks["t_keys"]?.clips ?? {})).toHaveLength(3);
  });

  it("moves bars with their section and marker", async () => {
    const { song } = await arranged({ action: "move", bars: "3-4", before: 1 });
    expect(sounding(song)).toEqual(inBars(testSong(), [2, 3, 0, 1]));
    expect(song.sections).toMatchObject({ x_b: { tick: 0, ticks: 3_840 }, x_a: { tick: 3_840, ticks: 3_840 } });
    expect(song.markers["k_drop"]?.tick).toBe(0);
    // Clips that were whole stay whole, under their ids.
    expect(song.tracks["t_keys"]?.clips).toMatchObject({ c_keys1: { tick: 0 }, c_keys0: { tick: 3_840 } });
  });

  it("repeats bars behind themselves, removes them, and says how many there are", async () => {
    const repeated = await arranged({ action: "repeat", bars: "1-2", times: 2 });
    expect(repeated.answer).toMatchObject({ bars_after: 8 });
    expect(sounding(repeated.song)).toEqual(inBars(testSong(), [0, 1, 0, 1, 0, 1, 2, 3]));
    const removed = await arranged({ action: "remove", bars: "2-3" });
    expect(removed.answer).toMatchObject({ bars_after: 2 });
    expect(sounding(removed.song)).toEqual(inBars(testSong(), [0, 3]));
    // What removes half of a section leaves its other half.
    expect(removed.song.sections).toMatchObject({ x_a: { ticks: 1_920 }, x_b: { tick: 1_920, ticks: 1_920 } });
  });

  it("tempo and meter go with their bars, automation sounds as it did", async () => {
    const studio = testStudio();
    await runTool(studio, "apply_ops", {
      ops: [
        { op: "tempo.set", id: "p_two", tick: 3_840, bpm: 90 },
        { op: "tempo.set", id: "p_three", tick: 5_760, bpm: 100 },
      ],
    });
    const before = canonical(studio.open.song);
    await runTool(studio, "arrange_song", { action: "move", bars: "3", before: 1 });
    const { song } = studio.open;
    const tempo = Object.values(song.tempo).toSorted((a, b) => a.tick - b.tick);
    expect(tempo).toEqual([
      { tick: 0, bpm: 90 },
      { tick: 1_920, bpm: 120 },
      { tick: 5_760, bpm: 100 },
    ]);
    // 700 to 2,000 over four bars: bar 3 began at 1,350 and ended at 1,675.
    const cutoff = Object.values(song.tracks["t_pad"]?.automation["device.cutoff"] ?? {}).toSorted((a, b) => a.tick - b.tick);
    expect(cutoff.map(({ tick, value }) => [tick, Math.round(value)])).toEqual([
      [0, 1_350],
      [1_919, 1_675],
      [1_920, 700],
      [5_759, 1_350],
      [5_760, 1_675],
      [7_680, 2_000],
    ]);
    studio.open.undo(agentCall().caller);
    expect(canonical(studio.open.song)).toBe(before);
  });

  it("any way to arrange keeps, copies or removes exactly the notes of the bars", async () => {
    const bar = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("insert", "move", "repeat", "remove"),
        bar,
        bar,
        fc.integer({ min: 1, max: 5 }),
        async (action, a, b, before) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          const bars = [0, 1, 2, 3];
          const chosen = bars.slice(from - 1, to);
          if (action === "move" && before > from && before <= to) return;
          const expected: Readonly<Record<string, readonly number[]>> = {
            insert: [...bars.slice(0, before - 1), -1, ...bars.slice(before - 1)],
            remove: bars.filter((each) => !chosen.includes(each)),
            repeat: [...bars.slice(0, to), ...chosen, ...bars.slice(to)],
            move: [
              ...bars.slice(0, before - 1).filter((each) => !chosen.includes(each)),
              ...chosen,
              ...bars.slice(before - 1).filter((each) => !chosen.includes(each)),
            ],
          };
          const { song } = await arranged({ action, bars: `${from}-${to}`, before });
          expect(sounding(song)).toEqual(inBars(testSong(), expected[action] ?? []));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("refuses what it cannot do", async () => {
    const studio = testStudio();
    for (const input of [
      { action: "move", bars: "1-3", before: 2 },
      { action: "move", bars: "1" },
      { action: "remove" },
      { action: "insert" },
    ])
      expect(await runTool(studio, "arrange_song", input)).toMatchObject({ error: "missing" });
    expect(await runTool(studio, "arrange_song", { action: "repeat", bars: "1-200", times: 16 })).toMatchObject({ error: "full" });
    expect(studio.open.changes).toEqual([]);
  });
});
