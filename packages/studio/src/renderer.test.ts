import { describe, expect, it } from "vitest";
import { render, roomsStem } from "./render.ts";
import { renderHere } from "./renderer.ts";
import { testPlan } from "./kernel/test-plan.ts";

describe("render", () => {
  it("gives stems of the same frames as the mix, and their sum is the mix", () => {
    const plan = { ...testPlan({ tracks: 3, seconds: 1 }), master: { decibels: 0, ceilingDecibels: 24 } };
    let [frames, worst, loudest] = [0, 0, 0];
    for (const { left, stems } of render(plan, new Map(), { stems: true })) {
      expect(stems.map(({ id }) => id)).toEqual(["t0", "t1", "t2", roomsStem]);
      for (const [i, value] of left.entries()) {
        const sum = stems.reduce((total, stem) => total + (stem.left[i] ?? Number.NaN), 0);
        worst = Math.max(worst, Math.abs(sum - value));
        loudest = Math.max(loudest, Math.abs(value));
      }
      frames += left.length;
    }
    expect(frames).toBe(plan.frames);
    expect(loudest).toBeGreaterThan(0.05);
    expect(worst).toBeLessThan(1e-6);
  });
});

describe("renderHere", () => {
  it("gives pieces that are its taker's, says how far it is, and stops when it is told to", async () => {
    const plan = testPlan({ tracks: 2, seconds: 1 });
    const seen: number[] = [];
    const pieces = [];
    for await (const piece of renderHere.render(plan, new Map(), { progress: (done) => seen.push(done) })) pieces.push(piece);
    expect(pieces.reduce((sum, { left }) => sum + left.length, 0)).toBe(plan.frames);
    expect(new Set(pieces.map(({ left }) => left.buffer)).size).toBe(pieces.length);
    expect(seen.at(-1)).toBe(plan.frames);
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      for await (const _ of renderHere.render(plan, new Map(), { signal: stop.signal })) stop.abort(new Error("enough"));
    };
    await expect(run()).rejects.toThrow("enough");
  });
});
