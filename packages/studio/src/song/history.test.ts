import { describe, expect, it } from "vitest";
import { emptySong } from "./empty-song.ts";
import type { Author } from "./change.ts";
import { History } from "./history.ts";
import type { Op } from "./op-row.ts";

const ann: Author = { id: "ann", name: "Ann", kind: "person" };
const agent: Author = { id: "agent", name: "claude.ai", kind: "agent" };
const track = (id: string): Op => ({ op: "track.add", id, name: id, kind: "notes", device: "sub", hue: 0, order: id });
const gain = (id: string, gainDb: number): Op => ({ op: "strip.set", track: id, gainDb });

function started(): History {
  const history = new History(emptySong("s_1"), () => 1_000);
  history.commit(ann, "Add track", [track("t_a")]);
  return history;
}
const gainOf = (history: History, id = "t_a"): number | undefined => history.song.tracks[id]?.strip.gainDb;

describe("History", () => {
  it("undo takes back the caller's own last change, and redo brings it back", () => {
    const history = started();
    history.commit(ann, "Gain", [gain("t_a", -1)]);
    history.commit(ann, "Gain", [gain("t_a", -2)]);
    expect(history.undo(ann).change?.undoes).toEqual([3]);
    expect(gainOf(history)).toBe(-1);
    history.undo(ann);
    expect(gainOf(history)).toBe(-6);
    history.redo(ann);
    expect(gainOf(history)).toBe(-1);
    expect(history.changes.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("knows who has something to take back and to bring back, at each step", () => {
    const history = started();
    const can = (): readonly boolean[] => [ann, agent].flatMap(({ id }) => [history.canUndo(id), history.canRedo(id)]);
    expect(can()).toEqual([true, false, false, false]);
    history.commit(ann, "Gain", [gain("t_a", -1)]);
    history.undo(ann);
    expect(can()).toEqual([true, true, false, false]);
    history.undo(ann);
    expect(can()).toEqual([false, true, false, false]);
    history.redo(ann);
    expect(can()).toEqual([true, true, false, false]);
    history.redo(ann);
    expect(can()).toEqual([true, false, false, false]);
    history.undo(ann);
    history.commit(ann, "Gain", [gain("t_a", -2)]);
    expect(can()).toEqual([true, false, false, false]);
  });

  it("one author's undo leaves the other's change alone, and says whose it is", () => {
    const history = started();
    history.commit(agent, "Louder", [gain("t_a", 0)]);
    history.commit(ann, "Softer", [gain("t_a", -9)]);
    const undone = history.undo(agent);
    expect(undone.change).toBeUndefined();
    expect(undone.kept).toEqual([{ path: "tracks/t_a/strip/gainDb", of: ann, why: "changed" }]);
    expect(gainOf(history)).toBe(-9);
  });

  it("reverting an agent takes back all of it but what a person has touched since", () => {
    const history = started();
    history.commit(agent, "Two tracks", [track("t_b"), track("t_c")]);
    history.commit(agent, "Louder", [gain("t_a", 3)]);
    history.commit(ann, "Softer", [gain("t_b", -12)]);
    const undone = history.revert(ann, agent);
    expect(Object.keys(history.song.tracks)).toEqual(["t_a", "t_b"]);
    expect([gainOf(history), gainOf(history, "t_b")]).toEqual([-6, -12]);
    expect(undone.kept).toEqual([{ path: "tracks/t_b", of: ann, why: "changed" }]);
    // A revert is a change like others: undo takes it back, and redo does it again.
    history.undo(ann);
    expect(Object.keys(history.song.tracks).toSorted()).toEqual(["t_a", "t_b", "t_c"]);
    expect(gainOf(history)).toBe(3);
    history.redo(ann);
    expect([Object.keys(history.song.tracks), gainOf(history), gainOf(history, "t_b")]).toEqual([["t_a", "t_b"], -6, -12]);
  });

  it("what misses altogether is not kept", () => {
    const history = started();
    expect(history.commit(agent, "Nowhere", [gain("t_x", 0)])).toBeUndefined();
    expect(history.changes).toHaveLength(1);
    expect(history.undo(agent)).toEqual({ change: undefined, kept: [], tooOld: 0 });
  });

  it("redo goes as far as undo went, and each author's is their own", () => {
    const history = started();
    for (const value of [-1, -2, -3]) history.commit(ann, "Gain", [gain("t_a", value)]);
    history.commit(agent, "Track", [track("t_b")]);
    for (let step = 0; step < 3; step++) history.undo(ann);
    history.undo(agent);
    expect([gainOf(history), history.song.tracks["t_b"]]).toEqual([-6, undefined]);
    expect([1, 2, 3].map(() => [history.redo(ann).change?.label, gainOf(history)])).toEqual([
      ["Redo: Gain", -1],
      ["Redo: Gain", -2],
      ["Redo: Gain", -3],
    ]);
    expect(history.redo(ann).change).toBeUndefined();
    expect(history.redo(agent).change).toBeDefined();
    // And undo again, and something else instead: what was undone before is not brought back over it.
    history.undo(ann);
    history.commit(ann, "Gain", [gain("t_a", -20)]);
    expect([history.redo(ann).change, gainOf(history)]).toEqual([undefined, -20]);
  });

  it("an undo is nobody's writing: what it laid bare can be taken back by who wrote it", () => {
    const history = started();
    history.commit(agent, "Louder", [gain("t_a", 0)]);
    history.commit(ann, "Softer", [gain("t_a", -9)]);
    history.undo(ann);
    expect(history.undo(agent)).toMatchObject({ kept: [], change: { undoes: [2] } });
    expect(gainOf(history)).toBe(-6);
  });

  it("a part that was kept can be taken back later, once it is nobody else's any more", () => {
    const history = started();
    history.commit(agent, "Both", [gain("t_a", 3), { op: "track.set", track: "t_a", name: "Loud" }]);
    history.commit(ann, "Softer", [gain("t_a", -9)]);
    expect(history.revert(ann, agent).kept).toHaveLength(1);
    expect([gainOf(history), history.song.tracks["t_a"]?.name]).toEqual([-9, "t_a"]);
    // Her last is the revert, then her gain.
    history.undo(ann);
    history.undo(ann);
    expect([gainOf(history), history.song.tracks["t_a"]?.name]).toEqual([3, "Loud"]);
    expect(history.revert(ann, agent)).toMatchObject({ kept: [], change: { undoes: [2] } });
    expect([gainOf(history), history.song.tracks["t_a"]?.name]).toEqual([-6, "t_a"]);
  });

  it("changes of a group are one step", () => {
    const history = started();
    history.commit(agent, "One", [track("t_b")], { group: "g" });
    history.commit(ann, "Mine", [gain("t_a", -3)]);
    history.commit(agent, "Two", [track("t_c")], { group: "g" });
    history.undo(agent);
    expect([Object.keys(history.song.tracks), gainOf(history)]).toEqual([["t_a"], -3]);
    history.redo(agent);
    expect(Object.keys(history.song.tracks).toSorted()).toEqual(["t_a", "t_b", "t_c"]);
  });

  it("opened again it knows what is undone, what can be brought back and what is whose", () => {
    const history = started();
    history.commit(agent, "Louder", [gain("t_a", 3), track("t_b")]);
    history.commit(ann, "Softer", [gain("t_b", -12)]);
    history.revert(ann, agent);
    history.commit(ann, "Name", [{ op: "track.set", track: "t_a", name: "A" }]);
    history.undo(ann);
    const again = new History(history.song, () => 2_000, JSON.parse(JSON.stringify(history.changes)) as typeof history.changes);
    for (const each of [history, again]) {
      expect([1, 2, 3, 4, 5].map((seq) => each.isUndone(seq))).toEqual([false, true, false, false, true]);
      each.redo(ann);
      each.undo(ann);
      each.undo(ann);
      expect([gainOf(each), gainOf(each, "t_b")]).toEqual([3, -12]);
    }
    expect(again.song).toEqual(history.song);
  });

  it("what is too old is said to be, and its patches are let go", () => {
    const limits = { patchesInMemory: 15, changesInMemory: 12 };
    const history = new History(emptySong("s_1"), () => 1_000, [], limits);
    history.commit(ann, "Add track", [track("t_a")]);
    for (let value = 0; value < 9; value++) history.commit(ann, "Gain", [gain("t_a", -value)]);
    expect(history.changes.reduce((sum, { patches }) => sum + patches.length, 0)).toBeLessThanOrEqual(15);
    let steps = 0;
    let last = history.undo(ann);
    for (; last.change !== undefined; last = history.undo(ann)) steps += 1;
    expect(last).toEqual({ change: undefined, kept: [], tooOld: 1 });
    expect([steps > 2, steps < 9]).toEqual([true, true]);
    expect(history.song.tracks["t_a"]?.strip.gainDb).not.toBe(-6);
    for (let value = 0; value < 9; value++) history.commit(agent, "Gain", [gain("t_a", -value)]);
    expect(history.changes.length).toBeLessThanOrEqual(12);
    expect([history.changes.at(-1)?.seq, history.last]).toEqual([history.last, history.last]);
    expect(history.undo(agent).change).toBeDefined();
  });

  const note = (id: string, pitch: number): object => ({ id, tick: 0, ticks: 120, pitch, velocity: 90 });
  const clip = (on: string, id: string): Op => ({
    op: "clip.add",
    track: on,
    id,
    name: "C",
    tick: 0,
    ticks: 960,
    notes: [note("n_a", 40), note("n_b", 50)],
  });

  it("an agent's track with a person's clip in it stays, whole", () => {
    const history = started();
    history.commit(agent, "Track", [track("t_b"), clip("t_b", "c_own")]);
    history.commit(ann, "Clip", [clip("t_b", "c_hers")]);
    const before = history.song.tracks["t_b"];
    expect(history.revert(ann, agent)).toMatchObject({ change: undefined, kept: [{ path: "tracks/t_b", of: ann }] });
    expect(history.song.tracks["t_b"]).toBe(before);
  });

  it("an agent's clip that a person moved, on its track or to another, stays where they put it", () => {
    const history = started();
    history.commit(ann, "Track", [track("t_b")]);
    history.commit(agent, "Clips", [clip("t_a", "c_one"), clip("t_a", "c_two"), clip("t_a", "c_three")]);
    history.commit(ann, "Move", [
      { op: "clip.set", track: "t_a", clip: "c_one", tick: 480 },
      { op: "clip.set", track: "t_a", clip: "c_two", to: "t_b" },
    ]);
    expect(
      history
        .revert(ann, agent)
        .kept.map(({ path }) => path)
        .toSorted(),
    ).toEqual(["tracks/t_a/clips/c_one", "tracks/t_a/clips/c_two"]);
    expect([Object.keys(history.song.tracks["t_a"]?.clips ?? {}), Object.keys(history.song.tracks["t_b"]?.clips ?? {})]).toEqual([
      ["c_one"],
      ["c_two"],
    ]);
    expect(history.song.tracks["t_a"]?.clips["c_one"]?.tick).toBe(480);
  });

  it("of notes that an agent replaced, those that a person has edited since stay theirs, and what they had removed stays away", () => {
    const history = started();
    history.commit(ann, "Clip", [clip("t_a", "c_a")]);
    history.commit(agent, "Replace", [
      { op: "notes.replace", track: "t_a", clip: "c_a", from: 0, ticks: 960, notes: [note("n_x", 60), note("n_y", 61), note("n_a", 62)] },
    ]);
    history.commit(ann, "Edit", [
      { op: "note.set", track: "t_a", clip: "c_a", notes: [note("n_x", 65)] },
      { op: "note.remove", track: "t_a", clip: "c_a", notes: ["n_a"] },
    ]);
    const { kept } = history.revert(ann, agent);
    expect(new Set(kept.map(({ path }) => path.split("/").at(-1)))).toEqual(new Set(["n_a", "n_x"]));
    const notes = history.song.tracks["t_a"]?.clips["c_a"]?.notes ?? {};
    expect(Object.fromEntries(Object.entries(notes).map(([id, { pitch }]) => [id, pitch]))).toEqual({ n_x: 65, n_b: 50 });
  });

  it("who removed something keeps it removed, whoever made it takes back what they did", () => {
    const history = started();
    history.commit(agent, "Track", [track("t_b")]);
    history.commit(ann, "Away", [{ op: "track.remove", track: "t_b" }]);
    expect(history.undo(agent)).toMatchObject({ change: undefined, kept: [{ of: ann }] });
    // Passed over: the next step is what was before it, and there is nothing.
    expect(history.undo(agent)).toEqual({ change: undefined, kept: [], tooOld: 0 });
    history.undo(ann);
    expect(history.song.tracks["t_b"]).toBeDefined();
    history.revert(ann, agent);
    expect(history.song.tracks["t_b"]).toBeUndefined();
  });
});
