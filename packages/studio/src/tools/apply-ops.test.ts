import { describe, expect, it } from "vitest";
import { runTool } from "./test-run.ts";
import { agentCall, ann, testStudio } from "./test-studio.ts";

describe("apply_ops", () => {
  it("makes one change that can be undone, and says which ids it made", async () => {
    const studio = testStudio();
    const before = studio.open.song;
    const made = await runTool(studio, "apply_ops", {
      ops: [
        { op: "track.add", id: "t_lead", name: "Lead", kind: "notes", device: "poly" },
        { op: "clip.add", track: "t_lead", name: "Line", tick: 0, ticks: 1_920, notes: [[0, 480, 69, 100]] },
      ],
    });
    expect(made).toMatchObject({ applied: true, rev: before.rev + 1, missed: [], new_ids: [{ index: 1, op: "clip.add" }] });
    expect(studio.open.song.tracks["t_lead"]?.order).toBe("a4");
    expect(studio.open.changes.at(-1)?.label).toBe("Add track and 1 more");
    studio.open.undo(agentCall().caller);
    expect({ ...studio.open.song, rev: before.rev }).toEqual(before);
  });

  it("a dry run changes nothing; what misses refuses all, or is said", async () => {
    const studio = testStudio();
    const before = studio.open.song;
    const ops = [
      { op: "strip.set", track: "t_keys", gainDb: 0 },
      { op: "strip.set", track: "t_gone", gainDb: 0 },
    ];
    expect(await runTool(studio, "apply_ops", { ops })).toMatchObject({ error: "missing" });
    expect(await runTool(studio, "apply_ops", { ops, atomic: false, dry_run: true })).toMatchObject({
      dry_run: true,
      missed: [{ index: 1 }],
    });
    expect(studio.open.song).toBe(before);
    expect(await runTool(studio, "apply_ops", { ops, atomic: false })).toMatchObject({
      applied: true,
      missed: [{ index: 1, op: "strip.set" }],
    });
  });

  it("refuses what is no op, a stale revision, more than it takes, and who may not", async () => {
    const studio = testStudio();
    const ops = [{ op: "strip.set", track: "t_keys", gainDb: 0 }];
    expect(await runTool(studio, "apply_ops", { ops, if_rev: 7 })).toMatchObject({ error: "stale" });
    expect(await runTool(studio, "apply_ops", { ops: [{ op: "strip.set", track: "t_keys", gainDb: 99 }] })).toMatchObject({
      error: "invalid_op",
    });
    expect(await runTool(studio, "apply_ops", { ops: Array(201).fill(ops[0]) })).toMatchObject({ error: "arguments_invalid" });
    expect(await runTool(studio, "apply_ops", { ops }, agentCall("viewer"))).toMatchObject({ error: "session.read_only" });
    studio.open.apply(ann, [{ op: "lock.set", path: "t_keys", by: "Ann", at: 1 }], { label: "Lock" });
    expect(await runTool(studio, "apply_ops", { ops }, agentCall("editor"))).toMatchObject({ error: "locked" });
    expect(studio.open.changes).toHaveLength(1);
  });
});
