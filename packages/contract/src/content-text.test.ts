import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutText, safeText, visibleJson, wellFormed } from "./content-text.ts";

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

describe("cutText", () => {
  test.each([-3, -2, -1, 0, 1, 2, 3])("an emoji at the cap %i", (off) => {
    const cap = 50;
    const text = `${"a".repeat(cap + off)}😀b`;
    const cut = cutText(text, cap);
    expect(cut.length).toBeLessThanOrEqual(cap);
    expect(cut.length).toBeGreaterThanOrEqual(Math.min(cap - 1, text.length));
    expect(isWellFormed(cut)).toBe(true);
  });

  test("any text, any cap: well formed, a prefix, within the cap", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.integer({ min: 0, max: 45 }), (text, cap) => {
        const cut = cutText(text, cap);
        expect(isWellFormed(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(cap);
        expect(wellFormed(text).startsWith(cut)).toBe(true);
      }),
    );
  });

  test("halves of pairs that were already there become U+FFFD", () => {
    expect(cutText("\udc00a\ud800", 9)).toBe("\ufffda\ufffd");
  });
});

describe("safeText", () => {
  test("a plain text is untouched", () => {
    expect(safeText("Gitarre – ä 漢字 👩‍👩‍👧", 100)).toBe("Gitarre – ä 漢字 👩‍👩‍👧");
  });

  test.each([
    ["\n", String.raw`\u{a}`],
    ["\u0000", String.raw`\u{0}`],
    ["\u001b", String.raw`\u{1b}`],
    ["\u0085", String.raw`\u{85}`],
    ["\u202e", String.raw`\u{202e}`],
    ["\u2066", String.raw`\u{2066}`],
    ["\u200b", String.raw`\u{200b}`],
    ["\ufeff", String.raw`\u{feff}`],
    ["\u{e0041}", String.raw`\u{e0041}`],
    ["\u{e0100}", String.raw`\u{e0100}`],
  ])("%j is written out", (character, shown) => {
    expect(safeText(`a${character}b`, 100)).toBe(`a${shown}b`);
  });

  test("a cut says so and stays within the cap, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (text, cap) => {
        const shown = safeText(text, cap);
        expect(shown.length).toBeLessThanOrEqual(cap);
        expect(isWellFormed(shown)).toBe(true);
        expect(shown.endsWith("…") || text.length <= cap).toBe(true);
      }),
    );
  });
});

test("visibleJson parses to the same value, and what hides is gone from the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const json = JSON.stringify({ [text]: [text] });
      const visible = visibleJson(json);
      expect(JSON.parse(visible)).toEqual(JSON.parse(json));
      expect(visible).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]|[\u{e0000}-\u{e01ef}]/u);
    }),
    { examples: [["a\u202e\u2066\u2028\u{e0041}\u{e01ef}\u{e01f0}"]] },
  );
});
