import { describe, expect, it } from "vitest";
import { encodeWhole } from "../audio-files/audio-encoder.ts";
import { encodeAudio } from "../audio-files/encode-audio.ts";
import { differenceOf, testSounds } from "../audio-files/test-sounds.ts";
import { decodeHere } from "../audio-decoder.ts";
import { decodeOver } from "../hosts/decode-over.ts";
import { openPort, threadDecoder } from "./thread-decoder.ts";

const sound = [testSounds.tone(20_000), testSounds.noise(20_000)];
const file = encodeWhole(encodeAudio("flac", { rate: 44_100, channels: 2, sample: "s24", dither: undefined }), sound);

describe("threadDecoder", () => {
  it("gives what is read here, to the bit, at the file's rate and at another", async () => {
    for (const options of [{}, { rate: 48_000 }]) {
      const [here, there] = [await decodeHere(file, options), await threadDecoder(file, options)];
      expect(differenceOf(here.channels, there.channels)).toBe(0);
      expect({ ...there, channels: [] }).toEqual({ ...here, channels: [] });
    }
  });

  it("sends no more than the file of what lies around it", async () => {
    const around = new Uint8Array(file.length + 20);
    around.set(file, 10);
    expect((await threadDecoder(around.subarray(10, 10 + file.length))).frames).toBe(20_000);
  });

  it("refuses with the reader's own words", async () => {
    await expect(threadDecoder(new Uint8Array())).rejects.toMatchObject({
      name: "AudioFileError",
      problem: "empty",
      message: "The file is empty",
    });
  });

  it("a signal ends it, and so does time", async () => {
    const controller = new AbortController();
    const reading = threadDecoder(file, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    // One that is told nothing works for ever, as far as anyone outside can see.
    const deaf = decodeOver((ears) => ({ ...openPort(ears), tell: () => undefined }), 50);
    await expect(deaf(file)).rejects.toMatchObject({ problem: "damaged", message: "The file could not be read in 0.05 seconds" });
  });
});
