import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pluck } from "../devices/pluck.ts";
import { poly } from "../devices/poly.ts";
import { Engine } from "./engine.ts";
import type { NotePlan, Plan, StripPlan, TrackPlan } from "./plan.ts";
import { Random } from "./random.ts";

const rate = 44_100;
const flat = {
  highPassHertz: 0,
  lowDecibels: 0,
  lowHertz: 120,
  bellDecibels: 0,
  bellHertz: 800,
  bellQ: 1,
  highDecibels: 0,
  highHertz: 8_000,
};
const strip: StripPlan = { decibels: -6, pan: 0, isSilent: false, eq: flat, compressor: undefined, reverb: -20, echo: -24 };

function trackOf(index: number, seconds: number): TrackPlan {
  const random = new Random(index + 1);
  const notes: NotePlan[] = [];
  for (let at = 0; at < seconds * rate; at += Math.floor(rate * (0.25 + random.unit() * 0.5)))
    notes.push({
      at,
      frames: Math.floor(rate * (0.1 + random.unit() * 0.5)),
      pitch: 40 + Math.floor(random.unit() * 36),
      velocity: 0.4 + 0.6 * random.unit(),
    });
  const compressor = { thresholdDecibels: -24, ratio: 4, attackSeconds: 0.01, releaseSeconds: 0.15, makeupDecibels: 3 };
  return {
    id: `t${index}`,
    device: { graph: index % 2 === 0 ? poly : pluck, params: {}, seed: index * 100 },
    notes,
    clips: [],
    strip: {
      ...strip,
      pan: (index % 5) / 2.5 - 0.8,
      eq: { ...flat, highPassHertz: 60, bellDecibels: 3 },
      compressor: index % 3 === 0 ? compressor : undefined,
    },
  };
}

export function planOf(tracks: number, seconds: number): Plan {
  return {
    rate,
    frames: Math.ceil((seconds * rate) / 128) * 128,
    tracks: Array.from({ length: tracks }, (_, index) => trackOf(index, seconds)),
    reverb: { seconds: 1.8, dulls: 0.3 },
    echo: { frames: 16_000, feedback: 0.4 },
    master: { decibels: 0, ceilingDecibels: -1 },
  };
}

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
    const plan = planOf(4, 3);
    expect(hashOf(plan, 128)).toBe(hashOf(plan, 128));
    const other = { ...plan, tracks: plan.tracks.map((track, index) => (index === 0 ? { ...track, notes: track.notes.slice(1) } : track)) };
    expect(hashOf(other, 128)).not.toBe(hashOf(plan, 128));
  });

  it("is finite, sounds, and stays below the ceiling", () => {
    const plan = planOf(8, 4);
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
    const plan = planOf(3, 2);
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
});
