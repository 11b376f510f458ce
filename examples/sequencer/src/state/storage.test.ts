import { describe, expect, it } from "vitest";
import { firstSong } from "../model/first-song.ts";
import { begin, commit } from "../model/journal.ts";
import { printJournal } from "../model/parse-song.ts";
import { KEY, UNREADABLE, load } from "./storage.ts";

function shelf(text?: string): Pick<Storage, "getItem" | "setItem"> & { readonly held: Map<string, string> } {
  const held = new Map<string, string>(text === undefined ? [] : [[KEY, text]]);
  return { held, getItem: (key) => held.get(key) ?? null, setItem: (key, value) => void held.set(key, value) };
}

describe("load", () => {
  it("opens what was saved", () => {
    const { journal } = commit(begin(firstSong), "you", "set_tempo", { tempo: 99 }, { at: 1 });
    expect(load(shelf(printJournal(journal)))).toEqual({ journal });
  });

  it("begins with the first song when nothing was saved", () => {
    expect(load(shelf())).toEqual({ journal: begin(firstSong) });
  });

  it("starts fresh on what it cannot read, says so, and keeps a copy", () => {
    for (const text of ["{", "null", printJournal(begin(firstSong)).replace('"tempo":112', '"tempo":1e9')]) {
      const storage = shelf(text);
      const { journal, problem } = load(storage);
      expect(journal).toEqual(begin(firstSong));
      expect(problem).toMatch(/could not be read/);
      expect(storage.held.get(UNREADABLE)).toBe(text);
      expect(storage.held.get(KEY)).toBe(text);
    }
  });

  it("says when the browser keeps nothing", () => {
    const forbidden = {
      getItem: (): string => {
        throw new DOMException("no", "SecurityError");
      },
      setItem: () => undefined,
    };
    expect(load(forbidden).problem).toMatch(/keeps nothing/);
  });
});
