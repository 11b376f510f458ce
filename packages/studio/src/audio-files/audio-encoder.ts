import { joinBytes } from "./join-bytes.ts";

/** Writes a file as its sound is made: a head, then what `feed` gave in order, then the end. */
export interface AudioEncoder {
  /** The head of a file of so many frames; undefined: it is known at the end only, and the same is long. */
  headOf(frames: number): Uint8Array | undefined;
  /** The bytes of the next frames: as many channels as it was made for, all of one length. Throws a RangeError on others. */
  feed(channels: readonly Float32Array[]): Uint8Array;
  /** Ends it; nothing is fed after. `tail` comes behind all pieces, `head` before them. */
  end(): { readonly head: Uint8Array; readonly tail: Uint8Array };
  /** Fed so far. */
  readonly frames: number;
  /** Samples so far that were beyond full scale and were cut there; none in files of floats. */
  readonly clipped: number;
}

/** How a sample is written: whole numbers of 16 or 24 bits, or floats of 32. */
export type EncodedSample = "s16" | "s24" | "f32";

export interface EncodeOptions {
  readonly rate: number;
  readonly channels: 1 | 2;
  readonly sample: EncodedSample;
  /**
   * The seed of the dither that whole numbers get (`Quantizer`): the same seed, the same bytes. Undefined: none, for sound that came from whole
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
  return joinBytes([head, ...pieces, tail]);
}

/**
 * A file piece by piece, from its first byte to its last, of sound that comes piece by piece. Of WAV and AIFF it holds nothing back; of FLAC it
 * holds the packed file, whose head has the checksum of all of it. Throws a RangeError where other than `frames` frames come.
 */
export async function* encodePieces(
  encoder: AudioEncoder,
  frames: number,
  source: AsyncIterable<readonly Float32Array[]> | Iterable<readonly Float32Array[]>,
): AsyncGenerator<Uint8Array> {
  const early = encoder.headOf(frames);
  const held: Uint8Array[] = [];
  if (early !== undefined) yield early;
  for await (const channels of source) {
    const piece = encoder.feed(channels);
    if (early === undefined) held.push(piece);
    else yield piece;
  }
  if (encoder.frames !== frames) throw new RangeError(`${encoder.frames} frames came, not ${frames}`);
  const { head, tail } = encoder.end();
  if (early === undefined) yield head;
  yield* held;
  if (tail.length > 0) yield tail;
}

const pieceFrames = 65_536;
