import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentAuthor } from "./author.ts";
import { firstSong } from "./first-song.ts";
import { type Journal, begin, commit, redo, revert, undo } from "./journal.ts";
import { limits } from "./limits.ts";
import type { StepChange } from "./ops.ts";
import { type Level, stepAt } from "./song.ts";
import { trackIds } from "./tracks.ts";

const you = "you";
const agent = agentAuthor("claude.ai");

function steps(journal: Journal, by: string, ...changes: StepChange[]): Journal {
  return commit(journal, by, "set_steps", { pattern: "A", steps: changes }, { at: 0 }).journal;
}

describe("journal", () => {
  it("undo takes back only the author's own latest change, and keeps what another set since", () => {
    let journal = begin(firstSong);
    journal = steps(journal, agent, { track: "kick", step: 1, level: 2 }, { track: "kick", step: 2, level: 2 });
    journal = steps(journal, you, { track: "kick", step: 2, level: 3 });
    const moved = undo(journal, agent);
    expect(moved).toMatchObject({ restored: 1, kept: 1 });
    expect(stepAt(moved?.journal.song ?? firstSong, "A", "kick", 1).level).toBe(0);
    expect(stepAt(moved?.journal.song ?? firstSong, "A", "kick", 2)).toEqual({ level: 3, degree: 0, by: "you" });
    expect(undo(moved?.journal ?? journal, agent)).toBeUndefined();
  });

  it("the person may revert an agent's change and redo it", () => {
    const before = begin(firstSong);
    const after = commit(before, agent, "clear_track", { pattern: "A", track: "kick" }, { at: 5 });
    const reverted = revert(after.journal, after.change?.id ?? 0, you);
    expect(reverted?.journal.song).toEqual(firstSong);
    expect(reverted?.change.undone?.by).toBe(you);
    expect(revert(reverted?.journal ?? before, after.change?.id ?? 0, you)).toBeUndefined();
    const again = redo(reverted?.journal ?? before, you);
    expect(again?.journal.song).toEqual(after.journal.song);
    expect(again?.change.undone).toBeUndefined();
  });

  it("redo goes the other way round and ends with a new change", () => {
    let journal = begin(firstSong);
    for (const tempo of [100, 101, 102]) journal = commit(journal, you, "set_tempo", { tempo }, { at: 0 }).journal;
    for (let times = 0; times < 2; times++) journal = undo(journal, you)?.journal ?? journal;
    expect(journal.song.tempo).toBe(100);
    journal = redo(journal, you)?.journal ?? journal;
    expect(journal.song.tempo).toBe(101);
    journal = commit(journal, you, "set_tempo", { tempo: 150 }, { at: 0 }).journal;
    expect(redo(journal, you)).toBeUndefined();
    expect(journal.changes.map((change) => change.text)).toEqual(["Tempo 100", "Tempo 101", "Tempo 150"]);
  });

  it("a gesture is one change, from what was there before it", () => {
    let journal = begin(firstSong);
    for (let volume = 85; volume <= 95; volume++)
      journal = commit(journal, you, "set_sound", { track: "kick", volume }, { at: 0, gesture: "drag 1" }).journal;
    expect(journal.changes).toHaveLength(1);
    expect(journal.changes[0]?.writes).toEqual([{ at: "sound", track: "kick", param: "volume", before: 84, after: 95 }]);
    journal = commit(journal, you, "set_sound", { track: "kick", volume: 50 }, { at: 0, gesture: "drag 2" }).journal;
    expect(journal.changes).toHaveLength(2);
    expect(undo(journal, you)?.journal.song.sounds.kick.volume).toBe(95);
  });

  it("a brush over steps joins too, and says how many it set", () => {
    let journal = begin(firstSong);
    for (const step of [1, 2, 4, 2])
      journal = commit(
        journal,
        you,
        "set_steps",
        { pattern: "A", steps: [{ track: "clap", step, level: 2 }] },
        { at: 0, gesture: "brush" },
      ).journal;
    expect(journal.changes.map((change) => change.text)).toEqual(["Clap: 3 steps in A"]);
  });

  it("an op that changes nothing is no change", () => {
    const journal = begin(firstSong);
    expect(commit(journal, you, "set_tempo", { tempo: firstSong.tempo }, { at: 0 })).toEqual({ journal, change: undefined });
    expect(commit(journal, you, "start_over", {}, { at: 0 }).change).toBeUndefined();
  });

  it("start over can be taken back", () => {
    let journal = steps(begin(firstSong), you, { track: "pluck", step: 0, level: 3, degree: 5 });
    journal = commit(journal, you, "set_order", { order: ["B"] }, { at: 0 }).journal;
    const edited = journal.song;
    journal = commit(journal, you, "start_over", {}, { at: 0 }).journal;
    expect(journal.song).toEqual(firstSong);
    expect(undo(journal, you)?.journal.song).toEqual(edited);
  });

  it(`keeps at most ${limits.changes} changes and ${limits.writes} writes`, () => {
    let journal = begin(firstSong);
    for (let index = 0; index < limits.changes + 50; index++)
      journal = commit(journal, you, "set_tempo", { tempo: 60 + (index % 100) }, { at: 0 }).journal;
    expect(journal.changes).toHaveLength(limits.changes);
    for (let index = 0; index < 60; index++) {
      journal = commit(journal, agent, "copy_pattern", { from: index % 2 === 0 ? "A" : "C", to: "D" }, { at: 0 }).journal;
      journal = commit(journal, agent, "clear_pattern", { pattern: "D" }, { at: 0 }).journal;
      journal = commit(journal, you, "start_over", {}, { at: 0 }).journal;
    }
    const writes = journal.changes.reduce((sum, change) => sum + change.writes.length, 0);
    expect(writes).toBeGreaterThan(limits.writes - 200);
    expect(writes).toBeLessThanOrEqual(limits.writes);
  });

  it("undoing everything of everyone, newest first, gives the first song back", () => {
    const change = fc.record({
      by: fc.constantFrom(you, agent, "agent:codex"),
      track: fc.constantFrom(...trackIds),
      step: fc.nat(15),
      level: fc.constantFrom<Level>(0, 1, 2, 3),
      degree: fc.nat(11),
    });
    let checked = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 60 }), (changes) => {
        let journal = begin(firstSong);
        for (const { by, ...step } of changes) journal = steps(journal, by, step);
        for (const each of journal.changes.toReversed()) journal = revert(journal, each.id, each.by)?.journal ?? journal;
        expect(journal.song).toEqual(firstSong);
        checked++;
      }),
      { numRuns: 100 },
    );
    expect(checked).toBe(100);
  });

  it("one author's undos never touch a place another set last", () => {
    const change = fc.record({
      mine: fc.boolean(),
      track: fc.constantFrom(...trackIds.slice(0, 3)),
      step: fc.nat(3),
      level: fc.constantFrom<Level>(0, 1, 2, 3),
    });
    let checked = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
        let journal = begin(firstSong);
        for (const { mine, ...step } of changes) journal = steps(journal, mine ? you : agent, step);
        const before = journal.song;
        for (let moved = undo(journal, agent); moved !== undefined; moved = undo(journal, agent)) journal = moved.journal;
        for (const track of trackIds) {
          for (let step = 0; step < 16; step++) {
            if (stepAt(before, "A", track, step).by !== you) continue;
            expect(stepAt(journal.song, "A", track, step)).toEqual(stepAt(before, "A", track, step));
            checked++;
          }
        }
      }),
      { numRuns: 200 },
    );
    expect(checked).toBeGreaterThan(200);
  });
});
