import { describe, expect, it } from "vitest";
import { canonical } from "./test-canonical.ts";
import { runTool } from "./test-run.ts";
import { agentCall, ann, callBy, testSong, testStudio } from "./test-studio.ts";

const louder = { ops: [{ op: "strip.set", track: "t_keys", gainDb: 0 }], label: "Louder keys" };

describe("undo, redo, revert_my_changes", () => {
  it("take back the agent's own, and say what stays because it is a person's now", async () => {
    const studio = testStudio();
    await runTool(studio, "apply_ops", louder);
    await runTool(studio, "apply_ops", { ops: [{ op: "track.add", id: "t_new", name: "New", kind: "notes", device: "poly" }] });
    studio.open.apply(ann, [{ op: "strip.set", track: "t_new", gainDb: -20 }], { label: "Softer" });
    expect(await runTool(studio, "undo")).toMatchObject({ done: false, kept: [{ path: expect.stringContaining("t_new"), of: "Ann" }] });
    const reverted = await runTool(studio, "revert_my_changes");
    expect(reverted).toMatchObject({ done: true, took_back: [{ change: 1, label: "Louder keys" }] });
    expect(studio.open.song.tracks["t_keys"]?.strip.gainDb).toBe(-8);
    expect(studio.open.song.tracks["t_new"]?.strip.gainDb).toBe(-20);
  });

  it("undone and redone is what it was, and nothing is nothing", async () => {
    const studio = testStudio();
    await runTool(studio, "apply_ops", louder);
    const changed = canonical(studio.open.song);
    expect(await runTool(studio, "undo")).toMatchObject({ done: true, took_back: [{ change: 1 }] });
    expect(canonical(studio.open.song)).toBe(canonical(testSong()));
    expect(await runTool(studio, "redo")).toMatchObject({ done: true });
    expect(canonical(studio.open.song)).toBe(changed);
    expect(await runTool(studio, "redo")).toMatchObject({ error: "nothing" });
    expect(await runTool(testStudio(), "undo")).toMatchObject({ error: "nothing" });
    expect(await runTool(testStudio(), "undo", {}, agentCall("reviewer"))).toMatchObject({ error: "session.comment_only" });
  });
});

describe("lock, unlock", () => {
  it("a lock is its holder's and the owner's", async () => {
    const studio = testStudio();
    const bob = callBy({ author: { id: "bob", name: "Bob", kind: "person" }, role: "editor" });
    expect(await runTool(studio, "lock", { what: "keys" }, bob)).toMatchObject({ locked: "t_keys", by: "Bob" });
    expect(await runTool(studio, "apply_ops", louder, agentCall("editor"))).toMatchObject({
      error: "locked",
      message: expect.stringContaining("Bob"),
    });
    expect(await runTool(studio, "lock", { what: "t_keys" }, agentCall("editor"))).toMatchObject({ error: "locked" });
    expect(await runTool(studio, "unlock", { what: "t_keys" }, agentCall("editor"))).toMatchObject({ error: "locked" });
    expect(await runTool(studio, "unlock", { what: "t_keys" }, callBy(ann))).toMatchObject({ unlocked: "t_keys" });
    expect(await runTool(studio, "unlock", { what: "t_keys" })).toMatchObject({ unlocked: "t_keys" });
    expect(await runTool(studio, "lock", { what: "master" }, agentCall("viewer"))).toMatchObject({ error: "session.read_only" });
  });
});

describe("comments", () => {
  it("are added at a place, answered and listed", async () => {
    const studio = testStudio();
    const made = await runTool(studio, "add_comment", { text: "Too loud here", track: "keys", bar: 3, beat: 2 }, agentCall("reviewer"));
    expect(made).toMatchObject({ comment: "q_1", place: "3|2|000", track: "t_keys", by: "claude.ai" });
    expect(await runTool(studio, "reply_comment", { comment: "q_1", text: "Agreed" })).toMatchObject({ replies: [{ text: "Agreed" }] });
    studio.open.comment(ann, { text: "Nice" });
    studio.open.resolve(ann, "q_1");
    expect(await runTool(studio, "list_comments")).toMatchObject({
      comments_in_all: 2,
      comments: [{ text: "Nice" }, { resolved_by: "Ann" }],
    });
    expect(await runTool(studio, "list_comments", { open: true })).toMatchObject({ matching: 1 });
    expect(await runTool(studio, "list_comments", { track: "t_bass" })).toMatchObject({ matching: 0 });
    expect(await runTool(studio, "add_comment", { text: "x" }, agentCall("viewer"))).toMatchObject({ error: "session.read_only" });
    expect(await runTool(studio, "reply_comment", { comment: "q_9", text: "x" })).toMatchObject({ error: "missing" });
  });
});

describe("approve_change, reject_change", () => {
  it("where agents propose, a change waits; approved it is made, rejected it is not", async () => {
    const studio = testStudio({ agents: "propose" });
    expect(await runTool(studio, "apply_ops", { ...louder, why: "They drown" })).toMatchObject({ applied: false, proposed: "r_1" });
    expect(studio.open.song.tracks["t_keys"]?.strip.gainDb).toBe(-8);
    expect(await runTool(studio, "approve_change", { change: "r_1", note: "yes" })).toMatchObject({
      status: "approved",
      applied: true,
      note: "yes",
    });
    expect(studio.open.song.tracks["t_keys"]?.strip.gainDb).toBe(0);
    expect(studio.open.changes[0]).toMatchObject({ by: { name: "claude.ai" }, on: "r_1" });
    expect(await runTool(studio, "reject_change", { change: "r_1" })).toMatchObject({ error: "decided" });
    await runTool(studio, "apply_ops", { ops: [{ op: "track.remove", track: "t_pad" }] });
    expect(await runTool(studio, "reject_change", { change: "r_2" })).toMatchObject({ status: "rejected", decided_by: "claude.ai" });
    expect(Object.keys(studio.open.song.tracks)).toHaveLength(4);
    expect(await runTool(studio, "approve_change", { change: "r_9" })).toMatchObject({ error: "missing" });
  });

  it("two proposals that add something at one revision do not share ids", async () => {
    const studio = testStudio({ agents: "propose" });
    const add = { ops: [{ op: "track.add", name: "New", kind: "notes", device: "poly" }] };
    await runTool(studio, "apply_ops", add);
    await runTool(studio, "apply_ops", add);
    for (const change of ["r_1", "r_2"])
      expect(await runTool(studio, "approve_change", { change })).toMatchObject({ applied: true, missed: [] });
    expect(Object.keys(studio.open.song.tracks)).toHaveLength(6);
  });
});
