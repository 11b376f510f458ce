import { expect, test } from "vitest";
import { addressRanges } from "./address.ts";
import { Visitors } from "./visitors.ts";

const limits = { requests: { perMinute: 60, burst: 2 }, newLinks: { perMinute: 60, burst: 1 }, most: 3, idleMs: 1_000 };
const visitorsOf = (): Visitors => new Visitors(limits, addressRanges(["10.0.0.0/8"]));

test("Visitors count each address on its own", () => {
  const visitors = visitorsOf();
  const [a, b] = [visitors.of("1.1.1.1", 0), visitors.of("2.2.2.2", 0)];
  expect([visitors.request(a, 0), visitors.request(a, 0)]).toEqual([0, 0]);
  expect(visitors.request(a, 0)).toBeGreaterThan(0);
  expect(visitors.request(b, 0)).toBe(0);
  expect([visitors.newLink(a, 0), visitors.newLink(b, 0)]).toEqual([0, 0]);
  expect(visitors.newLink(a, 0)).toBeGreaterThan(0);
});

test("Addresses of a shared range are not held here", () => {
  const visitors = visitorsOf();
  const shared = visitors.of("10.9.8.7", 0);
  expect(Array.from({ length: 100 }, () => visitors.request(shared, 0) + visitors.newLink(shared, 0))).toEqual(
    Array.from({ length: 100 }, () => 0),
  );
});

test("Visitors stay within their bound and forget who is idle", () => {
  const visitors = visitorsOf();
  for (let i = 0; i < 1_000; i++) visitors.of(`5.5.${i >> 8}.${i & 255}`, 0);
  expect(visitors.size).toBe(3);
  visitors.of("5.5.3.231", 900);
  visitors.sweep(1_000);
  expect(visitors.size).toBe(1);
});
