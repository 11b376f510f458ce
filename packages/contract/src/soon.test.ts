import { expect, test } from "vitest";
import { soon } from "./soon.ts";

test("soon goes on at once with what is there, and later with what is not", async () => {
  const seen: string[] = [];
  expect(soon(1, (value) => `${value} now`)).toBe("1 now");
  const later = soon(Promise.resolve(2), (value) => seen.push(`${value} later`));
  expect(seen).toEqual([]);
  await later;
  expect(seen).toEqual(["2 later"]);
});

test("soon throws what going on throws, or rejects with it", async () => {
  const fail = (): never => {
    throw new Error("no");
  };
  expect(() => soon(1, fail)).toThrow("no");
  await expect(soon(Promise.resolve(1), fail)).rejects.toThrow("no");
});
