import { expect, test } from "vitest";
import { placesOfChange } from "./places-of-change.ts";

test("places of a change are the innermost things that it wrote to", () => {
  const patches = [
    { op: "replace" as const, path: ["tracks", "t_a", "clips", "c_b", "notes", "n_c", "pitch"], value: 60 },
    { op: "replace" as const, path: ["tracks", "t_a", "strip", "gainDb"], value: -3 },
    { op: "replace" as const, path: ["rev"], value: 2 },
    { op: "add" as const, path: ["markers", "k_d"], value: {} },
  ];
  expect(placesOfChange({ patches })).toEqual(["c_b", "n_c", "t_a", "k_d"]);
});
