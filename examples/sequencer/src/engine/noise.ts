/** Noise that is the same every time for a seed, so that two renders can be compared: mulberry32, -1 to 1. */
export function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** Two seconds of white noise. */
export function noiseBuffer(context: BaseAudioContext, seed: number): AudioBuffer {
  const next = noise(seed);
  return filled(context, 2, 1, () => next());
}

/** Six square waves at the ratios of a struck cymbal: the body of both hats. */
export function metalBuffer(context: BaseAudioContext): AudioBuffer {
  const pitches = [205.3, 304.4, 369.6, 522.7, 540, 800];
  return filled(
    context,
    1.5,
    1,
    (seconds) => pitches.reduce((sum, pitch) => sum + ((seconds * pitch * 2) % 2 < 1 ? 1 : -1), 0) / pitches.length,
  );
}

/** A small bright room: noise that dies away and darkens as it does. */
export function roomBuffer(context: BaseAudioContext): AudioBuffer {
  const [left, right] = [noise(11), noise(12)];
  const held = [0, 0];
  return filled(context, 1.7, 2, (seconds, channel) => {
    const raw = (channel === 0 ? left : right)() * 10 ** (-1.9 * seconds);
    const dark = Math.min(0.92, 0.35 + seconds * 0.7);
    const value = (held[channel] ?? 0) * dark + raw * (1 - dark);
    held[channel] = value;
    return seconds < 0.008 ? 0 : value;
  });
}

function filled(
  context: BaseAudioContext,
  seconds: number,
  channels: number,
  at: (seconds: number, channel: number) => number,
): AudioBuffer {
  const buffer = context.createBuffer(channels, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  for (let channel = 0; channel < channels; channel++) {
    const data = buffer.getChannelData(channel);
    for (let index = 0; index < data.length; index++) data[index] = at(index / context.sampleRate, channel);
  }
  return buffer;
}
