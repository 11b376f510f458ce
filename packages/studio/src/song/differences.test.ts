import { describe, expect, it } from "vitest";
import { builtInDevices } from "../devices/built-in.ts";
import { differencesMost, songDifferences } from "./differences.ts";
import { emptySong } from "./empty-song.ts";
import type { Op } from "./op-row.ts";
import { applyOps } from "./ops.ts";

const note = (id: string, tick: number, pitch = 40): object => ({ id, tick, ticks: 240, pitch, velocity: 100 });
const base = applyOps(emptySong("s_1"), [
  { op: "track.add", id: "t_bass", name: "Bass", kind: "notes", device: "sub", hue: 20, order: "a" },
  { op: "track.add", id: "t_pad", name: "Pad", kind: "notes", device: "pad", hue: 20, order: "b" },
  {
    op: "clip.add",
    track: "t_bass",
    id: "c_a",
    name: "Riff",
    tick: 7_680,
    ticks: 7_680,
    notes: [note("n_a", 0), note("n_b", 5_760), note("n_c", 0, 52)],
  },
]).song;
const of = (...ops: readonly Op[]): readonly string[] => songDifferences(base, applyOps(base, ops).song).map(({ text }) => text);

describe("songDifferences", () => {
  it("counts notes, and names the bars they are in", () => {
    const change: Op = {
      op: "note.set",
      track: "t_bass",
      clip: "c_a",
      notes: [note("n_a", 0, 41), note("n_b", 5_760, 41), note("n_c", 0, 41)],
    };
    expect(of(change)).toEqual(["Bass: 3 notes changed in bars 5–8"]);
    expect(songDifferences(base, applyOps(base, [change]).song)[0]).toMatchObject({
      track: "t_bass",
      clip: "c_a",
      from: 7_680,
      to: 13_680,
    });
    expect(of({ op: "notes.replace", track: "t_bass", clip: "c_a", from: 0, ticks: 960, notes: [note("n_d", 0)] })).toEqual([
      "Bass: 1 note added in bar 5",
      "Bass: 2 notes removed in bar 5",
    ]);
  });

  it("says what faders, devices, sends and automation do", () => {
    expect(of({ op: "strip.set", track: "t_pad", gainDb: -9, mute: true })).toEqual(["Pad: −3 dB (-6 → -9)", "Pad: muted"]);
    expect(of({ op: "device.set", track: "t_bass", params: { drive: 4 } })).toEqual([
      `Bass: Drive ${builtInDevices["sub"]?.params["drive"]?.default} → 4`,
    ]);
    expect(of({ op: "device.set", track: "t_bass", device: "poly" })).toEqual(["Bass: sub → poly"]);
    expect(of({ op: "eq.set", track: "t_bass", lowDb: 2 })).toEqual(["Bass: equalizer lowDb 2"]);
    expect(of({ op: "compressor.set", track: "t_bass", on: true })).toEqual(["Bass: compressor 3:1 at -18 dB"]);
    expect(of({ op: "auto.set", track: "t_bass", param: "pan", id: "a_1", tick: 0, value: 0, shape: "line" })).toEqual([
      "Bass: automation of pan, 1 point",
    ]);
  });

  it("follows clips and tracks as they come, go and move", () => {
    expect(of({ op: "clip.set", track: "t_bass", clip: "c_a", to: "t_pad" })).toEqual([
      "Bass: clip Riff goes to Pad",
      "Pad: clip Riff from Bass in bars 5–8",
    ]);
    expect(of({ op: "clip.set", track: "t_bass", clip: "c_a", tick: 0 })).toEqual(["Bass: clip Riff moved from bar 5 to bar 1"]);
    expect(of({ op: "clip.remove", track: "t_bass", clip: "c_a" })).toEqual(["Bass: clip Riff removed from bars 5–8"]);
    expect(of({ op: "track.remove", track: "t_pad" })).toEqual(["Pad: track removed"]);
    expect(of({ op: "track.duplicate", track: "t_bass", id: "t_two", order: "c" })).toEqual(["Bass 2: new track, sub, 1 clip, 3 notes"]);
  });

  it("and what is the whole song's", () => {
    expect(
      of(
        { op: "song.set", title: "Rain", tonic: "A", mode: "minor" },
        { op: "tempo.set", id: "p_first", tick: 0, bpm: 96 },
        { op: "section.set", id: "s_1", name: "Verse", tick: 0, ticks: 1_920 },
        { op: "master.set", gainDb: -1, reverbSeconds: 3 },
      ),
    ).toEqual([
      "Title: Rain",
      "Key: A minor",
      "Tempo: 120 to the minute → 96 to the minute",
      "Section added: Verse",
      "Master level, dB: 0 → -1",
      "Reverb, seconds: 1.8 → 3",
    ]);
    expect(of()).toEqual([]);
  });

  it("tells a hundred at most", () => {
    const markers = Array.from({ length: 150 }, (_, at): Op => ({ op: "marker.set", id: `k_${at}`, name: `M${at}`, tick: at }));
    const all = of(...markers);
    expect(all).toHaveLength(differencesMost);
    expect(all.at(-1)).toBe("and 51 more");
  });
});
