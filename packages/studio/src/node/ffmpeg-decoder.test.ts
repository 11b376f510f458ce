import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeHere } from "../audio-decoder.ts";
import { encodeWhole } from "../audio-files/audio-encoder.ts";
import { encodeAudio } from "../audio-files/encode-audio.ts";
import { bytesOf } from "../audio-files/test-bytes.ts";
import { testSounds } from "../audio-files/test-sounds.ts";
import { type FfmpegOptions, withFfmpeg } from "./ffmpeg-decoder.ts";

const mp4 = bytesOf([0, 0, 0, 24], "ftypM4A ", [0, 0, 2, 0], "isomiso2");
let folder: string;
let dropped = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studio-ffmpeg-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program in ffmpeg's place. */
async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const keep: FfmpegOptions["keep"] = async (bytes) => {
  const path = join(folder, "kept file");
  await writeFile(path, bytes);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      dropped++;
      await rm(path);
    },
  };
};

describe("withFfmpeg", () => {
  it("gives what the program writes, and it gets the file, what it is, and no environment", async () => {
    const wav = encodeWhole(encodeAudio("wav", { rate: 44_100, channels: 1, sample: "f32", dither: undefined }), [testSounds.tone(500)]);
    await writeFile(join(folder, "out.wav"), wav);
    const seen = join(folder, "seen");
    const ffmpeg = await program("good", `printf '%s\\n' "$@" > ${seen}\n/usr/bin/env >> ${seen}\n/bin/cat ${join(folder, "out.wav")}`);
    const before = dropped;
    const decoded = await withFfmpeg(decodeHere, { ffmpeg, keep })(mp4);
    expect([decoded.frames, decoded.format, decoded.notes]).toEqual([
      500,
      { container: "mp4", codec: "ffmpeg", channels: 1 },
      ["Read by ffmpeg"],
    ]);
    expect(dropped).toBe(before + 1);

    const said = (await readFile(seen, "utf8")).split("\n");
    expect(said).toEqual(expect.arrayContaining(["-protocol_whitelist", "file,pipe", "mov", `file:${join(folder, "kept file")}`]));
    // The shell itself sets the last ones.
    expect(said.filter((line) => /^(HOME|PATH|USER|NODE)/.test(line) && !line.startsWith("PATH="))).toEqual([]);
  });

  it.each([
    ["fails", "exit 1", 60_000, "ffmpeg cannot read the file"],
    ["writes nothing", "exit 0", 60_000, "ffmpeg cannot read the file"],
    ["never ends", "while :; do /bin/sleep 0.1; done", 200, "ffmpeg could not read the file in 0.2 seconds"],
    ["never stops writing", "exec /bin/cat /dev/zero", 60_000, "The sound in the file is longer than what is read here"],
  ])("a program that %s", async (name, script, decodeMs, message) => {
    const ffmpeg = await program(name.replaceAll(" ", "-"), script);
    const before = dropped;
    await expect(withFfmpeg(decodeHere, { ffmpeg, keep, decodeMs })(mp4)).rejects.toThrow(message);
    expect(dropped).toBe(before + 1);
  });

  it("a signal kills it", async () => {
    const ffmpeg = await program("slow", "exec /bin/sleep 60");
    await expect(withFfmpeg(decodeHere, { ffmpeg, keep })(mp4, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  it("says what to install; other refusals are the decoder's own", async () => {
    await expect(withFfmpeg(decodeHere, { ffmpeg: undefined, keep })(mp4)).rejects.toThrow(
      "AAC or ALAC is read by ffmpeg, which is not installed: install it, or convert the file to FLAC or WAV",
    );
    await expect(withFfmpeg(decodeHere, { ffmpeg: join(folder, "nowhere"), keep })(mp4)).rejects.toThrow("ffmpeg cannot be started");
    await expect(withFfmpeg(decodeHere, { ffmpeg: join(folder, "nowhere"), keep })(bytesOf("Dear Ann"))).rejects.toThrow(
      "This is no recording",
    );
  });
});
