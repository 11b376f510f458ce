import { describe, expect, it } from "vitest";
import { firstSong } from "./first-song.ts";
import { type Journal, begin, commit, undo } from "./journal.ts";
import { limits } from "./limits.ts";
import { parseJournal, parseSong, printJournal } from "./parse-song.ts";

function worked(): Journal {
  let journal = begin(firstSong);
  journal = commit(
    journal,
    "you",
    "set_steps",
    { pattern: "B", steps: [{ track: "bass", step: 3, level: 3, degree: 9 }] },
    { at: 1 },
  ).journal;
  journal = commit(journal, "agent:claude.ai", "set_sound", { track: "bass", tune: -5, pan: 20 }, { at: 2 }).journal;
  journal = commit(journal, "you", "set_switch", { track: "hat", mute: true }, { at: 3 }).journal;
  journal = commit(journal, "you", "set_tempo", { tempo: 90, swing: 66 }, { at: 4 }).journal;
  journal = commit(journal, "you", "set_key", { root: 2, scale: "dorian" }, { at: 5 }).journal;
  journal = commit(journal, "you", "set_order", { order: ["D", "D"] }, { at: 6 }).journal;
  journal = commit(journal, "you", "rename_pattern", { pattern: "D", name: "Großes Ende 🎺" }, { at: 7 }).journal;
  return undo(journal, "you")?.journal ?? journal;
}

describe("parseJournal", () => {
  it("reads back what printJournal wrote, every kind of change included", () => {
    const journal = worked();
    expect(new Set(journal.changes.flatMap((change) => change.writes.map((write) => write.at)))).toEqual(
      new Set(["step", "sound", "switch", "tempo", "swing", "root", "scale", "order", "name"]),
    );
    expect(parseJournal(printJournal(journal))).toEqual(journal);
  });

  it("refuses every song with one leaf replaced by something else", () => {
    const paths = leaves(JSON.parse(JSON.stringify(firstSong)));
    expect(paths.length).toBeGreaterThan(1500);
    const evil = [null, "x".repeat(1000), 1.5, -1e9, { a: 1 }, []];
    let refused = 0;
    for (const [index, path] of paths.entries()) {
      const song = JSON.parse(JSON.stringify(firstSong));
      set(song, path, evil[index % evil.length]);
      expect(() => parseSong(song), path.join(".")).toThrow();
      refused++;
    }
    expect(refused).toBe(paths.length);
  });

  it("keeps the song and forgets a history that is not valid", () => {
    const stored = JSON.parse(printJournal(worked()));
    for (const broken of [
      null,
      [{}],
      stored.changes.map((change: object) => ({ ...change, op: "__proto__" })),
      stored.changes.map((change: object) => ({ ...change, id: 99 })),
    ]) {
      expect(parseJournal(JSON.stringify({ ...stored, changes: broken })).song).toEqual(stored.song);
      expect(parseJournal(JSON.stringify({ ...stored, changes: broken })).changes).toEqual([]);
    }
  });

  it("refuses text that is no journal", () => {
    const texts = ["", "null", "[]", "{", '"x"', "{}", '{"format":2}', '{"format":1}', "[".repeat(10_000), " ".repeat(limits.stored + 1)];
    for (const text of texts) expect(() => parseJournal(text)).toThrow();
  });
});

function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, each]) => leaves(each, [...path, key]));
}

function set(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) target[key] = value;
  else set(target[key] as Record<string, unknown>, rest, value);
}
