import type { DecodedAudio } from "./audio-files/decoded-audio.ts";
import { decodeAudio } from "./audio-files/decode-audio.ts";
import { decodedAt } from "./audio-files/decoded-at.ts";

/**
 * What reads recordings, wherever it runs. Files that somebody else wrote are read in a worker: the decoders of MP3, Vorbis and Opus are WASM,
 * and one that goes round in circles on damaged bytes can only be ended from outside. Throws `AudioFileError` for files that cannot be read.
 */
export type AudioDecoder = (bytes: Uint8Array, options?: DecodeOptions) => Promise<DecodedAudio>;

export interface DecodeOptions {
  readonly signal?: AbortSignal;
  /** The rate to bring the sound to; left out: it keeps its own. */
  readonly rate?: number;
}

/** Reads them right here. */
export const decodeHere: AudioDecoder = async (bytes, { signal, rate } = {}) => {
  const options = signal === undefined ? {} : { signal };
  const decoded = await decodeAudio(bytes, options);
  return rate === undefined ? decoded : await decodedAt(decoded, rate, options);
};
