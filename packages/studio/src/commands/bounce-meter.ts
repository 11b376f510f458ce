import type { JsonObject } from "@jackfield/contract";
import { PcmHash } from "../measure/pcm-hash.ts";
import { StereoMeter } from "../measure/stereo-meter.ts";
import { LoudnessMeter } from "../meters/loudness.ts";
import { TruePeakMeter } from "../meters/true-peak.ts";
import { songRate } from "../song/song-rate.ts";

/** What is measured of every file that is bounced, as it goes out: how loud it is, and what its sound is called. */
export class BounceMeter {
  readonly #loudness = new LoudnessMeter(songRate, 2);
  readonly #left = new TruePeakMeter();
  readonly #right = new TruePeakMeter();
  readonly #stereo = new StereoMeter(songRate);
  readonly #hash = new PcmHash();
  #frames = 0;

  feed(left: Float32Array, right: Float32Array): void {
    this.#frames += left.length;
    this.#loudness.feed([left, right]);
    this.#left.feed(left);
    this.#right.feed(right);
    this.#stereo.feed(left, right);
    this.#hash.feed([left, right]);
  }

  /** Ends it. Null where there is no number: the sound is silent, or too short. */
  end(): JsonObject & { readonly pcm_sha256: string } {
    const { integrated, range, momentaryMost, shortTermMost } = this.#loudness.read();
    const { samplePeak, silent } = this.#stereo.read();
    const peaks = [this.#left.decibels, this.#right.decibels].filter((value) => value !== undefined);
    return {
      seconds: Math.round((this.#frames * 1_000) / songRate) / 1_000,
      frames: this.#frames,
      rate: songRate,
      peak_dbfs: rounded(samplePeak),
      true_peak_dbtp: rounded(peaks.length === 0 ? undefined : Math.max(...peaks)),
      integrated_lufs: rounded(integrated),
      loudness_range_lu: rounded(range),
      momentary_max_lufs: rounded(momentaryMost),
      short_term_max_lufs: rounded(shortTermMost),
      silent,
      pcm_sha256: this.#hash.end(),
    };
  }
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 100) / 100;
}
