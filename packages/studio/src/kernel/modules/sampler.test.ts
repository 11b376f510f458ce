import { expect, test } from "vitest";
import { middleC, type SampleData } from "./module.ts";
import { sampler } from "./sampler.ts";

/** What a sampler plays of a recording, asked for C an octave above the middle. */
function played(hertz: number): number[] {
  const left = Float32Array.from({ length: 64 }, (_, frame) => frame / 64);
  const sample: SampleData = { rate: 48_000, hertz, left, right: left };
  const module = sampler.make({
    rate: 48_000,
    input: (name) => new Float64Array(64).fill(name === "hertz" ? middleC * 2 : 0),
    feeds: (name) => name === "hertz",
    option: (name) => (name === "loop" ? "no" : ""),
    seed: 1,
    sample: () => sample,
  });
  module.start({ pitch: 72, velocity: 1 });
  module.run(16);
  return [...module.out.subarray(0, 16)];
}

test("a recording of which nobody said the pitch is taken for middle C, and gives no number that is none", () => {
  expect(played(0)).toEqual(played(middleC));
  expect(played(0)[8]).toBeCloseTo(16 / 64, 5);
  expect(played(middleC * 2)[8]).toBeCloseTo(8 / 64, 5);
});
