import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What ffmpeg's `ebur128` says: the highest of its curves, and its last word on the whole. True peaks it gives as gains. */
export interface FfmpegLoudness {
  readonly integrated: number;
  readonly range: number;
  readonly momentaryMost: number;
  readonly shortTermMost: number;
  readonly truePeak: number;
  /** Lines of numbers that it wrote: one for each tenth of a second. */
  readonly frames: number;
}

const run = promisify(execFile);

export async function ffmpegVersion(): Promise<string> {
  const { stdout } = await run("ffmpeg", ["-version"]);
  return /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? "";
}

/** Measures a file. Throws where ffmpeg does. */
export async function ffmpegLoudness(file: string, signal: AbortSignal): Promise<FfmpegLoudness> {
  const filter = "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-";
  const { stdout } = await run("ffmpeg", ["-nostdin", "-v", "error", "-i", file, "-af", filter, "-f", "null", "-"], {
    maxBuffer: 64 * 1024 * 1024,
    signal,
  });
  const values = (key: string): number[] =>
    [...stdout.matchAll(new RegExp(`^lavfi\\.r128\\.${key}=(.+)$`, "gm"))].map(([, text]) =>
      text === "-inf" ? Number.NEGATIVE_INFINITY : Number(text),
    );
  // Of silence it takes the logarithm of a little less than nothing.
  const most = (list: readonly number[]): number => Math.max(...list.filter((value) => !Number.isNaN(value)));
  const momentary = values("M");
  return {
    integrated: values("I").at(-1) ?? Number.NaN,
    range: values("LRA").at(-1) ?? Number.NaN,
    momentaryMost: most(momentary),
    shortTermMost: most(values("S")),
    truePeak: 20 * Math.log10(most(values("true_peaks_ch\\d+"))),
    frames: momentary.length,
  };
}
