import { describe, expect, test } from "vitest";
import { amount, readAmount } from "./amount.ts";

describe("amount", () => {
  test.each([
    [1_048_576, "bytes", "1 MB"],
    [150_000, "bytes", "150,000 bytes"],
    [2048, "bytes", "2 KB"],
    [0, "bytes", "0 bytes"],
    [90_000, "ms", "90 s"],
    [1_800_000, "ms", "30 min"],
    [86_400_000, "ms", "1 d"],
    [250, "ms", "250 ms"],
    [0, "ms", "0 ms"],
    [4096, "count", "4,096"],
    [600, "per minute", "600 a minute"],
    [Number.MAX_SAFE_INTEGER, "count", "no limit"],
  ] as const)("%d %s reads %s", (value, unit, text) => {
    expect(amount(value, unit)).toBe(text);
  });
});

describe("readAmount", () => {
  test.each([
    ["16MB", "bytes", 16 * 1024 * 1024],
    ["16 mb", "bytes", 16 * 1024 * 1024],
    ["1_000", "bytes", 1000],
    ["1.5h", "ms", 5_400_000],
    ["90s", "ms", 90_000],
    ["250", "ms", 250],
    ["1,000", "count", 1000],
  ] as const)("%s in %s is %d", (text, unit, value) => {
    expect(readAmount(text, unit)).toBe(value);
  });

  test.each([
    ["", "bytes"],
    ["-1", "count"],
    ["1.5", "count"],
    ["16MB", "ms"],
    ["5s", "count"],
    ["1e3", "count"],
    ["0x10", "count"],
    ["9999999999999999999", "count"],
    ["Infinity", "ms"],
  ] as const)("%j is not an amount of %s", (text, unit) => {
    expect(readAmount(text, unit)).toBeUndefined();
  });
});
