import fc from "fast-check";
import { expect, test } from "vitest";
import { cellsOf, cutToCells } from "./cells.ts";

test.each([
  ["plain", 5],
  ["größe", 5],
  ["gro\u0308ße", 5],
  ["漢字", 4],
  ["한글", 4],
  ["✅ 😀", 5],
  ["…·", 2],
])("%s takes %i columns", (text, cells) => expect(cellsOf(text)).toBe(cells));

test.each([
  ["plain", 5, "plain"],
  ["plainly", 5, "plai…"],
  ["漢字漢字", 5, "漢字…"],
  ["漢字漢字", 4, "漢…"],
  ["漢字", 4, "漢字"],
  ["x", 0, ""],
])("%s in %i columns is %s", (text, most, cut) => expect(cutToCells(text, most)).toBe(cut));

test("whatever is cut fits, and is well formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), fc.integer({ min: 0, max: 40 }), (text, most) => {
      const cut = cutToCells(text, most);
      expect(cellsOf(cut)).toBeLessThanOrEqual(most);
      expect(cut === text || cut === "" || cut.endsWith("…")).toBe(true);
    }),
  );
});
