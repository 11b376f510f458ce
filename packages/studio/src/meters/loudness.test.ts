import { describe, expect, it } from "vitest";
import { type Loudness, LoudnessMeter } from "./loudness.ts";

/** Stretches of a 1 kHz tone: its level in dBFS and how many seconds. */
function toneOf(rate: number, ...stretches: readonly (readonly [decibels: number, seconds: number])[]): Float32Array {
  const whole = new Float32Array(stretches.reduce((sum, [, seconds]) => sum + Math.round(seconds * rate), 0));
  let at = 0;
  for (const [decibels, seconds] of stretches) {
    const gain = 10 ** (decibels / 20);
    const end = at + Math.round(seconds * rate);
    for (; at < end; at++) whole[at] = gain * Math.sin((2 * Math.PI * 1_000 * at) / rate);
  }
  return whole;
}

function measure(rate: number, channels: readonly Float32Array[]): Loudness {
  const meter = new LoudnessMeter(rate, channels.length === 1 ? 1 : 2);
  const frames = channels[0]?.length ?? 0;
  for (let at = 0; at < frames; at += 10_007) meter.feed(channels.map((data) => data.subarray(at, at + 10_007)));
  return meter.read();
}

describe("LoudnessMeter, by the recipes of EBU Tech 3341 and 3342", () => {
  it.each([44_100, 48_000, 96_000])("levels and gates at %d Hz", (rate) => {
    const both = (...stretches: readonly (readonly [number, number])[]): number | undefined => {
      const tone = toneOf(rate, ...stretches);
      return measure(rate, [tone, tone]).integrated;
    };
    expect(both([-23, 20])).toBeCloseTo(-23, 1);
    expect(both([-33, 20])).toBeCloseTo(-33, 1);
    expect(both([-36, 10], [-23, 60], [-36, 10])).toBeCloseTo(-23, 1);
    expect(both([-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10])).toBeCloseTo(-23, 1);
    expect(both([-26, 20], [-20, 20.1], [-26, 20])).toBeCloseTo(-23, 1);
  });

  it.each([
    [[-20, 20], [-30, 20], 10],
    [[-20, 20], [-15, 20], 5],
    [[-40, 20], [-20, 20], 20],
  ] as const)("range of %j and %j is %d LU", (first, second, range) => {
    const tone = toneOf(48_000, first, second);
    expect(measure(48_000, [tone, tone]).range).toBeCloseTo(range, 0);
  });

  it("one channel is counted once; silence and nothing have no number", () => {
    expect(measure(48_000, [toneOf(48_000, [0, 5])]).integrated).toBeCloseTo(-3.01, 1);
    const silent = measure(48_000, [new Float32Array(96_000), new Float32Array(96_000)]);
    expect(silent).toEqual({ integrated: undefined, range: undefined, momentaryMost: undefined, shortTermMost: undefined });
    expect(measure(48_000, [new Float32Array(0)]).integrated).toBeUndefined();
  });

  it("the loudest 400 ms and 3 s", () => {
    const tone = toneOf(48_000, [-40, 5], [-23, 0.4], [-40, 5]);
    const { momentaryMost, shortTermMost } = measure(48_000, [tone, tone]);
    expect(momentaryMost).toBeCloseTo(-23, 1);
    expect(shortTermMost).toBeLessThan(-30);
  });
});
