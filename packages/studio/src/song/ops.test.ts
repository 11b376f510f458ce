import { applyPatches } from "immer";
import { describe, expect, it } from "vitest";
import { emptySong } from "./empty-song.ts";
import type { Op } from "./op-row.ts";
import { applyOps, opProblem, ops } from "./ops.ts";

const track: Op = { op: "track.add", id: "t_one", name: "Bass", kind: "notes", device: "sub", hue: 20, order: "a0" };
const note = (id: string, tick: number): object => ({ id, tick, ticks: 240, pitch: 40, velocity: 100 });
const clip: Op = {
  op: "clip.add",
  track: "t_one",
  id: "c_one",
  name: "A",
  tick: 0,
  ticks: 1_920,
  notes: [note("n_a", 0), note("n_b", 960)],
};

/** For each op: one that takes, after track and clip are there. */
const samples: Readonly<Record<string, Op>> = {
  "song.set": { op: "song.set", title: "Song", tonic: "F#", mode: "minor" },
  "tempo.set": { op: "tempo.set", id: "p_two", tick: 1_920, bpm: 96 },
  "tempo.remove": { op: "tempo.remove", id: "p_two" },
  "meter.set": { op: "meter.set", id: "m_two", tick: 1_920, num: 3, den: 4 },
  "meter.remove": { op: "meter.remove", id: "m_two" },
  "section.set": { op: "section.set", id: "s_one", name: "Verse", tick: 0, ticks: 3_840 },
  "section.remove": { op: "section.remove", id: "s_one" },
  "marker.set": { op: "marker.set", id: "k_one", name: "Here", tick: 960 },
  "marker.remove": { op: "marker.remove", id: "k_one" },
  "track.add": { ...track, id: "t_two" },
  "track.set": { op: "track.set", track: "t_one", name: "Low" },
  "track.duplicate": { op: "track.duplicate", track: "t_one", id: "t_three", order: "a2" },
  "device.set": { op: "device.set", track: "t_one", device: "poly", params: { cutoff: 800 } },
  "strip.set": { op: "strip.set", track: "t_one", gainDb: -3, mute: true },
  "eq.set": { op: "eq.set", track: "t_one", lowDb: -4 },
  "compressor.set": { op: "compressor.set", track: "t_one", on: true, ratio: 4 },
  "master.set": { op: "master.set", gainDb: -1, reverbSeconds: 3 },
  "clip.set": { op: "clip.set", track: "t_one", clip: "c_one", tick: 480 },
  "clip.split": { op: "clip.split", track: "t_one", clip: "c_one", id: "c_two", tick: 960 },
  "note.set": { op: "note.set", track: "t_one", clip: "c_one", notes: [note("n_c", 480)] },
  "note.remove": { op: "note.remove", track: "t_one", clip: "c_one", notes: ["n_a"] },
  "notes.replace": { op: "notes.replace", track: "t_one", clip: "c_one", from: 0, ticks: 960, notes: [note("n_d", 0)] },
  "auto.set": { op: "auto.set", track: "t_one", param: "device.cutoff", id: "a_one", tick: 0, value: 400, shape: "line" },
  "auto.remove": { op: "auto.remove", track: "t_one", param: "device.cutoff" },
  "lock.set": { op: "lock.set", path: "t_one", by: "ann", at: 1 },
  "lock.clear": { op: "lock.clear", path: "t_one" },
  "sample.add": { op: "sample.add", sha: "a".repeat(64), name: "Hit", frames: 100, rate: 44_100, channels: 1, from: "made", by: "ann" },
  "ref.set": { op: "ref.set", id: "f_one", name: "Record", sample: "a".repeat(64) },
  "ref.remove": { op: "ref.remove", id: "f_one" },
  "clip.remove": { op: "clip.remove", track: "t_one", clip: "c_one" },
  "track.remove": { op: "track.remove", track: "t_one" },
  "clip.add": clip,
};
const before: Readonly<Record<string, readonly string[]>> = {
  "tempo.remove": ["tempo.set"],
  "meter.remove": ["meter.set"],
  "section.remove": ["section.set"],
  "marker.remove": ["marker.set"],
  "auto.remove": ["auto.set"],
  "lock.clear": ["lock.set"],
  "ref.set": ["sample.add"],
  "ref.remove": ["sample.add", "ref.set"],
};

function prepared(op: string): ReturnType<typeof emptySong> {
  const needs = (before[op] ?? []).map((name) => samples[name] as Op);
  return applyOps(emptySong("s_1"), op === "clip.add" ? [track] : [track, clip, ...needs]).song;
}

