import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { testSounds } from "../audio-files/test-sounds.ts";
import { Spectrogram } from "./spectrogram.ts";
import { peaksOf } from "./waveform.ts";

/** The pixels of one of our PNGs, row by row, without their filter bytes. */
function pixelsOf(png: Uint8Array, width: number, height: number): readonly Uint8Array[] {
  const view = new DataView(png.buffer, png.byteOffset);
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) !== "IDAT") continue;
    const rows = inflateSync(png.subarray(at + 8, at + 8 + view.getUint32(at)));
    return Array.from({ length: height }, (_, row) => rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)));
  }
  return [];
}

it("a tone is a bright line at its height, from the time on that it begins", async () => {
  const rate = 44_100;
  const sound = new Float32Array(rate * 4);
  for (let n = rate * 2; n < sound.length; n++) sound[n] = 0.9 * Math.sin((2 * Math.PI * 1_000 * n) / rate);
  const drawing = new Spectrogram(rate, sound.length, { width: 200, height: 128 });
  for (let at = 0; at < sound.length; at += 5_000) drawing.feed(sound.subarray(at, at + 5_000));
  const { png, width, height, hertz, seconds } = await drawing.end();
  expect([width, height, hertz, seconds]).toEqual([200, 128, [30, 20_000], 4]);
  const rows = pixelsOf(png, width, height);
  expect(rows).toHaveLength(128);
  const line = Math.round((1 - Math.log(1_000 / 30) / Math.log(20_000 / 30)) * 127);
  const brightest = (column: number): number =>
    rows.map((row) => row[column] ?? 0).reduce((best, value, row, all) => (value > (all[best] ?? 0) ? row : best), 0);
  for (const column of [120, 150, 190]) expect(Math.abs(brightest(column) - line)).toBeLessThanOrEqual(2);
  for (const column of [5, 50, 94]) expect(Math.max(...rows.map((row) => row[column] ?? 0))).toBe(0);
});

it("no column is left out, however short or long the sound is", async () => {
  for (const frames of [1, 100, 5_000, 50_000, 1_000_000]) {
    const drawing = new Spectrogram(44_100, frames, { width: 64, height: 16 });
    drawing.feed(testSounds.noise(frames));
    const { png, width, height } = await drawing.end();
    const columns = Array.from({ length: width }, (_, x) => Math.max(...pixelsOf(png, width, height).map((row) => row[x] ?? 0)));
    expect(
      columns.filter((value) => value === 0),
      String(frames),
    ).toEqual([]);
  }
  expect(() => new Spectrogram(44_100, 1, { width: 801 })).toThrow(RangeError);
});

it("a waveform has the lowest and the highest of each stretch", () => {
  const channels = [Float32Array.from([0, 0.5, -0.25, 0, 2, 1]), Float32Array.from([0, 0, -1, 0, 0, 0])];
  expect(peaksOf(channels, 3)).toEqual({ buckets: 3, values: Int8Array.from([0, 64, -127, 0, 0, 127]) });
  expect(peaksOf(channels, 1_000).buckets).toBe(6);
  expect(peaksOf([], 10)).toEqual({ buckets: 0, values: new Int8Array() });
  expect(() => peaksOf(channels, 0)).toThrow(RangeError);
  expect(() => peaksOf(channels, 100_001)).toThrow(RangeError);
});
