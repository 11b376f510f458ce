import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { spansOf } from "./spans.ts";
import { agree, bytesOf, looseTexts, mutated, mutations, objects } from "./test-json.ts";

// Thousands of cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("scanResult and spansOf beside JSON.parse", () => {
  it("agree on each byte at every place of a text, behind and before other text", () => {
    let runs = 0;
    for (const before of ["", "x".repeat(80), '\\"'.repeat(40)])
      for (let place = 0; place < 20; place++)
        for (const byte of [0x00, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x5b, 0x5c, 0x5d, 0x7f]) {
          const text = `${before}${"y".repeat(place)}${String.fromCharCode(byte)}${"z".repeat(19 - place)}`;
          agree(bytesOf(`{"a":"${text}"}`));
          agree(bytesOf(`{"a":[["${text}"]]}`));
          agree(bytesOf(`{"a":[{"${text}":1}]}`));
          runs++;
        }
    expect(runs).toBe(600);
  });

  it("agree on every object that JSON.stringify writes", () => {
    let taken = 0;
    fc.assert(
      fc.property(objects, (value) => void (agree(bytesOf(JSON.stringify(value))) && taken++)),
      { numRuns: 800 },
    );
    expect(taken).toBeGreaterThan(40);
  });

  it("agree on objects with white space, escaped names and doubles", () => {
    let taken = 0;
    let doubles = 0;
    fc.assert(
      fc.property(looseTexts, (text) => {
        const bytes = bytesOf(text);
        if (agree(bytes)) taken++;
        const spans = spansOf(bytes);
        if (!spans.ok && spans.problem === "double_key") doubles++;
      }),
      { numRuns: 1000 },
    );
    expect(taken).toBeGreaterThan(40);
    expect(doubles).toBeGreaterThan(5);
  });

  it("agree on documents with bytes changed, added and taken out", () => {
    let taken = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          looseTexts,
          objects.map((value) => JSON.stringify(value)),
        ),
        mutations,
        (text, changes) => {
          if (agree(mutated(bytesOf(text), changes))) taken++;
          else refused++;
        },
      ),
      { numRuns: 2500 },
    );
    expect(taken).toBeGreaterThan(15);
    expect(refused).toBeGreaterThan(400);
  });

  it("agree on random bytes and on random text of JSON's own characters", () => {
    let runs = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void (agree(bytes), runs++)),
      { numRuns: 1500 },
    );
    const characters = fc.constantFrom(...Array.from('{}[]",:\\/0123456789+-.eEtruefalsn \t\n\ru'));
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 30 }), (list) => void (agree(bytesOf(`{"a":${list.join("")}}`)), runs++)),
      { numRuns: 2500 },
    );
    expect(runs).toBe(4000);
  });

  it("agree on every number-like token of up to four characters, and on longer ones", () => {
    const parts = ["", "0", "1", "-", "+", ".", "e", "E"];
    const tokens = parts.flatMap((a) => parts.flatMap((b) => parts.flatMap((c) => parts.map((d) => a + b + c + d))));
    tokens.push("-0.10e+10", "1E-01", "10.0", "-0e00", "00", "1.5.5", "1e5e5", "1e+-5", "9".repeat(400), "1e400");
    const valid = tokens.filter(
      (token) =>
        agree(bytesOf(`{"a":${token}}`)) &&
        agree(bytesOf(`{"a":[${token} ,${token}]}`)) &&
        agree(bytesOf(`{"a":[[${token},${token}\n],{"b":${token}}]}`)),
    );
    expect(tokens.length).toBe(8 ** 4 + 10);
    expect(valid.length).toBeGreaterThan(150);
  });

  it("agree on every sequence of up to five tokens", () => {
    const tokens = ["{", "}", "[", "]", ",", ":", '"a"', "1"];
    let level = [""];
    let runs = 0;
    let taken = 0;
    let takenDeeper = 0;
    for (let length = 0; length < 6; length++) {
      // In place of a value, so that each sequence stands in an object.
      for (const sequence of level) {
        if (agree(bytesOf(`{"a":${sequence}}`))) taken++;
        // Deeper down whole tokens are read at once.
        if (agree(bytesOf(`{"a":[{"b":${sequence}}]}`))) takenDeeper++;
        runs++;
      }
      level = level.flatMap((sequence) => tokens.map((token) => sequence + token));
    }
    expect(runs).toBe(1 + 8 + 8 ** 2 + 8 ** 3 + 8 ** 4 + 8 ** 5);
    expect(taken).toBe(22);
    expect(takenDeeper).toBe(31);
  });

  it("agree on every byte after a backslash, in a string, and between tokens", () => {
    let runs = 0;
    for (let byte = 0; byte < 256; byte++) {
      for (const [before, after] of [
        ['{"a":"\\', '"}'],
        ['{"a":"', '"}'],
        ['{"a":1', "}"],
        ["{", "}"],
        ['{"\\', '":1}'],
        ['{"a":"\\u00', '0"}'],
        ['{"a":"x', "}"],
        ['{"a', ":1}"],
        ['{"a":"a text of more than sixteen bytes', "}"],
        ["", '{"a":1}'],
        ['{"a":1}', ""],
        ['{"a":[{"b":"\\', '"}]}'],
        ['{"a":[{"b":"', '"}]}'],
        ['{"a":[{"b":1', "}]}"],
        ['{"a":[{', "}]}"],
        ['{"a":[{"b":[true', ",false,null]}]}"],
        ['{"a":[{"\\', '":1}]}'],
        ['{"a":[{"b":', "}]}"],
        ['{"a":[{"b', ":1}]}"],
        ['{"_meta":{"b":[{"a":"', '"}]}}'],
      ] as const) {
        agree(Uint8Array.of(...bytesOf(before), byte, ...bytesOf(after)));
        runs++;
      }
    }
    expect(runs).toBe(256 * 20);
  });
});
