import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

test("Pace: so many at once, then one each time, and the missed are counted", () => {
  const pace = new Pace(6);
  const taken = Array.from({ length: 10 }, () => pace.take(0));
  expect(taken).toEqual([0, 0, 0, 0, 0, 0, undefined, undefined, undefined, undefined]);
  expect(pace.take(9_999)).toBeUndefined();
  expect(pace.take(10_000)).toBe(5);
  expect(pace.take(10_000)).toBeUndefined();
});
