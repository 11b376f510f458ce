import type { Measures } from "../measure/measure.ts";
import { StereoMeter } from "../measure/stereo-meter.ts";
import { ToneMeter } from "../measure/tone-meter.ts";
import { LoudnessMeter } from "../meters/loudness.ts";
import { TruePeakMeter } from "../meters/true-peak.ts";
import { songRate } from "../song/song-rate.ts";

/**
 * The measures that a balance is judged by, of one stem. A song has many stems: what costs most, its onsets and its SHA-256, is for the mix.
 * Whether a stem has changed is told by sums of its samples.
 */
export class StemEar {
  readonly #loudness = new LoudnessMeter(songRate, 2);
  readonly #peaks = [new TruePeakMeter(), new TruePeakMeter()] as const;
  readonly #stereo = new StereoMeter(songRate);
  readonly #tone = new ToneMeter(songRate);
  #frames = 0;
  #sum = 0;
  #weighted = 0;

  feed(left: Float32Array, right: Float32Array): void {
    this.#loudness.feed([left, right]);
    this.#peaks[0].feed(left);
    this.#peaks[1].feed(right);
    this.#stereo.feed(left, right);
    this.#tone.feed(left, right);
    for (let n = 0; n < left.length; n++) {
      const value = (left[n] as number) + 0.618 * (right[n] as number);
      this.#sum += value;
      this.#weighted += value * ((this.#frames + n) % 8_191);
    }
    this.#frames += left.length;
  }

  end(): Omit<Measures, "onsetsPerSecond"> {
    const peaks = this.#peaks.map(({ decibels }) => decibels).filter((value) => value !== undefined);
    return {
      seconds: this.#frames / songRate,
      frames: this.#frames,
      ...this.#loudness.read(),
      truePeak: peaks.length > 0 ? Math.max(...peaks) : undefined,
      ...this.#stereo.read(),
      ...this.#tone.end(),
      hash: `${this.#sum} ${this.#weighted}`,
    };
  }
}
