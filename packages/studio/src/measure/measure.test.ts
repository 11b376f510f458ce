import { describe, expect, it } from "vitest";
import { testSounds } from "../audio-files/test-sounds.ts";
import { Measurer, measureWhole } from "./measure.ts";
import { type BandName, bands } from "./tone-meter.ts";

const rate = 44_100;

function tone(hertz: number, seconds: number, gain = 0.5): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, n) => gain * Math.sin((2 * Math.PI * hertz * n) / rate));
}

describe("what a sound is like", () => {
  it.each(Object.entries(bands))("%s is where a tone in the middle of it is", (name, [from, to]) => {
    const hertz = Math.sqrt(from * to);
    const { bands: shares, centroidHz } = measureWhole([tone(hertz, 2)], rate);
    expect(shares[name as BandName]).toBeGreaterThan(-0.2);
    const others = Object.entries(shares).filter(([other]) => other !== name);
    expect(others).toHaveLength(7);
    for (const [, share] of others) expect(share ?? -200).toBeLessThan(-10);
    expect(Math.abs((centroidHz ?? 0) / hertz - 1)).toBeLessThan(0.1);
  });

  it("stereo: the same on both sides, nothing in common, one turned over, one side alone", () => {
    const [one, other] = [testSounds.noise(50_000), testSounds.noise(50_001).subarray(1)];
    const stereo = (left: Float32Array, right: Float32Array): readonly (number | undefined)[] => {
      const { correlation, width } = measureWhole([left, right], rate);
      return [correlation, width].map((value) => (value === undefined ? undefined : Math.round(value * 20) / 20 + 0));
    };
    expect(stereo(one, one)).toEqual([1, 0]);
    expect(stereo(one, other)).toEqual([0, 0.5]);
    expect(
      stereo(
        one,
        one.map((value) => -value),
      ),
    ).toEqual([-1, 1]);
    expect(stereo(one, new Float32Array(50_000))).toEqual([undefined, 0.5]);
  });

  it.each([1, 4, 8])("%d beginnings a second are counted, and a held tone has one", (perSecond) => {
    const hits = new Float32Array(rate * 8);
    for (let hit = 0; hit < 8 * perSecond; hit++)
      for (let n = 0; n < 4_000; n++)
        hits[Math.round((hit * rate) / perSecond) + 1_000 + n] = Math.sin(n * 0.06 * (1 + (hit % 3))) * Math.exp(-n / 900) * 0.4;
    expect(measureWhole([hits], rate).onsetsPerSecond).toBeCloseTo(perSecond, 0);
    expect(measureWhole([tone(440, 8)], rate).onsetsPerSecond).toBeLessThanOrEqual(1 / 8);
  });

  it("peaks, clipping, offset, silence around it", () => {
    const sound = new Float32Array(rate * 3);
    sound.set(tone(100, 1, 0.5), rate);
    sound[rate + 50] = 1.5;
    const measures = measureWhole([sound, sound.map((value) => value * 0.5)], rate);
    expect(measures).toMatchObject({ seconds: 3, frames: rate * 3, clipped: 1, silent: false });
    expect(measures.samplePeak).toBeCloseTo(3.52, 2);
    expect(measures.truePeak ?? 0).toBeGreaterThan(3.5);
    expect(measures.silentStart).toBeCloseTo(1, 3);
    expect(measures.silentEnd).toBeCloseTo(1, 3);
    const offset = measureWhole([testSounds.constant(rate), testSounds.silence(rate)], rate);
    expect(offset.dc).toEqual([-0.25, 0]);
  });

  it("silence, and nothing at all, have no numbers where there are none", () => {
    for (const seconds of [0, 2]) {
      const { hash, bands: shares, ...measures } = measureWhole([new Float32Array(rate * seconds), new Float32Array(rate * seconds)], rate);
      expect(measures).toEqual({
        seconds,
        frames: rate * seconds,
        integrated: undefined,
        range: undefined,
        momentaryMost: undefined,
        shortTermMost: undefined,
        truePeak: undefined,
        samplePeak: undefined,
        correlation: undefined,
        width: undefined,
        dc: [0, 0],
        clipped: 0,
        silent: true,
        silentStart: seconds,
        silentEnd: seconds,
        centroidHz: undefined,
        onsetsPerSecond: 0,
      });
      expect(Object.values(shares)).toEqual(Array.from({ length: 8 }));
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it("pieces of any length measure the same", () => {
    const sound = [testSounds.noise(60_000), testSounds.tone(60_000)] as const;
    const whole = measureWhole(sound, rate);
    const measurer = new Measurer(rate);
    for (let at = 0; at < 60_000; at += 997) measurer.feed(sound[0].subarray(at, at + 997), sound[1].subarray(at, at + 997));
    expect(measurer.end()).toEqual(whole);
  });
});
