import { describe, expect, it } from "vitest";
import { compilePlan } from "./compile-plan.ts";
import { planChange } from "./kernel/plan-change.ts";
import { render } from "./render.ts";
import { LoudnessMeter } from "./meters/loudness.ts";
import { emptySong } from "./song/empty-song.ts";
import type { Op } from "./song/op-row.ts";
import { applyOps } from "./song/ops.ts";

const note = (id: string, tick: number, pitch: number): object => ({ id, tick, ticks: 240, pitch, velocity: 110 });
const list: readonly Op[] = [
  { op: "tempo.set", id: "p_first", tick: 0, bpm: 100 },
  { op: "track.add", id: "t_drums", name: "Drums", kind: "notes", device: "drums", hue: 10, order: "a1" },
  { op: "track.add", id: "t_bass", name: "Bass", kind: "notes", device: "sub", hue: 200, order: "a0" },
  {
    op: "clip.add",
    track: "t_drums",
    id: "c_d",
    name: "Beat",
    tick: 0,
    ticks: 1_920,
    notes: [0, 480, 960, 1_440].map((tick, n) => note(`n_${n}x`, tick, n % 2 === 0 ? 36 : 38)),
  },
  {
    op: "clip.add",
    track: "t_bass",
    id: "c_b",
    name: "Line",
    tick: 0,
    ticks: 1_920,
    notes: [note("n_a", 0, 33), note("n_b", 960, 36), note("n_late", 2_000, 40)],
  },
  { op: "auto.set", track: "t_bass", param: "gainDb", id: "a_0", tick: 0, value: -20, shape: "line" },
  { op: "auto.set", track: "t_bass", param: "gainDb", id: "a_1", tick: 1_920, value: -3, shape: "hold" },
];
const { song, missed } = applyOps(emptySong("s_1"), list);

describe("compilePlan", () => {
  it("has tracks in their order, notes in frames, and what lies outside a clip left out", () => {
    expect(missed).toEqual([]);
    const plan = compilePlan(song, { rate: 48_000 });
    expect(plan.tracks.map(({ id }) => id)).toEqual(["t_bass", "t_drums"]);
    expect(plan.tracks[0]?.notes.map(({ at, pitch }) => [at, pitch])).toEqual([
      [0, 33],
      [57_600, 36],
    ]);
    expect(plan.tracks[0]?.strip.decibels).toEqual([
      { at: 0, value: -20, shape: "line" },
      { at: 115_200, value: -3, shape: "hold" },
    ]);
    expect(plan.frames % 64).toBe(0);
  });

  it("solo, mute and stems: what is silent is computed and not heard", () => {
    const soloed = applyOps(song, [{ op: "strip.set", track: "t_bass", solo: true }]).song;
    expect(compilePlan(soloed, { rate: 48_000 }).tracks.map(({ strip }) => strip.isSilent)).toEqual([false, true]);
    expect(compilePlan(song, { rate: 48_000, only: new Set(["t_drums"]) }).tracks.map(({ strip }) => strip.isSilent)).toEqual([
      true,
      false,
    ]);
  });

  it("gives the same objects for what has not changed", () => {
    const before = compilePlan(song, { rate: 48_000 });
    expect(compilePlan(song, { rate: 48_000 }).tracks).toEqual(before.tracks);
    const moved = applyOps(song, [{ op: "note.set", track: "t_bass", clip: "c_b", notes: [note("n_a", 0, 35)] }]).song;
    const after = compilePlan(moved, { rate: 48_000 });
    expect(after.tracks[1]).toBe(before.tracks[1]);
    expect(after.tracks[0]?.strip).toBe(before.tracks[0]?.strip);
    expect(after.tracks[0]?.device).toBe(before.tracks[0]?.device);
    expect(after.tracks[0]?.notes).not.toEqual(before.tracks[0]?.notes);
    const change = planChange(before, after);
    expect(change?.tracks.map((track) => Object.keys(track))).toEqual([["id", "notes"]]);
    // Another rate, tempo or solo is another plan of the same tracks.
    expect(compilePlan(song, { rate: 44_100 }).tracks[0]?.notes[1]?.at).toBe(52_920);
    const slow = applyOps(song, [{ op: "tempo.set", id: "p_first", tick: 0, bpm: 50 }]).song;
    expect(compilePlan(slow, { rate: 48_000 }).tracks[0]?.notes[1]?.at).toBe(115_200);
    expect(compilePlan(song, { rate: 48_000 }).tracks).toEqual(before.tracks);
  });

  it("sounds", () => {
    const plan = compilePlan(song, { rate: 48_000 });
    const meter = new LoudnessMeter(plan.rate, 2);
    let frames = 0;
    for (const { left, right } of render(plan, new Map())) {
      meter.feed([left, right]);
      frames += left.length;
    }
    expect(frames).toBe(plan.frames);
    expect(meter.read().integrated).toBeGreaterThan(-40);
    expect(meter.read().integrated).toBeLessThan(-8);
  });
});
