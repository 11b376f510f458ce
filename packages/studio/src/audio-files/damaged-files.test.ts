import { expect, it } from "vitest";
import { Random } from "../kernel/random.ts";
import { encodeWhole } from "./audio-encoder.ts";
import { AudioFileError } from "./audio-file-error.ts";
import { decodeAudio } from "./decode-audio.ts";
import { encodeAudio } from "./encode-audio.ts";
import { testSounds } from "./test-sounds.ts";

const rounds = 200;

it.each(["wav", "aiff", "flac"] as const)("%s files with wrong bytes are read or refused, and never break anything", async (kind) => {
  const sound = [testSounds.tone(600), testSounds.noise(600)];
  const seed = encodeWhole(encodeAudio(kind, { rate: 8_000, channels: 2, sample: "s16", dither: undefined }), sound);
  const random = new Random(11);
  const upTo = (most: number): number => Math.floor(random.unit() * most);
  let ended = 0;
  for (let round = 0; round < rounds; round++) {
    // Most of them in the head, where they do the most harm.
    const file = round % 5 === 0 ? seed.slice(0, upTo(seed.length)) : seed.slice();
    for (let n = upTo(4) + 1; n > 0; n--) file[upTo(round % 2 === 0 ? 60 : file.length)] = upTo(256);
    const problem = await decodeAudio(file).then(
      ({ channels, frames }) => (channels.every((data) => data.length === frames && data.every(Number.isFinite)) ? undefined : "no sound"),
      (error: unknown) => (error instanceof AudioFileError ? undefined : error),
    );
    expect(problem).toBeUndefined();
    ended++;
  }
  expect(ended).toBe(rounds);
});
