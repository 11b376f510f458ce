import { describe, expect, it } from "vitest";
import { chordIn, chordName, keyIn, usualChord } from "./chords.ts";
import { scaleOf } from "./scale.ts";

const scale = scaleOf({ tonic: "A", mode: "minor" });
const sounds = (...pitches: readonly number[]): readonly { at: number; ticks: number; pitch: number; velocity: number }[] =>
  pitches.map((pitch) => ({ at: 0, ticks: 480, pitch, velocity: 90 }));

describe("chords", () => {
  it.each([
    ["Am", [57, 60, 64]],
    ["Am", [33, 57, 60, 64]],
    ["F", [29, 57, 60, 65]],
    ["C", [36, 55, 60, 64]],
    ["G7", [43, 59, 62, 65]],
    ["Dm7", [38, 53, 57, 60]],
    ["Fmaj7", [41, 57, 60, 64]],
    ["Bdim", [47, 50, 53]],
    ["E", [40, 56, 59]],
    // A third alone, over its root.
    ["Am", [33, 60]],
  ])("%s", (name, pitches) => {
    const chord = chordIn(sounds(...pitches), 0, 480, scale);
    expect(chord && chordName(chord)).toBe(name);
  });

  it("silence has no chord, and what sounds elsewhere is not heard", () => {
    expect(chordIn([], 0, 480, scale)).toBeUndefined();
    expect(chordIn(sounds(60, 64, 67), 480, 960, undefined)).toBeUndefined();
  });

  it("what songs in a key do", () => {
    expect([0, 1, 2, 3].map((bar) => chordName(usualChord(scale, bar)))).toEqual(["Am", "F", "C", "G"]);
    expect([0, 1, 2, 3].map((bar) => chordName(usualChord(scaleOf({ tonic: "D", mode: "major" }), bar)))).toEqual(["D", "A", "Bm", "G"]);
  });

  it("finds the key of a scale", () => {
    expect(keyIn(sounds(60, 60, 62, 64, 65, 67, 67, 69, 71))).toEqual({ tonic: "C", mode: "major" });
    expect(keyIn(sounds(57, 57, 59, 60, 60, 62, 64, 64, 65, 67))).toEqual({ tonic: "A", mode: "minor" });
    expect(keyIn([])).toBeUndefined();
  });
});
