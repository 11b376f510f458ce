import { applyOps, emptySong } from "@jackfield/studio";
import { expect, test } from "vitest";
import { startOf } from "./start-of.ts";

test("what differs is heard where it lies, or where its track's first clip begins", () => {
  const { song } = applyOps(emptySong("s_one"), [
    { op: "track.add", id: "t_late", name: "Late", kind: "notes", device: "sub", hue: 0, order: "a0" },
    { op: "clip.add", track: "t_late", id: "c_two", name: "B", tick: 3_840, ticks: 480 },
    { op: "clip.add", track: "t_late", id: "c_one", name: "A", tick: 1_920, ticks: 480 },
  ]);
  expect(startOf([], song)).toBe(0);
  expect(startOf([{ text: "Title" }], song)).toBe(0);
  expect(startOf([{ text: "Late: +6 dB", track: "t_late" }], song)).toBe(1_920);
  expect(startOf([{ text: "Note", track: "t_late", from: 4_000 }], song)).toBe(4_000);
  expect(startOf([{ text: "Gone", track: "t_gone" }], song)).toBe(0);
});
