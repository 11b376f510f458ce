import { Sha256 } from "./sha256.ts";

/**
 * The name of a sound: SHA-256 of its samples as floats of 32 bits, the least byte first, the channels by turns (left, right, left …). A zero
 * counts as one, whatever its sign. What a render is called, wherever it was made.
 */
export class PcmHash {
  readonly #sha = new Sha256();
  #room = new DataView(new ArrayBuffer(0));

  /** The next frames of all channels. */
  feed(channels: readonly Float32Array[]): void {
    const count = channels.length;
    const frames = channels[0]?.length ?? 0;
    for (let from = 0; from < frames; from += pieceFrames) {
      const until = Math.min(frames, from + pieceFrames);
      if (this.#room.byteLength < pieceFrames * count * 4) this.#room = new DataView(new ArrayBuffer(pieceFrames * count * 4));
      for (const [index, data] of channels.entries())
        for (let frame = from, at = index * 4; frame < until; frame++, at += count * 4)
          // Adding 0 makes −0 a plain one.
          this.#room.setFloat32(at, (data[frame] ?? 0) + 0, true);
      this.#sha.feed(new Uint8Array(this.#room.buffer, 0, (until - from) * count * 4));
    }
  }

  /** 64 hexadecimal digits; nothing is fed after. */
  end(): string {
    return this.#sha.end();
  }
}

/** The hash of a sound that is there as a whole. */
export function pcmHash(channels: readonly Float32Array[]): string {
  const hash = new PcmHash();
  hash.feed(channels);
  return hash.end();
}

/** The name of a recording in a song: its rate and how many channels it has count too. */
export function sampleHash(channels: readonly Float32Array[], rate: number): string {
  const hash = new PcmHash();
  hash.feed([Float32Array.of(rate), Float32Array.of(channels.length)]);
  hash.feed(channels);
  return hash.end();
}

const pieceFrames = 16_384;
