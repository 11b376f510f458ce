import { describe, expect, it } from "vitest";
import { emptySong } from "./empty-song.ts";
import { type Author, History } from "./history.ts";
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

  it("one author's undo leaves the other's change alone, and says whose it is", () => {
    const history = started();
    history.commit(agent, "Louder", [gain("t_a", 0)]);
    history.commit(ann, "Softer", [gain("t_a", -9)]);
    const undone = history.undo(agent);
    expect(undone.change).toBeUndefined();
    expect(undone.kept).toEqual([{ path: "tracks/t_a/strip/gainDb", of: ann }]);
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
    expect(undone.kept).toEqual([{ path: "tracks/t_b", of: ann }]);
    // A revert is a change like others.
    history.redo(ann);
    expect(Object.keys(history.song.tracks).toSorted()).toEqual(["t_a", "t_b", "t_c"]);
    expect(gainOf(history)).toBe(3);
  });

  it("what misses altogether is not kept", () => {
    const history = started();
    expect(history.commit(agent, "Nowhere", [gain("t_x", 0)])).toBeUndefined();
    expect(history.changes).toHaveLength(1);
    expect(history.undo(agent)).toEqual({ change: undefined, kept: [] });
  });
});
