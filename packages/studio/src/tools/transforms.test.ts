import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInScale, scaleOf } from "../theory/scale.ts";
import type { IdNote } from "./song-parts.ts";
import { type TransformName, type TransformOptions, transforms } from "./transforms.ts";

const scale = scaleOf({ tonic: "A", mode: "minor" });
const plain: TransformOptions = {
  semitones: 0,
  steps: 0,
  scale,
  grid: 120,
  strength: 1,
  amount: 0.5,
  seed: 3,
  fromVelocity: 60,
  toVelocity: 110,
  beat: 480,
};
type Notes = readonly IdNote[];
const run = (name: TransformName, notes: Notes, options: Partial<TransformOptions> = {}): Notes => {
  const { kept, added } = transforms[name].run(notes, { ...plain, ...options });
  return [...kept, ...added];
};
const melodies = fc
  .array(fc.tuple(fc.nat(7_000), fc.integer({ min: 1, max: 600 }), fc.integer({ min: 30, max: 90 }), fc.integer({ min: 1, max: 127 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((list) =>
    list
      .map(([at, ticks, pitch, velocity], index): IdNote => ({ id: `n_${index}`, clip: "c_a", at, tick: at, ticks, pitch, velocity }))
      .toSorted((a, b) => a.at - b.at),
  );
const byId = (list: Notes): Notes => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const off = (list: Notes): number => list.reduce((sum, { at }) => sum + Math.abs(at - Math.round(at / 120) * 120), 0);
const ofKey = (list: Notes): Notes => list.filter(({ pitch }) => isInScale(scale, pitch));
const gaps = (list: Notes): number =>
  list.filter(({ at, ticks }) => (list.find((other) => other.at > at)?.at ?? at + ticks) !== at + ticks).length;

/** What holds for every melody: what is found, and what it must be. */
const laws: readonly (readonly [name: string, of: (notes: Notes) => readonly [unknown, unknown]])[] = [
  [
    "up and down by as many semitones is nothing",
    (notes) => [run("transpose", run("transpose", notes, { semitones: 7 }), { semitones: -7 }), notes],
  ],
  [
    "up and down by as many steps of the key is nothing, for notes of the key",
    (notes) => [run("transpose", run("transpose", ofKey(notes), { steps: 3 }), { steps: -3 }), ofKey(notes)],
  ],
  ["inverted twice is nothing", (notes) => [run("invert", run("invert", notes)), notes]],
  [
    "inverted twice within the key is nothing, for notes of the key",
    (notes) => [run("invert", run("invert", ofKey(notes), { steps: 1 }), { steps: 1 }), ofKey(notes)],
  ],
  ["backwards twice is nothing", (notes) => [byId(run("retrograde", run("retrograde", notes))), byId(notes)]],
  ["quantized twice is quantized once", (notes) => [run("quantize", run("quantize", notes)), run("quantize", notes)]],
  ["quantized is on the grid", (notes) => [off(run("quantize", notes)), 0]],
  ["quantized half way is no farther from the grid", (notes) => [off(run("quantize", notes, { strength: 0.5 })) <= off(notes), true]],
  [
    "swung twice is swung once",
    (notes) => [run("swing", run("swing", notes, { amount: 1 }), { amount: 1 }), run("swing", notes, { amount: 1 })],
  ],
  [
    "swung and not swung is straight",
    (notes) => [run("swing", run("swing", notes, { amount: 1 }), { amount: 0 }), run("swing", notes, { amount: 0 })],
  ],
  ["humanized is the same for the same seed", (notes) => [run("humanize", notes), run("humanize", notes)]],
  [
    "humanized is never far",
    (notes) => [run("humanize", notes).filter(({ at }, index) => Math.abs(at - (notes[index]?.at ?? 0)) > 12), []],
  ],
  ["thinned by half is half", (notes) => [run("thin", notes).length, notes.length - Math.round(notes.length / 2)]],
  ["what thinning leaves is what was", (notes) => [run("thin", notes).filter((note) => !notes.includes(note)), []]],
  ["doubling keeps every note", (notes) => [run("double", notes).slice(0, notes.length), notes]],
  ["legato leaves no gap before another note", (notes) => [gaps(run("legato", notes)), 0]],
  ["velocities on a line begin at its beginning", (notes) => [run("velocity", notes)[0]?.velocity, 60]],
  [
    "velocities on a line stay between its ends",
    (notes) => [run("velocity", notes).filter(({ velocity }) => velocity < 60 || velocity > 110), []],
  ],
];

describe("transforms", () => {
  it.each(laws)("%s", (_name, of) => {
    fc.assert(
      fc.property(melodies, (notes) => {
        const [found, wanted] = of(notes);
        expect(found).toEqual(wanted);
      }),
      { numRuns: 200 },
    );
  });
});
