import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Author, Change } from "../song/change.ts";
import { emptySong } from "../song/empty-song.ts";
import { History } from "../song/history.ts";
import { patchSong } from "../song/patch-song.ts";
import { type LogLine, appendLine, logBeginning } from "./log-line.ts";
import { readLog } from "./read-log.ts";

const ann: Author = { id: "ann", name: "Ann ⌘ \u2028", kind: "person", via: "ui" };
const agent: Author = { id: "ann/claude", name: "claude", kind: "agent", for: "ann" };

function history(): History {
  const made = new History(emptySong("s_1"), () => 1_000);
  made.commit(ann, "Add", [{ op: "track.add", id: "t_a", name: "Bass", kind: "notes", device: "sub", hue: 0, order: "a" }], {
    tool: "apply_ops",
  });
  made.commit(agent, "Louder", [{ op: "strip.set", track: "t_a", gainDb: 0 }], { on: "r_1", approvedBy: ann });
  made.commit(ann, "Key", [{ op: "song.set", tonic: "A" }], { group: "g" });
  made.revert(ann, agent);
  made.undo(ann);
  return made;
}

function written(changes: readonly Change[]): readonly LogLine[] {
  let before = logBeginning;
  return changes.map((change) => {
    const line = appendLine(change, before);
    before = line.hash;
    return line;
  });
}

const lines = written(history().changes).map(({ line }) => line);

describe("readLog", () => {
  it("reads what was written: the changes, from which the song comes to be again", () => {
    const { song, changes } = history();
    const read = readLog([...lines, ""]);
    expect([read.changes.length, read.lines, read.problem, read.hash]).toEqual([5, 5, undefined, written(changes).at(-1)?.hash]);
    expect(read.changes).toEqual(JSON.parse(JSON.stringify(changes)));
    expect(read.changes.reduce((each, { patches }) => patchSong(each, patches), emptySong("s_1"))).toEqual(song);
    expect(readLog([])).toEqual({ changes: [], lines: 0, hash: "" });
  });

  it("hashes as anybody may: each line is JSON, its hash over the one before and the change's own text", () => {
    let before = "";
    for (const line of lines) {
      const { hash } = JSON.parse(line) as { hash: string };
      const text = line.slice(line.indexOf(',"change":') + 10, -1);
      expect(createHash("sha256").update(`${before}\n${text}`).digest("hex")).toBe(hash);
      before = hash;
    }
  });

  it("finds every change of a character, every line left out, put in, doubled or moved, and keeps what is before it", () => {
    let found = 0;
    for (const [index, line] of lines.entries()) {
      const step = Math.max(1, Math.floor(line.length / 60));
      for (let at = 0; at < line.length; at += step) {
        const changed = `${line.slice(0, at)}${line[at] === "x" ? "y" : "x"}${line.slice(at + 1)}`;
        const { changes, problem } = readLog(lines.with(index, changed));
        expect([changes.length, problem?.line]).toEqual([index, index + 1]);
        found += 1;
      }
    }
    expect(found).toBeGreaterThan(250);
    for (let index = 0; index < lines.length - 1; index++)
      expect(readLog(lines.toSpliced(index, 1)).problem).toEqual({ line: index + 1, why: "hash" });
    expect(readLog([...lines, lines[0] ?? ""]).problem).toEqual({ line: 6, why: "hash" });
    expect(readLog([...lines.slice(0, 2), "", ...lines.slice(2)]).problem).toEqual({ line: 3, why: "no_line" });
  });

  it("a last line that was not written to its end is torn, at whatever byte", () => {
    const last = lines.at(-1) ?? "";
    let torn = 0;
    for (let end = 1; end < last.length; end += 7) {
      const read = readLog([...lines.slice(0, -1), last.slice(0, end)]);
      expect([read.lines, read.problem]).toEqual([4, { line: 5, why: "torn" }]);
      torn += 1;
    }
    expect(torn).toBeGreaterThan(50);
  });

  it("what is hashed rightly and is no change is not taken: other shapes, other orders, names of the language's own", () => {
    const of = (change: object): unknown => readLog([appendLine(change as Change, logBeginning).line]).problem;
    const whole = history().changes[0] as Change;
    expect(of(whole)).toBeUndefined();
    const bad: readonly object[] = [
      [],
      { ...whole, seq: 0 },
      { ...whole, by: { id: "x" } },
      { ...whole, ops: [1] },
      { ...whole, patches: [{ op: "test", path: ["a"] }] },
      { ...whole, patches: [{ op: "add", path: [] }] },
      { ...whole, patches: [{ op: "add", path: ["__proto__", "x"], value: 1 }] },
      { ...whole, inverse: [{ op: "add", path: ["tracks", "constructor"], value: 1 }] },
      { ...whole, took: [[1]] },
      { ...whole, undoes: ["1"] },
      { ...whole, undoes: [whole.seq] },
      { ...whole, took: [[whole.seq, 0]] },
      { ...whole, redoes: [whole.seq + 1] },
      { ...whole, inverse: [{ op: "replace", path: ["tracks"], value: 5 }] },
    ];
    for (const each of bad) expect(of(each), JSON.stringify(each).slice(0, 80)).toEqual({ line: 1, why: "no_change" });
    const [first, , third] = history().changes as [Change, Change, Change];
    expect(readLog(written([first, third]).map(({ line }) => line)).problem).toEqual({ line: 2, why: "order" });
  });

  it("takes any lines without harm", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constantFrom(...lines)), { maxLength: 8 }), (some) => {
        const { changes, lines: whole } = readLog(some);
        expect(changes.length).toBe(whole);
      }),
    );
  });
});
