import { describe, expect, it } from "vitest";
import { encodePieces, encodeWhole } from "./audio-encoder.ts";
import { decodeAudio } from "./decode-audio.ts";
import { encodeAudio } from "./encode-audio.ts";
import { encodeFlac } from "./encode-flac.ts";
import { joinBytes } from "./join-bytes.ts";
import { differenceOf, testSounds } from "./test-sounds.ts";

const options = { rate: 44_100, channels: 2, sample: "s24", dither: undefined } as const;

describe("FLAC", () => {
  it.each(Object.entries(testSounds))("%s is read back as it was, at every length", async (name, sound) => {
    for (const frames of [1, 2, 5, 17, 4_096, 4_099]) {
      // The other channel is another sound, the same one turned over, or the very same: every way of joining two has its turn.
      for (const other of [testSounds.tone(frames), sound(frames).map((value) => -value), sound(frames)]) {
        for (const sample of ["s16", "s24"] as const) {
          const channels = [sound(frames), other];
          const { channels: back, format } = await decodeAudio(encodeWhole(encodeFlac({ ...options, sample }), channels));
          const step = sample === "s16" ? 1 / 32_768 : 1 / 8_388_608;
          expect(differenceOf(channels, back), `${name} ${frames} ${sample}`).toBeLessThanOrEqual(step);
          expect(format).toEqual({ container: "flac", codec: "flac", bits: sample === "s16" ? 16 : 24, channels: 2 });
          // What it gives is whole numbers of so many bits: encoded again they are the same.
          const again = await decodeAudio(encodeWhole(encodeFlac({ ...options, sample }), back));
          expect(differenceOf(back, again.channels), `${name} ${frames} ${sample} again`).toBe(0);
        }
      }
    }
  });

  it("packs what can be packed", () => {
    const size = (sound: Float32Array): number =>
      encodeWhole(encodeFlac({ ...options, channels: 1, sample: "s16" }), [sound]).length / sound.length;
    expect(size(testSounds.silence(40_960))).toBeLessThan(0.01);
    expect(size(testSounds.tone(40_960))).toBeLessThan(0.5);
    expect(size(testSounds.noise(40_960))).toBeLessThan(2.01);
  });

  it("pieces of any length give the same file", async () => {
    const channels = [testSounds.tone(30_000), testSounds.noise(30_000)];
    const whole = encodeWhole(encodeFlac(options), channels);
    function* cut(): Generator<readonly Float32Array[]> {
      for (let at = 0; at < 30_000; at += 1_234) yield channels.map((data) => data.subarray(at, at + 1_234));
    }
    const write = async (frames: number): Promise<Uint8Array> => {
      const pieces: Uint8Array[] = [];
      for await (const piece of encodePieces(encodeFlac(options), frames, cut())) pieces.push(piece);
      return joinBytes(pieces);
    };
    expect(await write(30_000)).toEqual(whole);
    await expect(write(29_999)).rejects.toThrow("30000 frames came, not 29999");
  });

  it("what is damaged or cut ends it, with what came before", async () => {
    const channels = [testSounds.tone(20_000), testSounds.noise(20_000)];
    const file = encodeWhole(encodeFlac(options), channels);
    const cut = await decodeAudio(file.subarray(0, file.length - 5_000));
    expect(cut.frames).toBe(16_384);
    expect(cut.notes).toEqual(["The file is damaged after 16384 samples; what comes before was read"]);
    const damaged = file.slice();
    damaged[file.length - 100] = (damaged[file.length - 100] ?? 0) ^ 1;
    expect((await decodeAudio(damaged)).notes).toEqual(["The file is damaged after 16384 samples; what comes before was read"]);
    const early = file.slice();
    early[60] = (early[60] ?? 0) ^ 1;
    await expect(decodeAudio(early)).rejects.toMatchObject({ problem: "damaged" });
  });

  it("a length that is only promised takes no room", async () => {
    const file = encodeWhole(encodeFlac(options), [testSounds.tone(100), testSounds.tone(100)]);
    // The count of frames: 36 bits from the lower half of byte 21 on.
    file.set([0xff, 0xff, 0xff, 0xff], 22);
    const { frames, notes } = await decodeAudio(file);
    expect([frames, notes]).toEqual([100, ["The file says that it has 4294967295 samples a channel; 100 are there"]]);
  });
});

it("a kind of file refuses samples that it does not hold", () => {
  expect(() => encodeAudio("flac", { ...options, sample: "f32" })).toThrow("A flac file holds samples of s16 or s24");
  expect(() => encodeFlac(options).feed([new Float32Array(3)])).toThrow("2 channels of one length are written, not 1");
});
