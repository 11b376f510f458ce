import fc from "fast-check";
import { expect, test } from "vitest";
import { headerText } from "./header-text.ts";

/** As a server reads it (MCP 2026-07-28 transports): optional space around it does not count. */
function read(value: string): string {
  const text = value.replaceAll(/^[ \t]+|[ \t]+$/g, "");
  const coded = /^=\?base64\?(.*)\?=$/.exec(text)?.[1];
  return coded === undefined ? text : Buffer.from(coded, "base64").toString("utf8");
}

test("headerText: any text comes back as it was, and nothing in it can end the header", () => {
  let coded = 0;
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string(),
    fc.constantFrom("", " a", "a\t", "=?base64?x?=", "a\r\nb: c", "ä", "a b"),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const value = headerText(text);
      expect(value).toMatch(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/);
      expect(read(value)).toBe(text);
      if (value !== text) coded++;
    }),
    { numRuns: 2_000 },
  );
  expect(coded).toBeGreaterThan(100);
});
