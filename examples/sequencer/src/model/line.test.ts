import { describe, expect, it } from "vitest";
import { firstSong } from "./first-song.ts";
import { degreesOf, lineOf, readLine } from "./line.ts";
import { chordOf, hertz, midiOf, noteName } from "./scale.ts";
import { patternIds } from "./song.ts";
import { trackIds } from "./tracks.ts";

describe("line", () => {
  it("reads back every row of the first song", () => {
    let rows = 0;
    for (const pattern of patternIds) {
      for (const track of trackIds) {
        const row = firstSong.patterns[pattern].rows[track];
        const asked = readLine(lineOf(row), degreesOf(row));
        if (typeof asked === "string") throw new Error(asked);
        expect(asked.map((each) => each?.level)).toEqual(row.map((step) => step.level));
        expect(asked.map((each) => each?.degree ?? 0)).toEqual(row.map((step) => step.degree));
        rows++;
      }
    }
    expect(rows).toBe(32);
  });

  it("leaves steps marked - alone", () => {
    expect(readLine("-x--------------")).toEqual([
      undefined,
      { level: 2, degree: undefined },
      ...Array.from({ length: 14 }, () => undefined),
    ]);
  });

  it.each([
    ["x", undefined, /has 1 characters/],
    ["x...x...x...x..🥁", undefined, /has 17/],
    ["xxxxxxxxxxxxxxx1", undefined, /"1"/],
    ["xx..............", [1], /has 1 numbers, the line turns 2/],
    ["x...............", [12], /holds 12/],
    ["x...............", [0.5], /holds 0.5/],
    ["x...............", [Number.NaN], /holds NaN/],
  ])("refuses %j with %j", (line, degrees, problem) => {
    expect(readLine(line, degrees)).toMatch(problem);
  });
});

describe("scale", () => {
  it("counts degrees up the scale and on into the next octave", () => {
    const key = { root: 9, scale: "minor" } as const;
    expect([0, 2, 7, 9].map((degree) => noteName(midiOf(degree, 2, key)))).toEqual(["A2", "C3", "A3", "C4"]);
    expect(chordOf(5, 3, key).map(noteName)).toEqual(["F4", "A4", "C5"]);
    expect(midiOf(5, 4, { root: 0, scale: "pentatonic" })).toBe(72);
    expect(hertz(69)).toBe(440);
  });
});
