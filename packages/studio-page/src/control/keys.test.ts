import { describe, expect, it } from "vitest";
import { readChord } from "./keys.ts";

const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

describe("readChord", () => {
  it.each([
    ["Space", { key: " ", code: "Space", held: none, text: " " }],
    ["a", { key: "a", code: "KeyA", held: none, text: "a" }],
    ["Shift+a", { key: "A", code: "KeyA", held: { ...none, shiftKey: true }, text: "A" }],
    ["Mod+Z", { key: "Z", code: "KeyZ", held: { ...none, ctrlKey: true }, text: undefined }],
    ["ctrl+alt+F5", { key: "F5", code: "F5", held: { ...none, ctrlKey: true, altKey: true }, text: undefined }],
    ["Left", { key: "ArrowLeft", code: "ArrowLeft", held: none, text: undefined }],
    ["+", { key: "+", code: "Equal", held: none, text: "+" }],
    ["é", { key: "é", code: "", held: none, text: "é" }],
    ["7", { key: "7", code: "Digit7", held: none, text: "7" }],
  ])("%s", (text, stroke) => {
    expect(readChord(text, false)).toEqual(stroke);
  });

  it("Mod is ⌘ on a Mac", () => {
    expect(readChord("Mod+S", true).held).toEqual({ ...none, metaKey: true });
  });

  it.each(["", "Foo", "Mod+", "a+b", "Shift", "F13", "ab", "Mod+Nope+a", "\u0000\u0000"])("%j is none", (text) => {
    expect(() => readChord(text, false)).toThrow(/There is no key/);
  });
});
