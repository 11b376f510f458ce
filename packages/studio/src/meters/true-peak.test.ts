import { expect, it } from "vitest";
import { TruePeakMeter } from "./true-peak.ts";

function peakOf(rate: number, hertz: number, degrees: number, gain: number): number | undefined {
  const tone = Float32Array.from({ length: rate }, (_, i) => {
    // Faded at both ends, as the recipes are: an edge overshoots.
    const fade = Math.min(1, i / 2_000, (rate - 1 - i) / 2_000);
    return gain * fade * Math.sin((2 * Math.PI * hertz * i) / rate + (degrees * Math.PI) / 180);
  });
  const meter = new TruePeakMeter();
  for (let at = 0; at < tone.length; at += 997) meter.feed(tone.subarray(at, at + 997));
  return meter.decibels;
}

it.each([
  [4, 0, -6.02],
  [4, 45, -6.02],
  [6, 60, -6.02],
  [8, 67.5, -6.02],
] as const)("a tone at a %dth of the rate from %d° is read within +0.2 and −0.4 dB (Tech 3341, 15 to 18)", (part, degrees, wanted) => {
  for (const rate of [44_100, 48_000]) {
    const read = peakOf(rate, rate / part, degrees, 0.5) ?? Number.NaN;
    expect(read - wanted).toBeLessThan(0.2);
    expect(read - wanted).toBeGreaterThan(-0.4);
  }
});

it("silence has no peak", () => {
  const meter = new TruePeakMeter();
  meter.feed(new Float32Array(1_000));
  expect(meter.decibels).toBeUndefined();
});
