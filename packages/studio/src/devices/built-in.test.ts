import { describe, expect, it } from "vitest";
import { Engine } from "../kernel/engine.ts";
import type { SampleData } from "../kernel/modules/module.ts";
import { planOf, plainTrack, testRate } from "../kernel/test-plan.ts";
import { isKit } from "../kernel/device.ts";
import { builtInDevices } from "./built-in.ts";

const rate = testRate;
const tone: SampleData = {
  rate,
  hertz: 261.6255653005986,
  left: Float32Array.from({ length: rate }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 261.6 * i) / rate)),
  right: Float32Array.from({ length: rate }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 261.6 * i) / rate)),
};

function play(
  id: string,
  pitches: readonly number[],
  velocity = 0.9,
): { readonly peak: number; readonly rms: number; readonly last: number; readonly mean: number } {
  const graph = builtInDevices[id];
  if (graph === undefined) throw new Error(`There is no device ${id}`);
  const notes = pitches.map((pitch, index) => ({ at: index * 1_000, frames: 24_000, pitch, velocity }));
  const plan = planOf([plainTrack(graph, notes)], 12, { decibels: 0, ceilingDecibels: 12 });
  const left = new Float32Array(plan.frames);
  new Engine(plan, new Map([["sample", tone]])).run(left, new Float32Array(plan.frames));
  let [peak, squares, sum, last] = [0, 0, 0, 0];
  for (const [at, value] of left.entries()) {
    peak = Math.max(peak, Math.abs(value));
    squares += value * value;
    sum += value;
    if (at >= plan.frames - rate) last = Math.max(last, Math.abs(value));
  }
  return { peak, rms: Math.sqrt(squares / plan.frames), last, mean: sum / plan.frames };
}

describe("built-in devices", () => {
  it("are eight", () => {
    expect(Object.keys(builtInDevices)).toEqual(["sub", "poly", "keys", "pluck", "drums", "sampler", "noise", "pad"]);
    for (const [id, device] of Object.entries(builtInDevices)) expect(device.id).toBe(id);
  });

  it.each(Object.keys(builtInDevices).flatMap((id) => [24, 48, 60, 84, 108].map((pitch) => [id, pitch] as const)))(
    "%s at pitch %d sounds, is bounded, has no offset, and ends",
    (id, pitch) => {
      const { sound } = builtInDevices[id] ?? { sound: {} };
      const played = isKit(sound as never) ? Number(Object.keys(sound)[Math.floor(pitch / 10) % Object.keys(sound).length]) : pitch;
      const { peak, rms, last, mean } = play(id, [played]);
      expect(Number.isFinite(peak)).toBe(true);
      expect(peak).toBeGreaterThan(0.02);
      expect(peak).toBeLessThan(1.6);
      expect(rms).toBeGreaterThan(0.0005);
      expect(Math.abs(mean)).toBeLessThan(0.004);
      expect(last).toBeLessThan(0.001);
    },
  );

  it("a hat that is closed ends one that is open; a pitch without a piece is silent", () => {
    const { sound } = builtInDevices["drums"] ?? { sound: {} };
    expect(Object.keys(sound)).toHaveLength(12);
    const open = play("drums", [46]).rms;
    const closed = play("drums", [46, 42]).rms;
    expect(closed).toBeLessThan(open);
    expect(play("drums", [100]).peak).toBe(0);
  });

  it("more notes than voices: the oldest make way, and nothing breaks", () => {
    expect(
      play(
        "sub",
        Array.from({ length: 40 }, (_, index) => 30 + index),
      ).peak,
    ).toBeLessThan(4);
  });
});
