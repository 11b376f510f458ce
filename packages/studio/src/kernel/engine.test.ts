import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { poly } from "../devices/poly.ts";
import { checkDevice } from "./check-device.ts";
import type { DeviceGraph } from "./device.ts";
import { Engine } from "./engine.ts";
import type { Plan } from "./plan.ts";
import { plainStrip, plainTrack, planOf, testPlan } from "./test-plan.ts";

/** The hash of what a plan sounds like, asked for in pieces of this many frames. */
function hashOf(plan: Plan, piece: number): string {
  const engine = new Engine(plan, new Map());
  const hash = createHash("sha256");
  const left = new Float32Array(piece);
  const right = new Float32Array(piece);
  for (let done = 0; done < plan.frames; done += piece) {
    engine.run(left, right);
    hash.update(new Uint8Array(left.buffer)).update(new Uint8Array(right.buffer));
  }
  return hash.digest("hex");
}

describe("Engine", () => {
  it("says the same to the bit each time", () => {
    const plan = testPlan({ tracks: 4, seconds: 3 });
    expect(hashOf(plan, 128)).toBe(hashOf(plan, 128));
    const other = { ...plan, tracks: plan.tracks.map((track, index) => (index === 0 ? { ...track, notes: track.notes.slice(1) } : track)) };
    expect(hashOf(other, 128)).not.toBe(hashOf(plan, 128));
  });

  it("is finite, sounds, and stays below the ceiling", () => {
    const plan = testPlan({ tracks: 8, seconds: 4 });
    const engine = new Engine({ ...plan, master: { decibels: 18, ceilingDecibels: -1 } }, new Map());
    const left = new Float32Array(plan.frames);
    const right = new Float32Array(plan.frames);
    engine.run(left, right);
    let peak = 0;
    for (const channel of [left, right]) for (const value of channel) peak = Math.max(peak, Math.abs(value));
    expect(Number.isFinite(peak)).toBe(true);
    expect(peak).toBeGreaterThan(0.5);
    expect(peak).toBeLessThanOrEqual(10 ** (-1 / 20) + 1e-6);
  });

  it("does not depend on how much is asked for at a time", () => {
    const plan = testPlan({ tracks: 3, seconds: 2 });
    const whole = (piece: number): string => {
      const engine = new Engine(plan, new Map());
      const frames = Math.floor(plan.frames / 1_024) * 1_024;
      const out = new Float32Array(frames);
      const right = new Float32Array(piece);
      for (let done = 0; done < frames; done += piece) engine.run(out.subarray(done, done + piece), right);
      return createHash("sha256").update(new Uint8Array(out.buffer)).digest("hex");
    };
    expect(new Set([64, 128, 512, 1_024].map(whole)).size).toBe(1);
  });

  it("a foreign device that makes what is no number does not silence the others", () => {
    const huge = { type: "gain", in: { in: 1_000_000, by: 1_000_000 } };
    const bomb: DeviceGraph = {
      id: "bomb",
      name: "Bomb",
      blurb: "Infinity, and then no number.",
      voices: 1,
      params: {},
      sound: {
        graph: {
          amp: { type: "env" },
          a: huge,
          ...Object.fromEntries(
            "bcdefg".split("").map((name, n) => [name, { type: "gain", in: { in: "abcdef"[n] ?? "a", by: "abcdef"[n] ?? "a" } }]),
          ),
          less: { type: "mix", in: { a: "g", b: { from: "g", times: -1 } } },
        },
        out: "less",
        ends: "amp",
      },
    };
    expect(checkDevice(bomb).ok).toBe(true);
    const note = { at: 0, frames: 10_000, pitch: 60, velocity: 1 };
    const strip = { ...plainStrip, reverb: 0, echo: 0 };
    const tracks = [
      { ...plainTrack(bomb, [note]), strip },
      { ...plainTrack(poly, [{ ...note, at: 30_000 }]), strip },
    ];
    const plan = planOf(tracks, 2);
    const left = new Float32Array(plan.frames);
    new Engine(plan, new Map()).run(left, new Float32Array(plan.frames));
    expect(left.every(Number.isFinite)).toBe(true);
    expect(left.subarray(30_100, 40_000).some((value) => Math.abs(value) > 0.01)).toBe(true);
  });
});
