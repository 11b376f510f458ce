/**
 * Writes a file as its sound is made, in constant memory. The file is `headBytes` bytes of head, then what `feed` gave, in order, then the
 * tail. The head is known at the end only: whoever writes leaves room for it, and goes back.
 */
export interface AudioEncoder {
  readonly headBytes: number;
  /** The bytes of the next frames: as many channels as it was made for, all of one length. */
  feed(channels: readonly Float32Array[]): Uint8Array;
  /** Ends it; nothing is fed after. */
  end(): EncodedEnd;
}

export interface EncodedEnd {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly frames: number;
  /** Samples that were beyond full scale and were cut there; none in files of floats. */
  readonly clipped: number;
}

export type EncodedKind = "wav" | "aiff" | "flac";

/** How a sample is written: whole numbers of 16 or 24 bits, or floats of 32. */
export type EncodedSample = "s16" | "s24" | "f32";

export interface EncodeOptions {
  readonly rate: number;
  readonly channels: 1 | 2;
  readonly sample: EncodedSample;
  /**
   * The seed of the dither that whole numbers get (`ditherer`): the same seed, the same bytes. Undefined: none, for sound that came from whole
   * numbers of no more bits.
   */
  readonly dither: number | undefined;
}

/** A file as one piece, of sound that is there as a whole. */
export function encodeWhole(encoder: AudioEncoder, channels: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < frames; at += pieceFrames) pieces.push(encoder.feed(channels.map((data) => data.subarray(at, at + pieceFrames))));
  const { head, tail } = encoder.end();
  const all = [head, ...pieces, tail];
  const whole = new Uint8Array(all.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of all) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const pieceFrames = 65_536;
