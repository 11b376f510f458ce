import { describe, expect, it } from "vitest";
import {
  cosineOfTurn,
  decibelsOfGain,
  exponential,
  gainOfDecibels,
  hertzOfPitch,
  logOfTwo,
  powerOfTwo,
  sineOfTurn,
  tangentOfHalfTurn,
} from "./exact-math.ts";

/** The largest difference over many arguments, and how many there were. */
function worst(from: number, to: number, of: (x: number) => number): number {
  let most = 0;
  for (let n = 0; n <= 20_000; n++) most = Math.max(most, Math.abs(of(from + ((to - from) * n) / 20_000)));
  return most;
}

describe("functions of + − × ÷ √ alone", () => {
  it("are as good as the language's own, whose last bits differ between engines", () => {
    expect(worst(-3, 3, (x) => sineOfTurn(x) - Math.sin(2 * Math.PI * x))).toBeLessThan(3e-9);
    expect(worst(-3, 3, (x) => cosineOfTurn(x) - Math.cos(2 * Math.PI * x))).toBeLessThan(3e-9);
    expect(worst(-60, 60, (x) => powerOfTwo(x) / 2 ** x - 1)).toBeLessThan(1e-12);
    expect(worst(-20, 20, (x) => exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-12);
    expect(worst(1e-9, 40, (x) => logOfTwo(x) - Math.log2(x))).toBeLessThan(1e-12);
    expect(worst(0, 0.49, (x) => tangentOfHalfTurn(x) / (Math.tan(Math.PI * x) || 1) - (x === 0 ? 0 : 1))).toBeLessThan(1e-6);
  });

  it("say what an ear expects", () => {
    expect(hertzOfPitch(69)).toBe(440);
    expect(hertzOfPitch(60)).toBeCloseTo(261.6256, 4);
    expect([gainOfDecibels(0), gainOfDecibels(-200)]).toEqual([expect.closeTo(1, 12), 0]);
    expect(gainOfDecibels(-6.0206)).toBeCloseTo(0.5, 6);
    expect(decibelsOfGain(0.5)).toBeCloseTo(-6.0206, 4);
    expect(decibelsOfGain(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(sineOfTurn(0.25)).toBeCloseTo(1, 8);
    expect(sineOfTurn(0)).toBe(0);
  });
});
