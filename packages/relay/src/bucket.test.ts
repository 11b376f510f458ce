import { expect, test } from "vitest";
import { Bucket } from "./bucket.ts";

test("Bucket.take gives the burst, then one for each share of the minute", () => {
  const rate = { perMinute: 120, burst: 30 };
  const bucket = new Bucket(rate, 0);
  let given = 0;
  while (bucket.take(rate, 0) === 0) given++;
  expect(given).toBe(30);
  expect(bucket.take(rate, 0)).toBe(500);
  expect(bucket.take(rate, 499)).toBeGreaterThan(0);
  expect(bucket.take(rate, 1_001)).toBe(0);
});

test("Bucket never holds more than its burst, and a wait is true", () => {
  const rate = { perMinute: 60, burst: 2 };
  const bucket = new Bucket(rate, 0);
  expect([bucket.take(rate, 1e9), bucket.take(rate, 1e9)]).toEqual([0, 0]);
  const wait = bucket.take(rate, 1e9);
  expect(wait).toBe(1_000);
  expect(bucket.take(rate, 1e9 + wait)).toBe(0);
});

test("Bucket with a rate of nothing refuses without dividing by zero", () => {
  const rate = { perMinute: 0, burst: 0 };
  expect(new Bucket(rate, 0).take(rate, 5)).toBe(60_000);
});

test("Bucket gives its whole burst to a request whose clock was read a moment before the bucket was made", () => {
  const rate = { perMinute: 1, burst: 1 };
  const bucket = new Bucket(rate, 100);
  expect(bucket.take(rate, 99.9)).toBe(0);
  expect(bucket.take(rate, 99.95)).toBe(60_000);
});
