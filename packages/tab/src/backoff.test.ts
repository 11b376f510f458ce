import { describe, expect, test } from "vitest";
import { Backoff, retryAfterMs } from "./backoff.ts";

describe("Backoff", () => {
  test("doubles from one second to thirty, and begins again", () => {
    const backoff = new Backoff(() => 1);
    expect(Array.from({ length: 7 }, () => backoff.next())).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    backoff.reset();
    expect(backoff.next()).toBe(1_000);
  });

  test("doubles to three seconds for a relay on this computer", () => {
    const backoff = new Backoff(() => 1, true);
    expect(Array.from({ length: 5 }, () => backoff.next())).toEqual([1_000, 2_000, 3_000, 3_000, 3_000]);
    expect(backoff.next(7_000)).toBe(8_000);
  });

  test("spreads each wait over its upper half", () => {
    expect(new Backoff(() => 0).next()).toBe(500);
  });

  test("never waits less than the relay asked for", () => {
    expect(new Backoff(() => 0).next(5_000)).toBe(5_000);
    expect(new Backoff(() => 0.5).next(5_000)).toBe(5_500);
  });

  test("grows no further after a thousand tries", () => {
    const backoff = new Backoff(() => 0.5);
    for (let n = 0; n < 2_000; n++) backoff.next();
    expect(backoff.next()).toBe(22_500);
  });
});

describe("retryAfterMs", () => {
  const now = Date.parse("Mon, 30 Nov 2026 12:00:00 GMT");
  test.each([
    [null, 0],
    ["", 0],
    ["7", 7_000],
    ["-1", 0],
    ["soon", 0],
    ["Mon, 30 Nov 2026 12:00:30 GMT", 30_000],
    ["Mon, 30 Nov 2026 11:00:00 GMT", 0],
    ["999999", 3_600_000],
  ])("%s", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
