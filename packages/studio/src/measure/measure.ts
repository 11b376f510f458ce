import { type Loudness, LoudnessMeter } from "../meters/loudness.ts";
import { TruePeakMeter } from "../meters/true-peak.ts";
import { OnsetMeter } from "./onset-meter.ts";
import { PcmHash } from "./pcm-hash.ts";
import { type Signal, StereoMeter } from "./stereo-meter.ts";
import { type Tone, ToneMeter } from "./tone-meter.ts";

/** What a piece of sound is like, in numbers. Every number that there is none for is undefined, never −Infinity or NaN. */
export interface Measures extends Loudness, Signal, Tone {
  readonly seconds: number;
  readonly frames: number;
  /** dBTP: the highest point between the samples. */
  readonly truePeak: number | undefined;
  readonly onsetsPerSecond: number;
  /** What the sound is called (`PcmHash`). */
  readonly hash: string;
}

/** All measures in one pass, as sound is rendered. Keeps no sound, and some numbers for each tenth of a second. */
export class Measurer {
  readonly #rate: number;
  readonly #loudness: LoudnessMeter;
  readonly #peaks = [new TruePeakMeter(), new TruePeakMeter()] as const;
  readonly #stereo: StereoMeter;
  readonly #tone: ToneMeter;
  readonly #onsets: OnsetMeter;
  readonly #hash = new PcmHash();
  readonly #channels: 1 | 2;
  #frames = 0;

  /** `channels`: one is counted once in loudness, and as both sides elsewhere. */
  constructor(rate: number, channels: 1 | 2 = 2) {
    this.#rate = rate;
    this.#channels = channels;
    this.#loudness = new LoudnessMeter(rate, channels);
    this.#stereo = new StereoMeter(rate);
    this.#tone = new ToneMeter(rate);
    this.#onsets = new OnsetMeter(rate);
  }

  /** The next frames: of one channel the right is not looked at. */
  feed(left: Float32Array, right: Float32Array = left): void {
    const channels = this.#channels === 1 ? [left] : [left, right];
    const other = this.#channels === 1 ? left : right;
    this.#frames += left.length;
    this.#loudness.feed(channels);
    for (const [index, channel] of channels.entries()) this.#peaks[index]?.feed(channel);
    this.#stereo.feed(left, other);
    this.#tone.feed(left, other);
    this.#onsets.feed(left, other);
    this.#hash.feed(channels);
  }

  /** Ends it. */
  end(): Measures {
    const peaks = this.#peaks.map(({ decibels }) => decibels).filter((value) => value !== undefined);
    return {
      seconds: this.#frames / this.#rate,
      frames: this.#frames,
      ...this.#loudness.read(),
      truePeak: peaks.length > 0 ? Math.max(...peaks) : undefined,
      ...this.#stereo.read(),
      ...this.#tone.end(),
      onsetsPerSecond: this.#onsets.end().perSecond,
      hash: this.#hash.end(),
    };
  }
}

/** The measures of sound that is there as a whole, of one or two channels. */
export function measureWhole(channels: readonly Float32Array[], rate: number): Measures {
  const [left = new Float32Array(), right] = channels;
  const measurer = new Measurer(rate, right === undefined ? 1 : 2);
  for (let at = 0; at < left.length; at += pieceFrames)
    measurer.feed(left.subarray(at, at + pieceFrames), right?.subarray(at, at + pieceFrames));
  return measurer.end();
}

const pieceFrames = 16_384;
