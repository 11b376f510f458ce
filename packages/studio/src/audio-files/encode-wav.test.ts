import { expect, it } from "vitest";
import { type EncodedSample, encodeWhole } from "./audio-encoder.ts";
import { decodeAudio } from "./decode-audio.ts";
import { encodeWav } from "./encode-wav.ts";
import { Random } from "../kernel/random.ts";

/** Noise of so many channels, to full scale and 10 % beyond. */
function noise(channels: number, frames: number): Float32Array[] {
  const random = new Random(7);
  return Array.from({ length: channels }, () => Float32Array.from({ length: frames }, () => random.signed() * 1.1));
}

it.each([
  ["s16", 1, 1 / 32_768],
  ["s16", 2, 1 / 32_768],
  ["s24", 1, 1 / 8_388_608],
  ["s24", 2, 1 / 8_388_608],
  ["f32", 1, 0],
  ["f32", 2, 0],
] as const)("%s of %d channels is read back as it was", async (sample: EncodedSample, channels: 1 | 2, step) => {
  const sound = noise(channels, 70_001);
  const file = encodeWhole(encodeWav({ rate: 48_000, channels, sample, dither: undefined }), sound);
  const back = await decodeAudio(file);
  expect([back.rate, back.frames, back.channels.length, back.notes]).toEqual([48_000, 70_001, channels, []]);
  for (const [index, data] of sound.entries()) {
    const worst = data.reduce((most, value, frame) => {
      const cut = step === 0 ? value : Math.max(-1, Math.min(1 - step, value));
      return Math.max(most, Math.abs((back.channels[index]?.[frame] ?? 9) - cut));
    }, 0);
    expect(worst).toBeLessThanOrEqual(step * 0.51);
  }
});

it("clipped samples are counted, dither is the same for the same seed and has no offset", () => {
  const encoder = encodeWav({ rate: 44_100, channels: 1, sample: "s16", dither: 3 });
  encoder.feed([Float32Array.from([2, -2, 1, -1, 0.5])]);
  encoder.end();
  expect([encoder.frames, encoder.clipped]).toEqual([5, 2]);

  const quiet = [new Float32Array(100_000).fill(0.3 / 32_768)];
  const write = (dither: number | undefined): Uint8Array =>
    encodeWhole(encodeWav({ rate: 44_100, channels: 1, sample: "s16", dither }), quiet);
  expect(write(1)).toEqual(write(1));
  expect(write(1)).not.toEqual(write(2));
  const values = new Int16Array(write(1).slice(44).buffer);
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.3, 2);
  expect(new Int16Array(write(undefined).slice(44).buffer).every((value) => value === 0)).toBe(true);
});

it("other channels than it was made for are refused", () => {
  const encoder = encodeWav({ rate: 44_100, channels: 2, sample: "s16", dither: undefined });
  expect(() => encoder.feed([new Float32Array(4)])).toThrow(RangeError);
});
