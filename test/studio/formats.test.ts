import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AudioDecoder,
  type EncodedKind,
  type EncodedSample,
  encodeAudio,
  encodeWhole,
  encodedKinds,
  decodeHere,
} from "@jackfield/studio";
import { withFfmpeg } from "@jackfield/studio/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldOf } from "../../packages/studio/src/audio-files/fold-down.ts";
import { bytesOf, ffmpeg, ffmpegSamples, missingTools, run, sourceFrames, sourceSound, writeSource } from "./audio-tools.ts";
import { type DecodedFormat, decodedFormats } from "./decoded-formats.ts";

const missing = missingTools();
let folder: string;
let sources: Readonly<Record<DecodedFormat["channels"], string>>;
let checked = 0;

const decode: AudioDecoder = withFfmpeg(decodeHere, {
  ffmpeg: "/usr/bin/ffmpeg",
  keep: async (bytes) => {
    const path = join(folder, "kept");
    await writeFile(path, bytes);
    return { path, [Symbol.asyncDispose]: () => rm(path) };
  },
});

describe.skipIf(missing.length > 0)(
  `every kind of file, beside ffmpeg, sox and flac${missing.length > 0 ? `: without ${missing.join(", ")}` : ""}`,
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "studio-formats-"));
      const [one, two] = [await writeSource(folder, 1), await writeSource(folder, 2)];
      const six = join(folder, "source-6.wav");
      const pan = "pan=5.1|c0=c0|c1=c1|c2=0.5*c0+0.5*c1|c3=0.3*c0|c4=0.7*c1|c5=0.6*c0";
      await ffmpeg("-i", two, "-af", pan, "-c:a", "pcm_s16le", six);
      sources = { 1: one, 2: two, 6: six };
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it.each(decodedFormats)("reads $name", async (format) => {
      const file = join(folder, `decoded.${format.extension}`);
      const piped = format.make.at(-1) === "pipe:1";
      const made = await ffmpeg("-i", sources[format.channels], ...format.make, ...(piped ? [] : [file]));
      if (piped) await writeFile(file, made);
      const decoded = await decode(await bytesOf(file));
      const theirs = folded(await ffmpegSamples(file, format.channels));
      expect(decoded.format).toMatchObject({ codec: format.codec, channels: format.channels });
      expect(decoded.format.bits).toBe(format.bits);
      expect(decoded.frames).toBe(format.frames === "source" ? sourceFrames : theirs[0]?.length);
      expect(decoded.channels.map((data) => data.length)).toEqual(theirs.map(() => decoded.frames));
      expect(furthest(decoded.channels, theirs)).toBeLessThanOrEqual(format.channels === 6 ? Math.max(format.within, 1e-6) : format.within);
      checked++;
    });

    const written = (Object.keys(encodedKinds) as EncodedKind[]).flatMap((kind) =>
      encodedKinds[kind].samples.flatMap((sample: EncodedSample) => ([1, 2] as const).map((channels) => ({ kind, sample, channels }))),
    );

    it.each(written)("writes $kind of $sample, $channels channels", async ({ kind, sample, channels }) => {
      const sound = sourceSound(channels);
      const file = join(folder, `encoded.${kind}`);
      await writeFile(file, encodeWhole(encodeAudio(kind, { rate: 44_100, channels, sample, dither: undefined }), sound));
      const theirs = await ffmpegSamples(file, channels);
      expect(theirs.map((data) => data.length)).toEqual(sound.map(() => sourceFrames));
      // The source is whole numbers of 16 bits: every kind of file holds them as they are.
      expect(furthest(sound, theirs)).toBe(0);
      expect((await run("soxi", ["-s", file])).toString().trim()).toBe(String(sourceFrames));
      expect((await run("soxi", ["-r", file])).toString().trim()).toBe("44100");
      expect((await run("soxi", ["-c", file])).toString().trim()).toBe(String(channels));
      // `flac -t` says nothing, and ends well, where the checksum of all samples is right; -w makes a warning end it badly.
      if (kind === "flac") await run("flac", ["-t", "-s", "-w", file]);
      checked++;
    });

    it("no fewer than forty rows have been checked", () => {
      expect(decodedFormats.length + written.length).toBeGreaterThanOrEqual(40);
      expect(checked).toBe(decodedFormats.length + written.length);
    });
  },
);

function folded(channels: readonly Float32Array[]): readonly Float32Array[] {
  if (channels.length <= 2) return channels;
  const fold = foldOf(channels.length);
  const frames = channels[0]?.length ?? 0;
  return [0, 1].map((side) =>
    Float32Array.from({ length: frames }, (_, n) =>
      channels.reduce((sum, data, index) => sum + (data[n] ?? 0) * (fold[index]?.[side] ?? 0), 0),
    ),
  );
}

/** Over as many frames as the first has. */
function furthest(ours: readonly Float32Array[], theirs: readonly Float32Array[]): number {
  let worst = 0;
  for (const [channel, data] of ours.entries())
    for (let n = 0; n < data.length; n++) worst = Math.max(worst, Math.abs((data[n] ?? 9) - (theirs[channel]?.[n] ?? 9)));
  return worst;
}
