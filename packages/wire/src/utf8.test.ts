import { isUtf8 as nodeIsUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Utf8Check, isUtf8 } from "./utf8.ts";

function inChunks(bytes: Uint8Array, cuts: readonly number[], port: boolean): boolean {
  const check = new Utf8Check(port ? nodeIsUtf8 : undefined);
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    if (!check.feed(bytes, from, cut)) return false;
    from = cut;
  }
  return check.whole;
}

// Thousands of cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("Utf8Check", () => {
  it("agrees with node:buffer on every sequence of one and two bytes, and on the borders of three and four", () => {
    let runs = 0;
    const edges = [
      0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3,
      0xf4, 0xf5, 0xff,
    ];
    const check = (...bytes: number[]): void => {
      const text = Uint8Array.from(bytes);
      if (isUtf8(text) !== nodeIsUtf8(text)) throw new Error(`differs on ${bytes.join(" ")}`);
      runs++;
    };
    for (let a = 0; a < 256; a++) {
      check(a);
      for (let b = 0; b < 256; b++) check(a, b);
    }
    for (const a of edges)
      for (const b of edges)
        for (const c of edges) {
          check(a, b, c);
          for (const d of edges) check(a, b, c, d);
        }
    expect(runs).toBe(256 + 65_536 + 25 ** 3 + 25 ** 4);
  });

  it("says the same in any chunks, with a port and without", () => {
    let good = 0;
    let bad = 0;
    const text = fc
      .array(fc.constantFrom("a", "é", "日", "😀", "x".repeat(40), "\u0800", "\uffff", "\u{10ffff}"), { maxLength: 20 })
      .map((list) => new TextEncoder().encode(list.join("")));
    const inputs = fc.oneof(
      text,
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(text, fc.nat(200), fc.nat(255))
        .map(([bytes, at, byte]) => bytes.map((old, index) => (index === at % bytes.length ? byte : old))),
    );
    fc.assert(
      fc.property(inputs, fc.array(fc.nat(300), { maxLength: 6 }), (bytes, places) => {
        const truth = nodeIsUtf8(bytes);
        const cuts = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
        expect([isUtf8(bytes), isUtf8(bytes, nodeIsUtf8), inChunks(bytes, cuts, false), inChunks(bytes, cuts, true)]).toEqual([
          truth,
          truth,
          truth,
          truth,
        ]);
        if (truth) good++;
        else bad++;
      }),
      { numRuns: 3000 },
    );
    expect(good).toBeGreaterThan(150);
    expect(bad).toBeGreaterThan(150);
  });
});
