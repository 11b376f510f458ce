import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { encodeAudio, encodeWhole } from "@jackfield/studio";
import { Random } from "../../packages/studio/src/kernel/random.ts";

/** The programs that recordings are made by and compared with. */
export const audioTools = ["ffmpeg", "sox", "soxi", "flac"] as const;

/** Those that this machine lacks. */
export function missingTools(): readonly string[] {
  return audioTools.filter((tool) => spawnSync(tool, ["--version"], { stdio: "ignore" }).error !== undefined);
}

const execute = promisify(execFile);

/** Runs one of them. Throws with what it said where it fails. */
export async function run(tool: (typeof audioTools)[number], words: readonly string[]): Promise<Buffer> {
  const { stdout } = await execute(tool, words, { encoding: "buffer", maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}

export async function ffmpeg(...words: readonly string[]): Promise<Buffer> {
  return await run("ffmpeg", ["-nostdin", "-v", "error", "-y", ...words]);
}

/** What ffmpeg decodes a file to: its channels as floats. Opus by libopus, which it rounds to 16 bits: its own decoder is 70 dB away from it. */
export async function ffmpegSamples(file: string, channels: number): Promise<readonly Float32Array[]> {
  const raw = await ffmpeg(...(file.endsWith(".opus") ? ["-c:a", "libopus"] : []), "-i", file, "-f", "f32le", "-c:a", "pcm_f32le", "-");
  const all = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: all.length / channels }, (__, frame) => all[frame * channels + channel] ?? 0),
  );
}

/** Frames of an odd length, so that no block, packet or pad hides that one is missing. */
export const sourceFrames = 44_321;

/** Sound of so many channels, each another: a tone that rises, with some noise. Whole numbers of 16 bits. */
export function sourceSound(channels: number): readonly Float32Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const random = new Random(channel + 1);
    return Float32Array.from({ length: sourceFrames }, (__, n) => {
      const tone = 0.4 * Math.sin((2 * Math.PI * (200 + 90 * channel + n / 100) * n) / 44_100);
      return Math.round((tone + 0.02 * random.signed()) * 32_768) / 32_768;
    });
  });
}

/** A WAV file of it, of one or two channels, for the programs to make others of. */
export async function writeSource(folder: string, channels: 1 | 2): Promise<string> {
  const file = join(folder, `source-${channels}.wav`);
  const wav = encodeAudio("wav", { rate: 44_100, channels, sample: "s16", dither: undefined });
  await writeFile(file, encodeWhole(wav, sourceSound(channels)));
  return file;
}

export async function bytesOf(file: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(file));
}
