/** The lowest and the highest sample of each of so many equal stretches of a sound, over all its channels: what a waveform is drawn from. */
export interface Waveform {
  readonly buckets: number;
  /** Lowest and highest by turns, in 127ths of full scale; what is beyond is cut. */
  readonly values: Int8Array;
}

/** At most as many buckets as there are frames. Throws a RangeError for no bucket or more than 100,000. */
export function peaksOf(channels: readonly Float32Array[], buckets: number): Waveform {
  if (!(buckets >= 1 && buckets <= mostBuckets)) throw new RangeError(`A waveform has 1 to ${mostBuckets} stretches, not ${buckets}`);
  const frames = channels[0]?.length ?? 0;
  const count = Math.min(Math.floor(buckets), frames);
  const values = new Int8Array(count * 2);
  for (let bucket = 0; bucket < count; bucket++) {
    const from = Math.floor((bucket * frames) / count);
    const until = Math.floor(((bucket + 1) * frames) / count);
    let [lowest, highest] = [1, -1];
    for (const data of channels) {
      for (let n = from; n < until; n++) {
        const value = data[n] as number;
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
    }
    values[bucket * 2] = Math.round(Math.max(-1, lowest) * 127);
    values[bucket * 2 + 1] = Math.round(Math.min(1, highest) * 127);
  }
  return { buckets: count, values };
}

/** Wider than any screen. */
const mostBuckets = 100_000;
