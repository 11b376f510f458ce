import { LineSplitter } from "@jackfield/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PieceLines } from "./piece-lines.ts";

interface Cut {
  readonly lines: string[];
  readonly lost: [string, string][];
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

function cutInto(chunks: readonly Uint8Array[], most: number): Cut {
  const cut: Cut = { lines: [], lost: [] };
  const lines = new PieceLines(most, {
    line: (pieces) => cut.lines.push(textOf(Buffer.concat(pieces))),
    tooLong: (head, tail) => cut.lost.push([textOf(head), textOf(tail)]),
  });
  for (const chunk of chunks) lines.feed(chunk);
  return cut;
}

function reference(chunks: readonly Uint8Array[], most: number): Cut {
  const cut: Cut = { lines: [], lost: [] };
  const splitter = new LineSplitter(most, (head, tail) => cut.lost.push([textOf(head), textOf(tail)]));
  for (const chunk of chunks) cut.lines.push(...splitter.feed(chunk).map(textOf));
  return cut;
}

test("PieceLines finds the lines that LineSplitter finds, and loses those that it loses", () => {
  let found = 0;
  let lost = 0;
  const part = fc.oneof(
    fc.constantFrom("\n", "\r\n", "\r", "a", "{}", ""),
    fc.nat(300).map((length) => "x".repeat(length)),
    fc.integer({ min: 4_000, max: 9_000 }).map((length) => "y".repeat(length)),
  );
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 4, maxLength: 24 }),
      fc.array(fc.nat(20_000), { maxLength: 12 }),
      fc.nat(12_000),
      (parts, places, most) => {
        const bytes = Buffer.from(parts.join(""), "latin1");
        const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
        const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        const cut = cutInto(chunks, most);
        expect(cut).toEqual(reference(chunks, most));
        found += cut.lines.length;
        lost += cut.lost.length;
      },
    ),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(200);
  expect(lost).toBeGreaterThan(200);
});

test("a line that comes byte by byte is held in few pieces, one of large chunks is not copied", () => {
  const got: (readonly Uint8Array[])[] = [];
  const lines = new PieceLines(1_000_000, { line: (pieces) => got.push(pieces), tooLong: () => expect.unreachable() });
  for (let at = 0; at < 200_000; at++) lines.feed(Uint8Array.of(0x61));
  lines.feed(Uint8Array.of(0x0a));
  const chunks = [Buffer.alloc(65_536, "b"), Buffer.alloc(65_536, "c"), Buffer.from("d\n")];
  for (const chunk of chunks) lines.feed(chunk);
  const [small = [], large = []] = got;
  expect([small.length, Buffer.concat(small).length]).toEqual([4, 200_000]);
  expect(large.map(({ length }) => length)).toEqual([65_536, 65_536, 1]);
  expect(large[0]?.buffer).toBe(chunks[0]?.buffer);
});
