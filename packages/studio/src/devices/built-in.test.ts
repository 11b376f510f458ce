import { describe, expect, it } from "vitest";
import { type DeviceGraph, isKit } from "../kernel/device.ts";
import type { SampleData } from "../kernel/modules/module.ts";
import type { NotePlan } from "../kernel/plan.ts";
import { planOf, plainTrack, testRate } from "../kernel/test-plan.ts";
import { LoudnessMeter } from "../meters/loudness.ts";
import { render } from "../render.ts";
import { builtInDevices } from "./built-in.ts";
import { presetParams, presets } from "./presets.ts";

const rate = testRate;
const tone: SampleData = {
  rate,
  hertz: 261.6255653005986,
  left: Float32Array.from({ length: rate * 2 }, (_, i) => 0.25 * Math.sin((2 * Math.PI * 261.6 * i) / rate)),
  right: Float32Array.from({ length: rate * 2 }, (_, i) => 0.25 * Math.sin((2 * Math.PI * 261.6 * i) / rate + 0.5)),
};

function graphOf(id: string): DeviceGraph {
  const graph = builtInDevices[id];
  if (graph === undefined) throw new Error(`There is no device ${id}`);
  return graph;
}

interface Heard {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly loudness: number;
}

function hear(id: string, notes: readonly NotePlan[], seconds: number, params: Readonly<Record<string, number>> = {}): Heard {
  const track = plainTrack(graphOf(id), notes);
  const device = track.device === undefined ? undefined : { ...track.device, params };
  const plan = planOf([{ ...track, device }], seconds, { decibels: 0, ceilingDecibels: 24 });
  const meter = new LoudnessMeter(rate, 2);
  const [left, right] = [new Float32Array(plan.frames), new Float32Array(plan.frames)];
  for (const piece of render(plan, new Map([["sample", tone]]))) {
    left.set(piece.left, piece.at);
    right.set(piece.right, piece.at);
    meter.feed([piece.left, piece.right]);
  }
  return { left, right, loudness: meter.read().integrated ?? Number.NEGATIVE_INFINITY };
}

function peakOf(data: Float32Array): number {
  return data.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
}

/** What each device is for: a bass line, a tune, a beat, long notes. At velocity 100. */
function phrase(id: string): readonly NotePlan[] {
  const velocity = 100 / 127;
  const half = rate / 2;
  const line = (pitches: readonly number[], beats: number): readonly NotePlan[] =>
    pitches.map((pitch, index) => ({ at: index * half * beats, frames: Math.floor(half * beats * 0.9), pitch, velocity }));
  if (id === "sub") return line([36, 36, 43, 36, 39, 36, 34, 36], 1);
  if (id === "drums") return line([36, 38, 36, 38, 36, 38, 36, 38], 1).flatMap((note) => [note, { ...note, pitch: 42 }]);
  return id === "pad" || id === "noise" ? line([60, 72], 4) : line([60, 63, 67, 70, 72, 67, 63, 60], 1);
}

const ids = ["sub", "poly", "keys", "pluck", "drums", "sampler", "noise", "pad"];

