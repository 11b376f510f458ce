import type { Patch } from "immer";
import { describe, expect, test } from "vitest";
import { emptySong } from "./empty-song.ts";
import { History } from "./history.ts";
import { patchProblem } from "./patch-problem.ts";

const ann = { id: "ann", name: "Ann", kind: "person" } as const;
const note = { tick: 0, ticks: 1, pitch: 60, velocity: 90 };
const clips = ["tracks", "t_a", "clips"];

describe("patchProblem", () => {
  test("what a history wrote is fine, to and fro, also after it has been text", () => {
    const history = new History(emptySong("s_1"), () => 1);
    history.commit(ann, "Add", [
      { op: "track.add", id: "t_a", name: "A", kind: "notes", device: "sub", hue: 0, order: "a" },
      { op: "clip.add", track: "t_a", id: "c_a", name: "C", tick: 0, ticks: 960, notes: [{ id: "n_a", ...note }] },
    ]);
    history.commit(ann, "Set", [
      { op: "song.set", tonic: "A" },
      { op: "compressor.set", track: "t_a", on: true },
      { op: "device.set", track: "t_a", params: { tone: 0.5 } },
      { op: "auto.set", track: "t_a", param: "pan", id: "a_a", tick: 0, value: 0, shape: "line" },
      { op: "clip.split", track: "t_a", clip: "c_a", id: "c_b", tick: 480 },
      { op: "lock.set", path: "t_a" },
    ]);
    history.undo(ann);
    history.redo(ann);
    history.commit(ann, "Gone", [{ op: "track.remove", track: "t_a" }]);
    history.undo(ann);
    const patches = history.changes.flatMap((change) => [...change.patches, ...change.inverse]);
    const texts = JSON.parse(JSON.stringify(patches)) as Patch[];
    expect(patches.length).toBeGreaterThan(25);
    for (const patch of [...patches, ...texts]) expect(patchProblem(patch), JSON.stringify(patch)).toBeUndefined();
  });

  const bad: readonly (readonly [says: string, patch: Patch])[] = [
    ["a patch changes a part of a song", { op: "replace", path: [], value: {} }],
    ["tracks must be an object", { op: "replace", path: ["tracks"], value: 5 }],
    ["tracks cannot be removed", { op: "remove", path: ["tracks"] }],
    ["rev cannot be removed", { op: "remove", path: ["rev"] }],
    ["tempo.p_first cannot be removed", { op: "remove", path: ["tempo", "p_first"] }],
    ["tempo.p_first is missing", { op: "replace", path: ["tempo"], value: {} }],
    ["more is no place in a song", { op: "add", path: ["more"], value: 1 }],
    ["tracks.__proto__ is no place in a song", { op: "add", path: ["tracks", "__proto__"], value: {} }],
    ["tracks.constructor is no place in a song", { op: "add", path: ["tracks", "constructor", "prototype"], value: {} }],
    ["tracks.0 is no place in a song", { op: "add", path: ["tracks", 0], value: {} }],
    ["tracks.t_a.name must be text", { op: "replace", path: ["tracks", "t_a", "name"], value: {} }],
    ["tracks.t_a.name.x is no place in a song", { op: "replace", path: ["tracks", "t_a", "name", "x"], value: 1 }],
    [
      "tracks.t_a.clips.c_a.notes.n_a.pitch must be from 0 to 127",
      { op: "add", path: [...clips, "c_a", "notes", "n_a"], value: { ...note, pitch: 1e9 } },
    ],
    ["tracks.t_a.clips.c_a.notes must be an object", { op: "replace", path: [...clips, "c_a", "notes"] }],
    ["devices.x.id must be 1 to 32 of a-z, 0-9 and -, a letter first", { op: "add", path: ["devices", "x"], value: {} }],
    ["devices.x.sound is no place in a song", { op: "replace", path: ["devices", "x", "sound"], value: {} }],
  ];

  test.each(bad)("%s", (says, patch) => {
    expect(patchProblem(patch)).toBe(says);
  });
});
