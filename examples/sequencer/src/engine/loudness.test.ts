import { describe, expect, it } from "vitest";
import { type Loudness, measure } from "./loudness.ts";

function sine(hertz: number, decibels: number, seconds: number, rate = 48_000, phase = 0): Float32Array {
  const amplitude = 10 ** (decibels / 20);
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate + phase),
  );
}

function stereo(one: Float32Array, rate = 48_000): Promise<Loudness> {
  return measure([one, one], rate);
}

function joined(...parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

describe("measure", () => {
  it.each([-23, -33, 0])("EBU Tech 3341 cases 1 and 2: a stereo 1 kHz sine of %i dBFS has that many LUFS", async (level) => {
    const figures = await stereo(sine(1000, level, 5));
    expect(figures.lufs).toBeCloseTo(level, 1);
    expect(figures.peak).toBeCloseTo(level, 1);
    expect(figures.rms).toBeCloseTo(level - 3.01, 1);
  });

  it("holds at other sample rates", async () => {
    expect((await stereo(sine(1000, -23, 5, 44_100), 44_100)).lufs).toBeCloseTo(-23, 1);
    expect((await stereo(sine(1000, -23, 5, 96_000), 96_000)).lufs).toBeCloseTo(-23, 1);
  });

  it("EBU Tech 3341 case 3: quiet stretches are gated out", async () => {
    const { lufs } = await stereo(joined(sine(1000, -36, 3), sine(1000, -23, 20), sine(1000, -36, 3)));
    expect(Math.abs(lufs + 23)).toBeLessThan(0.1);
  });

  it("EBU Tech 3341 case 15 kind: a sine at a quarter of the rate, 45° off, peaks 3 dB between its samples", async () => {
    const figures = await stereo(sine(12_000, -6, 1, 48_000, Math.PI / 4));
    expect(figures.peak).toBeCloseTo(-9.03, 1);
    expect(figures.truePeak).toBeGreaterThan(-6.4);
    expect(figures.truePeak).toBeLessThan(-5.8);
  });

  it("silence and nothing are -Infinity, never NaN", async () => {
    for (const audio of [new Float32Array(48_000), new Float32Array(0), new Float32Array(10)]) {
      expect(await stereo(audio)).toEqual({ lufs: -Infinity, peak: -Infinity, truePeak: -Infinity, rms: -Infinity });
    }
  });

  it("stops when it is told to", async () => {
    await expect(measure([sine(1000, -23, 5)], 48_000, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});
