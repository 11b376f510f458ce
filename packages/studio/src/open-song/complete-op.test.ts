import { describe, expect, it } from "vitest";
import { emptySong } from "../song/empty-song.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps, opProblem } from "../song/ops.ts";
import { completeOps, orderAfter } from "./complete-op.ts";
import { followingIds } from "./new-ids.ts";

const song = emptySong("s_1");

describe("completeOps", () => {
  it("what leaves ids, place and hue to us becomes ops that take, the same each time", () => {
    const asked = [
      { op: "track.add", name: "A", kind: "notes", device: "sub" },
      { op: "track.add", id: "t_b", name: "B", kind: "notes", device: "sub" },
      {
        op: "clip.add",
        track: "t_b",
        name: "C",
        tick: 0,
        ticks: 1_920,
        notes: [[0, 240, 40, 100], [240, 240, 41, 90, "n_own"], { tick: 480, ticks: 1, pitch: 1, velocity: 1 }],
      },
    ];
    const { ops, made } = completeOps(song, asked, followingIds(song));
    expect(ops.map(opProblem)).toEqual([undefined, undefined, undefined]);
    expect(made.map(({ index, op }) => [index, op])).toEqual([
      [0, "track.add"],
      [2, "clip.add"],
    ]);
    const applied = applyOps(song, ops as readonly Op[]);
    expect(applied.missed).toEqual([]);
    const tracks = Object.values(applied.song.tracks);
    expect(tracks.map(({ order }) => order)).toEqual(["a0", "a1"]);
    expect(new Set(tracks.map(({ hue }) => hue)).size).toBe(2);
    const notes = Object.values(applied.song.tracks["t_b"]?.clips ?? {})[0]?.notes ?? {};
    expect(Object.keys(notes)).toHaveLength(3);
    expect(notes["n_own"]).toEqual({ tick: 240, ticks: 240, pitch: 41, velocity: 90 });
    expect(completeOps(song, asked, followingIds(song)).ops).toEqual(ops);
  });

  it("what is no op stays what it is, and is refused by the check", () => {
    const hostile = [
      null,
      7,
      [],
      { op: 9 },
      { op: "__proto__" },
      { op: "note.set", track: "t_a", clip: "c_a", notes: [[1, 2, 3, 4, 5, 6], "x"] },
    ];
    const { ops } = completeOps(song, hostile, followingIds(song));
    expect(ops.map((op) => opProblem(op) !== undefined)).toEqual(hostile.map(() => true));
  });

  it("orders grow for as long as tracks are added, and stay short", () => {
    let last = "";
    for (let made = 0; made < 1_000; made++) {
      const next = orderAfter(last);
      expect(next > last).toBe(true);
      last = next;
    }
    expect(last.length).toBeLessThan(40);
  });
});
