import { expect, test } from "vitest";
import { nodePorts } from "./ports.ts";

test("digest is SHA-256, base64url", () => {
  expect(nodePorts.digest(new TextEncoder().encode("abc"))).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
});

test("mint is different each time, 128 bits", () => {
  const minted = new Set(Array.from({ length: 1_000 }, () => nodePorts.mint()));
  expect(minted.size).toBe(1_000);
  for (const text of minted) expect(text).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

test("now is the clock of the day and never runs backwards", () => {
  expect(Math.abs(nodePorts.now() - Date.now())).toBeLessThan(5_000);
  const times = Array.from({ length: 1_000 }, () => nodePorts.now());
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
});

test("after runs once, or not at all when called off; longer than a timer holds is not at once", async () => {
  let ran = 0;
  const cancelled = nodePorts.after(1, () => (ran += 100));
  cancelled();
  cancelled();
  const far = nodePorts.after(3_000_000_000, () => (ran += 1_000));
  await new Promise<void>((resolve) => {
    nodePorts.after(5, () => {
      ran += 1;
      resolve();
    });
  });
  far();
  expect(ran).toBe(1);
});
