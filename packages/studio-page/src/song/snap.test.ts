import { emptySong } from "@jackfield/studio";
import { expect, test } from "vitest";
import { gridLines, snapDown, snapTick } from "./snap.ts";

const song = { ...emptySong("s_1"), meter: { m_first: { tick: 0, num: 4, den: 4 }, m_b: { tick: 3_840, num: 3, den: 4 } } };

test("snapTick: to the nearest bar, wherever the meter has changed, or to the nearest step of one", () => {
  expect([900, 1_000, 3_900, 4_700].map((tick) => snapTick(song, tick, 0))).toEqual([0, 1_920, 3_840, 5_280]);
  expect([61, 4_019].map((tick) => snapTick(song, tick, 120))).toEqual([120, 4_080 - 120]);
  expect([snapTick(song, 61.4, 1), snapTick(song, -5, 120), snapDown(song, 119, 120)]).toEqual([61, 0, 0]);
});

test("gridLines: bars by number, beats and steps between, and fewer where they would crowd", () => {
  const near = gridLines(song, 0, 3_840, 0.1, 120);
  expect(near.filter(({ kind }) => kind === "bar").map(({ bar }) => bar)).toEqual([1, 2]);
  expect(near).toHaveLength(32);
  const far = gridLines(song, 0, 1_000_000, 0.002, 120);
  expect(far.every(({ kind }) => kind === "bar")).toBe(true);
  expect(far.length).toBeLessThan(260);
});
