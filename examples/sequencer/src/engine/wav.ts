/** A WAV file of 16 bits with triangular dither, stereo or mono. The dither is the same every time. */
export function wavOf(channels: readonly Float32Array[], sampleRate: number, dither: () => number): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const block = channels.length * 2;
  const file = new DataView(new ArrayBuffer(44 + frames * block));
  const tag = (at: number, name: string): void =>
    Array.from(name).forEach((letter, index) => file.setUint8(at + index, letter.charCodeAt(0)));
  tag(0, "RIFF");
  file.setUint32(4, 36 + frames * block, true);
  tag(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true); // PCM
  file.setUint16(22, channels.length, true);
  file.setUint32(24, sampleRate, true);
  file.setUint32(28, sampleRate * block, true);
  file.setUint16(32, block, true);
  file.setUint16(34, 16, true);
  tag(36, "data");
  file.setUint32(40, frames * block, true);
  for (let frame = 0; frame < frames; frame++) {
    for (const [index, channel] of channels.entries()) {
      const sample = (channel[frame] ?? 0) * 32_767 + (dither() + dither()) / 2;
      file.setInt16(44 + frame * block + index * 2, Math.max(-32_768, Math.min(32_767, Math.round(sample))), true);
    }
  }
  return new Uint8Array(file.buffer);
}
