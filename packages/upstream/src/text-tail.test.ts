import fc from "fast-check";
import { expect, test } from "vitest";
import { TextTail } from "./text-tail.ts";

test("TextTail keeps just the last bytes, however they came", () => {
  let cut = 0;
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 40 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 100 }),
      (chunks, most) => {
        const tail = new TextTail(most);
        for (const chunk of chunks) tail.add(Buffer.from(chunk));
        const all = chunks.join("");
        expect(tail.text()).toBe(all.slice(-most));
        if (all.length > most) cut++;
      },
    ),
    { numRuns: 500 },
  );
  expect(cut).toBeGreaterThan(100);
});

test("a gigabyte in pieces of 64 KB, and a million bytes one by one, cost what is kept", () => {
  const tail = new TextTail(65_536);
  const piece = Buffer.alloc(65_536, "x");
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 16_384; at++) tail.add(piece);
  const one = Buffer.from("y");
  for (let at = 0; at < 1_000_000; at++) tail.add(one);
  expect(tail.text()).toBe("y".repeat(65_536));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(512 * 1_048_576);
});
