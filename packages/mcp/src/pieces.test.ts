import { expect, it } from "vitest";
import { joined } from "./json-bytes.ts";
import { cut } from "./pieces.ts";

it("cuts the same bytes out of pieces as out of the whole, whatever the pieces", () => {
  const whole = Uint8Array.from({ length: 7 }, (_, index) => index);
  let cuts = 0;
  for (let first = 0; first <= 7; first++)
    for (let second = first; second <= 7; second++)
      for (let from = 0; from <= 7; from++)
        for (let to = from; to <= 7; to++) {
          const pieces = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
          expect([...joined(cut(pieces, from, to))]).toEqual([...whole.subarray(from, to)]);
          cuts++;
        }
  expect(cuts).toBe(36 * 36);
  expect(cut([whole], 0)).toEqual([whole]);
});