describe("built-in devices", () => {
  it("are eight", () => {
    expect(Object.keys(builtInDevices)).toEqual(ids);
    for (const [id, device] of Object.entries(builtInDevices)) expect(device.id).toBe(id);
  });

  it.each(ids.flatMap((id) => [24, 48, 60, 84, 108].map((pitch) => [id, pitch] as const)))(
    "%s at pitch %d sounds, is bounded, has no offset, and ends",
    (id, pitch) => {
      const { sound } = graphOf(id);
      const played = isKit(sound) ? Number(Object.keys(sound)[Math.floor(pitch / 10) % Object.keys(sound).length]) : pitch;
      const { left } = hear(id, [{ at: 0, frames: 24_000, pitch: played, velocity: 0.9 }], 10);
      const peak = peakOf(left);
      expect(left.every(Number.isFinite)).toBe(true);
      expect(peak).toBeGreaterThan(0.02);
      expect(peak).toBeLessThan(1.6);
      expect(Math.abs(left.reduce((sum, value) => sum + value, 0) / left.length)).toBeLessThan(0.001);
      expect(peakOf(left.subarray(-rate))).toBeLessThan(0.001);
    },
  );

  it("are as loud as each other at velocity 100, and wide where they should be", () => {
    const heard = ids.map((id) => [id, hear(id, phrase(id), 5)] as const);
    for (const [id, { loudness, left, right }] of heard) {
      expect(Math.abs(loudness + 17), `${id} has ${loudness} LUFS`).toBeLessThan(3);
      const apart = left.reduce((most, value, i) => Math.max(most, Math.abs(value - (right[i] ?? 0))), 0) / peakOf(left);
      expect(apart > 0.05, id).toBe(id !== "sub");
    }
  });

  it.each(ids)("%s: a note ends, and one makes way for another, without a click", (id) => {
    // Low and slow, so that two frames lie close together; a click is a step that the sound itself does not have.
    const pitch = id === "drums" ? 36 : 48;
    const { voices } = graphOf(id);
    const notes = Array.from({ length: voices + 6 }, (_, index) => ({ at: 22_050 + index * 4_000, frames: 60_000, pitch, velocity: 0.8 }));
    const held = hear(id, notes.slice(0, voices), 6).left;
    const stolen = hear(id, notes, 6).left;
    const step = (data: Float32Array): number =>
      data.reduce((most, value, i) => Math.max(most, Math.abs(value - (data[i - 1] ?? value))), 0);
    expect(step(stolen)).toBeLessThan(step(held) * 1.5 + 0.01);
  });

  it("harder is louder, by 10 dB or more from velocity 30 to 120", () => {
    for (const id of ids) {
      const at = (velocity: number): number =>
        hear(
          id,
          phrase(id).map((note) => ({ ...note, velocity: velocity / 127 })),
          5,
        ).loudness;
      expect(at(120) - at(30), id).toBeGreaterThan(10);
    }
  });

  it("a hat that is closed ends one that is open; a pitch without a piece is silent", () => {
    const { sound } = graphOf("drums");
    expect(Object.keys(sound)).toHaveLength(12);
    const hat = (pitches: readonly number[]): Float32Array =>
      hear(
        "drums",
        pitches.map((pitch, index) => ({ at: index * 4_000, frames: 1_000, pitch, velocity: 0.9 })),
        2,
      ).left;
    expect(peakOf(hat([46]).subarray(9_000))).toBeGreaterThan(peakOf(hat([46, 42]).subarray(9_000)) * 2);
    expect(peakOf(hat([100]))).toBe(0);
  });

  it.each([110, 440, 1_760])("a plucked string of %d hertz is in tune", (hertz) => {
    const pitch = 69 + 12 * Math.log2(hertz / 440);
    const { left } = hear("pluck", [{ at: 0, frames: rate * 2, pitch, velocity: 0.8 }], 2, { ring: 8 });
    const strength = (cents: number): number => {
      const turn = (2 * Math.PI * hertz * 2 ** (cents / 1_200)) / rate;
      let [re, im] = [0, 0];
      for (let i = 4_000; i < rate * 1.8; i++) {
        const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i - 4_000)) / (rate * 1.8 - 4_000));
        re += (left[i] ?? 0) * Math.cos(turn * i) * window;
        im += (left[i] ?? 0) * Math.sin(turn * i) * window;
      }
      return re * re + im * im;
    };
    const cents = Array.from({ length: 41 }, (_, index) => index - 20).toSorted((a, b) => strength(b) - strength(a))[0];
    expect(Math.abs(cents ?? 99)).toBeLessThanOrEqual(4);
  });
});

describe("presets", () => {
  it("are 3 to 6 for each device, of its own params, within their ranges", () => {
    expect(Object.keys(presets)).toEqual(ids);
    for (const [id, list] of Object.entries(presets)) {
      expect(list.length).toBeGreaterThanOrEqual(3);
      expect(list.length).toBeLessThanOrEqual(6);
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      for (const { params } of list)
        for (const [name, value] of Object.entries(params)) {
          const spec = graphOf(id).params[name];
          expect(value, `${id} ${name}`).toBeGreaterThanOrEqual(spec?.min ?? Number.NaN);
          expect(value, `${id} ${name}`).toBeLessThanOrEqual(spec?.max ?? Number.NaN);
        }
    }
  });

  it.each(Object.entries(presets).flatMap(([id, list]) => list.map(({ name }) => [id, name] as const)))(
    "%s: %s sounds, and not too loud",
    (id, name) => {
      const { left, loudness } = hear(id, phrase(id), 5, presetParams(id, name));
      expect(left.every(Number.isFinite)).toBe(true);
      expect(loudness, `${loudness} LUFS`).toBeGreaterThan(-27);
      expect(loudness, `${loudness} LUFS`).toBeLessThan(-9);
      expect(peakOf(left)).toBeLessThan(2);
    },
  );

  it("there is none that is not there", () => {
    expect(presetParams("keys", "Trumpet")).toBeUndefined();
    expect(presetParams("constructor", "name")).toBeUndefined();
  });
});
