import type { JsonObject } from "@jackfield/contract";
import { describe, expect, test } from "vitest";
import { testStudio } from "../../commands/test-studio.ts";
import { runCommand } from "../../commands/run-command.ts";
import { canonicalJson } from "@jackfield/contract";
import type { Caller } from "../../open-song/caller.ts";
import type { Studio } from "../../studio.ts";
import type { StudioCall } from "../studio-tool.ts";
import { runStudioTool } from "../run-studio-tool.ts";
import { batchCalls, batchTool } from "./batch.ts";
import { executeTool } from "./execute.ts";

const person: Caller = { author: { id: "ann", name: "Ann", kind: "person" }, role: "owner" };

async function batch(studio: Studio, call: StudioCall, input: object): Promise<JsonObject & { readonly failed: boolean }> {
  const outcome = await runStudioTool(batchTool, studio, input, call);
  if (outcome.is !== "done") throw new Error(JSON.stringify(outcome));
  return { ...(outcome.data as JsonObject), failed: outcome.failed === true };
}

const addTrack = (name: string) => ({ command: "track.add", params: { name } });
const bad = { command: "track.remove", params: { track: "Nobody" } };

describe("batch", () => {
  test("makes a change of each call, and a later one names what an earlier one made", async () => {
    const { studio, call } = testStudio();
    const done = await batch(studio, call, {
      calls: [
        addTrack("Bass"),
        { command: "clip.add", params: { track: "$1.track", notes: [{ tick: 0, ticks: 480, pitch: 40 }] } },
        { command: "notes.transpose", params: { clip: "$2.clip", notes: ["$2.notes.0"], semitones: 12 } },
        { command: "marker.set", params: { name: "$$1.track" } },
      ],
    });
    expect(done).toMatchObject({ failed: false, ok: true, done: 4, undo_steps: 4, skipped: [], not_undoable: [] });
    const [bass] = Object.values(studio.open.song.tracks);
    expect(Object.values(Object.values(bass?.clips ?? {})[0]?.notes ?? {})).toMatchObject([{ pitch: 52 }]);
    expect(Object.values(studio.open.song.markers)).toMatchObject([{ name: "$1.track" }]);
  });

  test("an empty one does nothing, the same call twice does it twice, and a nested one is refused", async () => {
    const { studio, call } = testStudio();
    expect(await batch(studio, call, { calls: [] })).toMatchObject({ ok: true, done: 0, undo_steps: 0 });
    expect(await batch(studio, call, { calls: [addTrack("A"), addTrack("A")] })).toMatchObject({ ok: true, undo_steps: 2 });
    expect(Object.keys(studio.open.song.tracks)).toHaveLength(2);
    const nested = await batch(studio, call, { calls: [{ command: "batch", params: { calls: [addTrack("B")] } }] });
    expect(nested).toMatchObject({ failed: true, failed_at: 0, results: [{ error: { code: "arguments_invalid" } }] });
    expect(Object.keys(studio.open.song.tracks)).toHaveLength(2);
  });

  test("stops at the first failure, and says which call that was and what was skipped", async () => {
    const { studio, call } = testStudio();
    const calls = [addTrack("A"), bad, addTrack("B"), addTrack("C"), { command: "session.save" }];
    const done = await batch(studio, call, { calls });
    expect(done).toMatchObject({ failed: true, ok: false, failed_at: 1, failures: [1], done: 1, undo_steps: 1 });
    expect(done["skipped"]).toEqual([
      { index: 2, command: "track.add" },
      { index: 3, command: "track.add" },
      { index: 4, command: "session.save" },
    ]);
    const going = await batch(studio, call, { calls, keep_going: true });
    expect(going).toMatchObject({ failed: true, failed_at: 1, failures: [1, 4], done: 3, skipped: [], undo_steps: 3 });
    expect(going["results"]).toMatchObject([{ undoable: true }, { ok: false, undoable: false }, { ok: true }, { ok: true }, { ok: false }]);
  });

  test("atomic: all of it is one undo step", async () => {
    const { studio, call } = testStudio();
    const before = canonicalJson({ ...studio.open.song, rev: 0 });
    const calls = [
      addTrack("A"),
      { command: "clip.add", params: { track: "A" } },
      { command: "select.clips", params: { clips: ["$2.clip"] } },
    ];
    expect(await batch(studio, call, { calls, atomic: true })).toMatchObject({ ok: true, applied: true, undo_steps: 1 });
    expect(studio.selection.clips).toHaveLength(1);
    await runCommand(studio, "edit.undo", {}, call);
    expect(canonicalJson({ ...studio.open.song, rev: 0 })).toBe(before);
  });

  test("atomic and failing: nothing has changed, no step of the person's is gone, and written files are named", async () => {
    const { studio, call, files } = testStudio();
    const mine: StudioCall = { ...call, caller: person };
    for (const name of ["One", "Two", "Three"]) await runCommand(studio, "track.add", { name }, mine);
    const before = canonicalJson(studio.open.song);
    const steps = studio.open.changes.length;
    const calls = [addTrack("A"), { command: "file.export_session_text", params: { path: "song.txt" } }, bad, addTrack("B")];
    const done = await batch(studio, call, { calls, atomic: true });
    expect(done).toMatchObject({
      failed: true,
      applied: false,
      failed_at: 2,
      undo_steps: 0,
      not_undoable: [{ index: 1, path: "song.txt" }],
    });
    expect(done["results"]).toMatchObject([{ undoable: false }, { undoable: false, ok: true }, { ok: false }]);
    expect(done["skipped"]).toEqual([{ index: 3, command: "track.add" }]);
    expect(canonicalJson(studio.open.song)).toBe(before);
    expect(studio.open.changes).toHaveLength(steps);
    expect([...files.all.keys()]).toEqual(["song.txt"]);
    await runCommand(studio, "edit.undo", {}, mine);
    expect(Object.values(studio.open.song.tracks).map(({ name }) => name)).toEqual(["One", "Two"]);
  });

  test("atomic, with the person at work in the middle of it: theirs stays, whatever becomes of the batch", async () => {
    for (const fails of [false, true]) {
      const { studio, call } = testStudio();
      const mine: StudioCall = { ...call, caller: person };
      await runCommand(studio, "track.add", { name: "Mine", id: "t_mine" }, mine);
      // Twenty-five calls in, others have their turn.
      const calls = [...Array.from({ length: 30 }, (_, at) => addTrack(`T${at}`)), ...(fails ? [bad] : [])];
      const running = batch(studio, call, { calls, atomic: true });
      await runCommand(studio, "mix.gain", { track: "Mine", gainDb: -20 }, mine);
      expect(await running).toMatchObject({ ok: !fails, undo_steps: fails ? 0 : 1 });
      expect(Object.keys(studio.open.song.tracks)).toHaveLength(fails ? 1 : 31);
      expect(studio.open.song.tracks["t_mine"]?.strip.gainDb).toBe(-20);
      if (!fails) await runCommand(studio, "edit.undo", {}, call);
      expect(Object.keys(studio.open.song.tracks)).toEqual(["t_mine"]);
      expect(studio.open.song.tracks["t_mine"]?.strip.gainDb).toBe(-20);
    }
  });

  test("dry_run says what would change, and what would fail, and changes nothing", async () => {
    const { studio, call } = testStudio();
    await runCommand(studio, "track.add", { name: "A", id: "t_a" }, call);
    const { song, changes } = studio.open;
    const [before, steps] = [song, changes.length];
    const calls = [
      { command: "track.rename", params: { track: "A", name: "B" } },
      { command: "clip.add", params: { track: "B", id: "c_new" } },
      { command: "file.export_midi", params: { path: "x.mid" } },
      bad,
    ];
    const done = await batch(studio, call, { calls, dry_run: true });
    expect(done).toMatchObject({
      failed: true,
      failed_at: 3,
      dry_run: true,
      undo_steps: 0,
      changes: ["B: named so; it was A", "B: new clip Clip 1 in bar 1"],
    });
    expect(studio.open.song).toBe(before);
    expect(studio.open.changes).toHaveLength(steps);
  });

  test("what reaches beyond the song cannot stand in one that is atomic", async () => {
    const { studio, call } = testStudio();
    const done = await batch(studio, call, { calls: [addTrack("A"), { command: "edit.undo" }], atomic: true });
    expect(done).toMatchObject({ failed: true, failed_at: 1 });
    expect(Object.keys(studio.open.song.tracks)).toEqual([]);
  });

  test(`takes ${batchCalls} calls and no more, and answers within what clients take`, async () => {
    const { studio, call } = testStudio();
    await runCommand(studio, "track.add", { name: "A" }, call);
    const calls = Array.from({ length: batchCalls }, (_, at) => ({
      command: "marker.set",
      params: { name: `Marker ${at} ${"x".repeat(40)}`, at: { ticks: at } },
    }));
    const done = await batch(studio, call, { calls, atomic: true });
    expect(done).toMatchObject({ ok: true, done: batchCalls, undo_steps: 1 });
    expect(Object.keys(studio.open.song.markers)).toHaveLength(batchCalls);
    expect(JSON.stringify(done).length).toBeLessThan(150_000);
    expect(await runStudioTool(batchTool, studio, { calls: [...calls, addTrack("B")] }, call)).toMatchObject({ is: "fault" });
  });

  test("ends when its caller is gone, with what was done so far", async () => {
    const { studio, call } = testStudio();
    const ender = new AbortController();
    const calls = Array.from({ length: 60 }, (_, at) => addTrack(`T${at}`));
    const running = runStudioTool(batchTool, studio, { calls }, { ...call, signal: ender.signal, progress: () => ender.abort() });
    await running;
    expect(Object.keys(studio.open.song.tracks)).toHaveLength(25);
  });
});

describe("execute", () => {
  test("runs one command, and says whether it can be undone", async () => {
    const { studio, call } = testStudio();
    const run = async (command: string, params?: object) => {
      const outcome = await runStudioTool(executeTool, studio, { command, ...(params === undefined ? {} : { params }) }, call);
      return outcome.is === "done" ? outcome.data : outcome;
    };
    expect(await run("track.add", { name: "A" })).toMatchObject({
      undoable: true,
      rev: 1,
      result: { track: expect.stringMatching(/^t_/) },
    });
    expect(await run("select.all")).toMatchObject({ undoable: false, result: { tracks: 1 } });
    expect(await run("track.remove", { track: "Z" })).toMatchObject({ error: "missing", hint: 'The tracks are "A"' });
    expect(await run("nonsense")).toMatchObject({ error: "arguments_invalid", hint: "list_commands names all of them" });
  });
});