describe("ops", () => {
  it("each has a sample here, but for the one that takes a whole device", () => {
    expect([...ops.keys()].filter((op) => samples[op] === undefined)).toEqual(["device.define"]);
    expect(ops.size).toBe(33);
  });

  it.each(Object.entries(samples))("%s is taken, changes the song, and can be taken back", (op, sample) => {
    const song = prepared(op);
    expect(opProblem(sample)).toBeUndefined();
    const applied = applyOps(song, [sample]);
    expect(applied.missed).toEqual([]);
    expect(applied.song).not.toEqual(song);
    expect(applyPatches(applied.song, [...applied.inverse])).toEqual(song);
    expect(applyPatches(song, [...applied.patches])).toEqual(applied.song);
  });

  it.each(
    Object.entries(samples).filter(
      ([op]) =>
        /\.(?:set|remove|split|replace|duplicate)$/.test(op) &&
        !/^(?:song|tempo\.set|meter\.set|section\.set|marker\.set|master|lock)/.test(op),
    ),
  )("%s of what is not there misses, and changes nothing", (_op, sample) => {
    const song = emptySong("s_1");
    const applied = applyOps(song, [sample]);
    expect(applied.missed).toEqual([sample]);
    expect(applied.song).toBe(song);
  });

  it("what is no op, or has other fields, is refused by name", () => {
    expect(opProblem(undefined)).toContain("an op is an object");
    expect(opProblem({ op: "constructor" })).toContain("there is no op constructor");
    expect(opProblem({ op: "tempo.set", id: "p_x", tick: 0, bpm: 1_000 })).toBe("tempo.set.bpm must be from 20 to 300");
    expect(opProblem({ op: "tempo.set", id: "p_x", tick: 0 })).toBe("tempo.set needs bpm");
    expect(opProblem({ op: "tempo.set", id: "p_x", tick: 0, bpm: 100, x: 1 })).toContain("and nothing else");
    expect(opProblem({ op: "track.remove", track: "__proto__" })).toContain("must match");
  });

  it("the tempo and meter at the beginning stay, and stay there", () => {
    const { song, missed } = applyOps(emptySong("s_1"), [
      { op: "tempo.remove", id: "p_first" },
      { op: "tempo.set", id: "p_first", tick: 960, bpm: 90 },
      { op: "meter.remove", id: "m_first" },
    ]);
    expect(missed).toHaveLength(2);
    expect(song.tempo).toEqual({ p_first: { tick: 0, bpm: 90 } });
  });

  it("a note across a split is cut short, and those behind it go with the second clip", () => {
    const { song } = applyOps(prepared("clip.split"), [
      { op: "note.set", track: "t_one", clip: "c_one", notes: [{ id: "n_x", tick: 900, ticks: 400, pitch: 50, velocity: 90 }] },
      samples["clip.split"] as Op,
    ]);
    const clips = song.tracks["t_one"]?.clips ?? {};
    expect(clips["c_one"]?.notes["n_x"]).toMatchObject({ tick: 900, ticks: 60 });
    expect(clips["c_two"]?.notes).toEqual({ n_b: { tick: 0, ticks: 240, pitch: 40, velocity: 100 } });
    expect([clips["c_one"]?.ticks, clips["c_two"]?.ticks]).toEqual([960, 960]);
  });

  it("a recording that is split goes on where it was cut, at the tempo of that stretch, without fades there", () => {
    const audio = { sample: "a".repeat(64), from: 1_000, gainDb: 0, fadeInMs: 50, fadeOutMs: 70 };
    const { song } = applyOps(emptySong("s_1"), [
      samples["sample.add"] as Op,
      { op: "tempo.set", id: "p_two", tick: 480, bpm: 60 },
      { op: "track.add", id: "t_one", name: "Voice", kind: "audio", device: "", hue: 0, order: "a" },
      { op: "clip.add", track: "t_one", id: "c_one", name: "Take", tick: 0, ticks: 1_920, audio },
      { op: "clip.split", track: "t_one", clip: "c_one", id: "c_two", tick: 960 },
    ]);
    const clips = song.tracks["t_one"]?.clips ?? {};
    // A quarter at 120 and one at 60: a second and a half.
    expect(clips["c_two"]?.audio).toEqual({ ...audio, from: 1_000 + 66_150, fadeInMs: 0 });
    expect(clips["c_one"]?.audio).toEqual({ ...audio, fadeOutMs: 0 });
  });
});
