/** Figures of a stretch of audio. All in dB; -Infinity is silence. */
export interface Loudness {
  /** Integrated loudness, LUFS: ITU-R BS.1770-5 with both gates. */
  readonly lufs: number;
  /** Highest sample, dBFS. */
  readonly peak: number;
  /** Highest point between samples too, dBTP: four times oversampled. */
  readonly truePeak: number;
  /** Mean square of all channels, dBFS (a full-scale sine has -3.01). */
  readonly rms: number;
}

export interface MeasureOptions {
  readonly signal?: AbortSignal;
  /** Waits between stretches of a second, so that the page stays alive. */
  readonly pause?: () => Promise<void>;
}

/** Measures stereo or mono audio. Rejects with the signal's reason. */
export async function measure(channels: readonly Float32Array[], sampleRate: number, options: MeasureOptions = {}): Promise<Loudness> {
  const length = channels[0]?.length ?? 0;
  const hop = Math.round(sampleRate / 10);
  const filters = channels.map(() => kWeighting(sampleRate));
  const hops: number[] = [];
  let [peak, truePeak, square] = [0, 0, 0];
  for (let from = 0; from < length; from += hop) {
    const to = Math.min(length, from + hop);
    let energy = 0;
    for (const [index, channel] of channels.entries()) {
      const weigh = filters[index];
      for (let at = from; at < to; at++) {
        const sample = channel[at] ?? 0;
        peak = Math.max(peak, Math.abs(sample));
        square += sample * sample;
        const weighted = weigh?.(sample) ?? 0;
        energy += weighted * weighted;
      }
      truePeak = Math.max(truePeak, truePeakOf(channel, from, to));
    }
    if (to - from === hop) hops.push(energy / hop);
    if (hops.length % 10 === 0) await options.pause?.();
    options.signal?.throwIfAborted();
  }
  return {
    lufs: gated(hops),
    peak: decibels(peak),
    truePeak: decibels(Math.max(peak, truePeak)),
    rms: decibels(Math.sqrt(square / Math.max(1, length * channels.length))),
  };
}

/** An amplitude in dB. */
export function decibels(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}

/** Loudness of 400 ms blocks, three quarters overlapped, gated at -70 LUFS and then 10 LU below what is left. `hops` are mean squares of 100 ms. */
function gated(hops: readonly number[]): number {
  const blocks = hops.slice(3).map((hop, index) => (hop + (hops[index] ?? 0) + (hops[index + 1] ?? 0) + (hops[index + 2] ?? 0)) / 4);
  const loud = blocks.filter((block) => lufs(block) > -70);
  const relative = lufs(mean(loud)) - 10;
  return lufs(mean(loud.filter((block) => lufs(block) > relative)));
}

function lufs(meanSquare: number): number {
  return -0.691 + 10 * Math.log10(meanSquare);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The K filter of BS.1770: a shelf for the head, then a high pass. Its published 48 kHz coefficients come from these analogue figures. */
function kWeighting(sampleRate: number): (sample: number) => number {
  const shelf = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const [gain, shelfQ] = [10 ** (3.999843853973347 / 20), 0.7071752369554196];
  const bump = gain ** 0.4996667741545416;
  const shelfScale = 1 + shelf / shelfQ + shelf * shelf;
  const head = biquad(
    (gain + (bump * shelf) / shelfQ + shelf * shelf) / shelfScale,
    (2 * (shelf * shelf - gain)) / shelfScale,
    (gain - (bump * shelf) / shelfQ + shelf * shelf) / shelfScale,
    (2 * (shelf * shelf - 1)) / shelfScale,
    (1 - shelf / shelfQ + shelf * shelf) / shelfScale,
  );
  const pass = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const passQ = 0.5003270373238773;
  const passScale = 1 + pass / passQ + pass * pass;
  const low = biquad(1, -2, 1, (2 * (pass * pass - 1)) / passScale, (1 - pass / passQ + pass * pass) / passScale);
  return (sample) => low(head(sample));
}

function biquad(b0: number, b1: number, b2: number, a1: number, a2: number): (sample: number) => number {
  let [one, two] = [0, 0];
  return (sample) => {
    const out = b0 * sample + one;
    one = b1 * sample - a1 * out + two;
    two = b2 * sample - a2 * out;
    return out;
  };
}

/** The highest of three points between each two samples, by a windowed sinc of 12 taps. */
function truePeakOf(channel: Float32Array, from: number, to: number): number {
  let highest = 0;
  for (let at = Math.max(TAPS, from); at < Math.min(to, channel.length - TAPS); at++) {
    // Between two quiet samples no peak can hide that would be the highest.
    if (Math.abs(channel[at] ?? 0) < highest * 0.5 && Math.abs(channel[at + 1] ?? 0) < highest * 0.5) continue;
    for (const taps of between) {
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += (taps[tap] ?? 0) * (channel[at + 1 - TAPS + tap] ?? 0);
      highest = Math.max(highest, Math.abs(sum));
    }
  }
  return highest;
}

const TAPS = 6;
const between = [0.25, 0.5, 0.75].map((shift) =>
  Float32Array.from({ length: 2 * TAPS }, (_, tap) => {
    const x = tap - TAPS + 1 - shift;
    const sinc = Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS + 0.5)));
  }),
);
