import { describe, expect, it } from "vitest";
import { resample } from "./resample.ts";

function tone(rate: number, hertz: number, frames: number): Float32Array {
  return Float32Array.from({ length: frames }, (_, n) => 0.5 * Math.sin((2 * Math.PI * hertz * n) / rate + 0.3));
}

/** How far below full scale the greatest error lies, both ends aside, where the sound begins and ends. */
async function errorDecibels(from: number, to: number, hertz: number, ideal: number): Promise<number> {
  const frames = Math.round(from / 4);
  const [made = new Float32Array()] = await resample([tone(from, hertz, frames)], from, to);
  const wanted = tone(to, hertz, made.length);
  let worst = 0;
  const edge = Math.ceil(made.length / 4);
  for (let n = edge; n < made.length - edge; n++) worst = Math.max(worst, Math.abs((made[n] ?? 9) - ideal * (wanted[n] ?? 0)));
  return 20 * Math.log10(worst);
}

describe("resample", () => {
  it.each([
    [48_000, 44_100, 997],
    [44_100, 48_000, 997],
    [44_100, 48_000, 19_500],
    [48_000, 44_100, 19_500],
    [96_000, 44_100, 15_000],
    [22_050, 44_100, 9_000],
    [8_000, 48_000, 3_000],
    [44_100, 44_101, 10_000],
  ])("from %d to %d, a tone of %d Hz stays itself within −120 dB", async (from, to, hertz) => {
    expect(await errorDecibels(from, to, hertz, 1)).toBeLessThan(-120);
  });

  it.each([
    [48_000, 44_100, 23_000],
    [96_000, 44_100, 30_000],
    [96_000, 48_000, 26_500],
    [44_100, 8_000, 5_000],
  ])("from %d to %d, a tone of %d Hz that there is no room for is gone, and no other takes its place", async (from, to, hertz) => {
    expect(await errorDecibels(from, to, hertz, 0)).toBeLessThan(-120);
  });

  it("lengths, constants, and the same rate", async () => {
    const [made = new Float32Array()] = await resample([new Float32Array(4_410).fill(0.25)], 44_100, 48_000);
    expect(made).toHaveLength(4_800);
    expect(Math.abs((made[2_400] ?? 0) - 0.25)).toBeLessThan(1e-7);
    const channels = [new Float32Array(3)];
    expect(await resample(channels, 48_000, 48_000)).toBe(channels);
    expect((await resample(channels, 384_000, 4_000))[0]).toHaveLength(1);
  });

  it("a signal ends it", async () => {
    await expect(resample([new Float32Array(400_000)], 44_100, 48_000, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
  });
});
