import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { withinDepth } from "./depth.ts";
import { bytesOf } from "./test-json.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

// Thousands of cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("withinDepth", () => {
  it("measures every JSON value as its parsed form has it", () => {
    let runs = 0;
    const strings = fc.string({ unit: fc.constantFrom("[", "{", "]", "}", '"', "\\", "a", "é", "x".repeat(20)), maxLength: 12 });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "medium" },
        strings,
        fc.integer(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(strings, tie("value"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (document, space) => {
        const bytes = bytesOf(JSON.stringify(document, null, space));
        const depth = depthOf(document);
        expect([withinDepth(bytes, depth), withinDepth(bytes, depth - 1)]).toEqual([true, depth === 0 ? withinDepth(bytes, -1) : false]);
        runs++;
      }),
      { numRuns: 1000 },
    );
    expect(runs).toBe(1000);
  });

  it("A23: refuses deep nesting wherever it stands, and takes a long flat list", () => {
    for (const depth of [65, 200, 1000, 5000, 10_000, 100_000]) {
      expect(withinDepth(bytesOf("[".repeat(depth)), 64)).toBe(false);
      expect(withinDepth(bytesOf(`{"params":{"arguments":${'{"a":'.repeat(depth)}`), 64)).toBe(false);
      expect(withinDepth(bytesOf(`{"a":"\\"","_meta":${"[".repeat(depth)}`), 64)).toBe(false);
    }
    expect(withinDepth(bytesOf(`[${"1,".repeat(499_999)}1]`), 1)).toBe(true);
    expect(withinDepth(bytesOf("[".repeat(64) + "]".repeat(64)), 64)).toBe(true);
  });

  it("never throws and never reads on after the end", () => {
    let runs = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(typeof withinDepth(bytes, 3)).toBe("boolean");
        runs++;
      }),
      { numRuns: 1000 },
    );
    for (const text of ['"', '"\\', '["\\"', "", '["a\\']) expect(withinDepth(bytesOf(text), 1)).toBe(true);
    expect(runs).toBe(1000);
  });
});
