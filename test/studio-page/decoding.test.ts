import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeHere, encodeAudio, encodeWhole, sampleHash } from "@jackfield/studio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesOf, ffmpeg, missingTools, sourceSound } from "../studio/audio-tools.ts";
import { type Opened, type Stage, openStage } from "./stage.ts";

const missing = missingTools();

/** What a file decodes to in the page's own worker: SHA-256 over rate, channels and samples as `sampleHash` takes it, or what was said. */
const inPage = async ([bytes, rate]: readonly [readonly number[], number | undefined]): Promise<{
  readonly message?: string;
  readonly frames?: number;
  readonly pcm?: readonly (readonly number[])[];
}> => {
  const worker = new Worker("/assets/studio-decode.js", { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => {
        if (data.is !== "decoded") return resolve({ message: data.message });
        resolve({ frames: data.decoded.frames, pcm: data.decoded.channels.map((channel: Float32Array) => [...channel]) });
      };
      worker.postMessage({ bytes: Uint8Array.from(bytes), rate });
    });
  } finally {
    worker.terminate();
  }
};

const kinds = {
  "music.mp3": ["-b:a", "96k"],
  "music.ogg": ["-c:a", "libvorbis"],
  "music.opus": ["-c:a", "libopus"],
  "music.flac": [],
  "music.aiff": ["-c:a", "pcm_s24be"],
} as const;

describe.skipIf(missing.length > 0)(`files read in the page${missing.length > 0 ? `: without ${missing.join(", ")}` : ""}`, () => {
  let stage: Stage;
  let opened: Opened;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "studio-decoding-"));
    stage = await openStage();
    opened = await stage.open();
  });
  afterAll(async () => {
    await stage[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(kinds))("%s is the same to the bit as in Node, under the page's own policy", async (name, words) => {
    const wav = join(folder, "source.wav");
    const sound = sourceSound(2).map((data) => data.subarray(0, 9_001));
    await writeFile(wav, encodeWhole(encodeAudio("wav", { rate: 44_100, channels: 2, sample: "s16", dither: undefined }), sound));
    const file = join(folder, name);
    await ffmpeg("-i", wav, ...words, file);
    const bytes = await bytesOf(file);
    for (const rate of [undefined, 32_000]) {
      const here = await decodeHere(bytes, rate === undefined ? {} : { rate });
      const there = await opened.page.evaluate(inPage, [[...bytes], rate] as const);
      expect(there.message).toBeUndefined();
      expect(there.frames).toBe(here.frames);
      expect(
        sampleHash(
          (there.pcm ?? []).map((channel) => Float32Array.from(channel)),
          here.rate,
        ),
      ).toBe(sampleHash(here.channels, here.rate));
    }
    expect(opened.complaints).toEqual([]);
  });
});
