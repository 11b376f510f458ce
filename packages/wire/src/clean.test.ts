import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { cleanText, hasHidden, safeName } from "./clean.ts";
import { leastMs } from "./test-time.ts";

/** Every code point that must never reach a surface. */
const forbidden = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a) ||
  (code >= 0x7f && code <= 0x9f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  (code >= 0xe0000 && code <= 0xe007f);

const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 5 }),
      fc.constantFrom(
        "\u0000",
        "\u001b[31m",
        "\u009b",
        "\u202e",
        "\u2066",
        "\u{e0041}",
        "\u{e007f}",
        "\ud800",
        "\udc00",
        "\r\n",
        "\n",
        "\t",
        "\u2028",
        "\u0085",
        "😀",
        "é",
        "日",
        "\u200b",
        "\u{e0100}",
      ),
    ),
    { maxLength: 20 },
  )
  .map((list) => list.join(""));

// Thousands of cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("cleanText", () => {
  it("lets no forbidden character through, in no text, cut or not", () => {
    let runs = 0;
    let cut = 0;
    fc.assert(
      fc.property(texts, fc.nat(40), fc.boolean(), (text, most, keepLines) => {
        const clean = cleanText(text, most, { keepLines });
        const codes = Array.from(clean, (character) => character.codePointAt(0) ?? 0);
        expect(codes.filter((code) => forbidden(code) || (!keepLines && (code === 0x0a || code === 0x09)))).toEqual([]);
        expect(clean.length).toBeLessThanOrEqual(most);
        expect(hasHidden(clean, keepLines)).toBe(false);
        expect(cleanText(clean, most, { keepLines })).toBe(clean);
        if (clean.endsWith("…")) cut++;
        runs++;
      }),
      { numRuns: 3000 },
    );
    expect(runs).toBe(3000);
    expect(cut).toBeGreaterThan(100);
  });

  it("takes out every code point it should, and keeps every other", () => {
    let out = 0;
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      const clean = cleanText(`a${character}b`, 10, { keepLines: true });
      if (forbidden(code)) {
        if (clean.includes(character)) throw new Error(`keeps ${code.toString(16)}`);
        out++;
      }
    }
    expect(out).toBe(0x20 - 2 + 0x21 + 5 + 4 + 0x800 + 0x80);
    for (const kept of ["é", "日", "😀", "👨‍👩‍👧", "❤️", "שלום", "a\u200db", "\u00a0", "…"]) expect(cleanText(kept, 20)).toBe(kept);
  });

  it("cuts between characters and says so", () => {
    expect(cleanText("abcdef", 6)).toBe("abcdef");
    expect(cleanText("abcdefg", 6)).toBe("abcde…");
    expect(cleanText("abc😀def", 5)).toBe("abc…");
    expect(cleanText("abc", 0)).toBe("");
    expect(cleanText("abc", 1)).toBe("…");
    expect(cleanText(`ok${"\u202e".repeat(50)}`, 10)).toBe("ok");
  });

  it("keeps words apart where lines are not kept", () => {
    expect(cleanText("one\r\ntwo\tthree\u2028four", 99)).toBe("one two three four");
    expect(cleanText("one\r\ntwo\tthree\u2028four\rfive", 99, { keepLines: true })).toBe("one\ntwo\tthree\nfour\nfive");
  });

  it("does little work for a text of many megabytes", () => {
    const text = Array.from({ length: 10 }, () => "\u202e".repeat(1_000_000)).join("");
    expect(cleanText(text, 100)).toBe("…");
    expect(leastMs(5, () => void cleanText(text, 100))).toBeLessThan(100);
  });
});

describe("safeName", () => {
  it("gives at most 64 characters of a safe set", () => {
    let runs = 0;
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
        expect(safeName(text)).toMatch(/^[A-Za-z0-9_.:/@ ?-]{0,64}$/);
        runs++;
      }),
      { numRuns: 500 },
    );
    expect(safeName("tools/call")).toBe("tools/call");
    expect(safeName('<b>"x"\n')).toBe("?b??x??");
    expect(runs).toBe(500);
  });
});
