import { Fault } from "@jackfield/contract";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { LineSplitter } from "./lines.ts";
import { leastMs } from "./test-time.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** Feeds chunks; a Fault counts the lines it dropped, and an empty chunk fetches what was complete. */
function split(chunks: readonly Uint8Array[], most: number): { lines: string[]; dropped: number; rest: string | undefined } {
  const splitter = new LineSplitter(most);
  const lines: string[] = [];
  let dropped = 0;
  for (const chunk of chunks) {
    try {
      lines.push(...splitter.feed(chunk).map(textOf));
    } catch (error) {
      if (!Fault.is(error) || error.code !== "too_large") throw error;
      dropped += Number(error.data?.["lines"]);
      lines.push(...splitter.feed(new Uint8Array(0)).map(textOf));
    }
  }
  const rest = splitter.end();
  return { lines, dropped, rest: rest && textOf(rest) };
}

// Thousands of cases on a machine that others share.
vi.setConfig({ testTimeout: 60_000 });

describe("LineSplitter", () => {
  it("A07: splits at 0x0A only", () => {
    const text = "a\u2028b\u2029c\u0085d\u000be\u001cf";
    const bytes = bytesOf(`${text}\r\n\n${text}\nrest`);
    expect(split([bytes], 100)).toEqual({ lines: [text, text], dropped: 0, rest: "rest" });
    expect(
      split(
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
        100,
      ),
    ).toEqual({ lines: [text, text], dropped: 0, rest: "rest" });
  });

  it("finds the same lines however the bytes are cut, and drops just those that are too long", () => {
    let lines = 0;
    let dropped = 0;
    const pieces = fc.constantFrom("a", "bb", "\n", "\r\n", "\r", "éé", "0123456789", "\n\n");
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }),
        fc.array(fc.nat(200), { maxLength: 10 }),
        fc.integer({ min: 0, max: 12 }),
        (list, places, most) => {
          const bytes = bytesOf(list.join(""));
          const all = textOf(bytes)
            .split("\n")
            .map((line) => line.replace(/\r$/, ""));
          const last = all.pop() ?? "";
          const isLong = (line: string): boolean => bytesOf(line).length > most;
          const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
          const found = split(
            cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut)),
            most,
          );
          expect(found.lines).toEqual(all.filter((line) => line !== "" && !isLong(line)));
          // The last line is dropped as soon as it can be known to be too long: with one byte more, which may be its CR.
          const open = textOf(bytes).split("\n").pop() ?? "";
          const isOpenLong = bytesOf(open).length > most + 1;
          expect(found.dropped).toBe(all.filter(isLong).length + (isOpenLong ? 1 : 0));
          expect(found.rest).toBe(last === "" || isLong(last) ? undefined : last);
          lines += found.lines.length;
          dropped += found.dropped;
        },
      ),
      { numRuns: 2000 },
    );
    expect(lines).toBeGreaterThan(100);
    expect(dropped).toBeGreaterThan(60);
  });

  it("does not hold a line that is too long, and goes on after it", () => {
    const splitter = new LineSplitter(1000);
    let refused = 0;
    for (let index = 0; index < 100; index++) {
      try {
        splitter.feed(new Uint8Array(500).fill(0x78));
      } catch (error) {
        if (Fault.is(error) && error.code === "too_large") refused++;
      }
    }
    expect(refused).toBe(1);
    expect(splitter.feed(bytesOf('tail\n{"ok":1}\n')).map(textOf)).toEqual(['{"ok":1}']);
  });

  it("is not fooled by chunks that are written over after they were fed", () => {
    const splitter = new LineSplitter(100);
    const chunk = bytesOf("one");
    splitter.feed(chunk);
    chunk.fill(0x21);
    expect(splitter.feed(bytesOf("two\n")).map(textOf)).toEqual(["onetwo"]);
  });

  it("is linear: a line of 10 MB in chunks of 64 bytes", () => {
    const chunk = new Uint8Array(64).fill(0x78);
    const splitter = new LineSplitter(20_000_000);
    const cost = leastMs(1, () => {
      for (let index = 0; index < 160_000; index++) splitter.feed(chunk);
    });
    expect(splitter.feed(bytesOf("\n"))[0]?.length).toBe(10_240_000);
    // A tenth of a second. Code that copies what it holds at each chunk moves 800 GB: minutes.
    expect(cost).toBeLessThan(20_000);
  });

  it("holds little more than the bytes of a line that comes byte by byte", () => {
    const splitter = new LineSplitter(4_000_000);
    const one = Uint8Array.of(0x78);
    const before = process.memoryUsage();
    for (let index = 0; index < 2_000_000; index++) splitter.feed(one);
    const after = process.memoryUsage();
    // A list of pieces would weigh some 200 MB; one buffer that doubles, and its predecessors until they are collected, at most four times.
    expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(100_000_000);
    expect(splitter.end()?.length).toBe(2_000_000);
  });

  it("tells both ends of each line that is lost, however the bytes are cut", () => {
    let lost = 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 6 }),
        fc.array(fc.nat(3_000), { maxLength: 10 }),
        fc.integer({ min: 0, max: 300 }),
        (lengths, places, most) => {
          const all = lengths.map((length, at) => Array.from({ length }, (_, index) => String((index + at) % 10)).join(""));
          const bytes = bytesOf(all.map((line) => `${line}\n`).join(""));
          const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
          const ends: string[][] = [];
          const splitter = new LineSplitter(most, (head, tail) => ends.push([textOf(head), textOf(tail)]));
          const lines = cuts.slice(1).flatMap((cut, index) => splitter.feed(bytes.subarray(cuts[index], cut)).map(textOf));
          expect(lines).toEqual(all.filter((line) => line.length <= most && line !== ""));
          expect(ends).toEqual(all.filter((line) => line.length > most).map((line) => [line.slice(0, 96), line.slice(-96)]));
          lost += ends.length;
        },
      ),
      { numRuns: 500 },
    );
    expect(lost).toBeGreaterThan(100);
  });
});
