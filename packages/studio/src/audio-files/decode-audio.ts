import { audioCeilings } from "./audio-ceilings.ts";
import { AudioFileError } from "./audio-file-error.ts";
import type { Container, DecodedAudio } from "./decoded-audio.ts";
import { readOgg } from "./ogg/read-ogg.ts";
import { readFlac } from "./flac/read-flac.ts";
import { readAiff } from "./read-aiff.ts";
import { readCaf } from "./read-caf.ts";
import { readMp3 } from "./read-mp3.ts";
import { readWave64 } from "./read-wave64.ts";
import { readWav } from "./read-wav.ts";
import { sniff } from "./sniff.ts";

type Reader = (bytes: Uint8Array, signal?: AbortSignal) => Promise<DecodedAudio>;

/** How each kind of file is read. */
const readers: Readonly<Record<Container, Reader>> = {
  wav: readWav,
  wave64: readWave64,
  aiff: readAiff,
  caf: readCaf,
  flac: readFlac,
  mp3: readMp3,
  ogg: readOgg,
  adts: notHere("AAC"),
  mp4: notHere("MP4 and M4A"),
};

/**
 * Reads a recording: what it is is told from its bytes, never from its name. More than two channels are folded down (`foldOf`). Takes as much
 * memory as the file and its sound. Throws `AudioFileError`; a signal that is aborted ends it with the signal's reason.
 */
export async function decodeAudio(bytes: Uint8Array, { signal, only }: DecodeAudioOptions = {}): Promise<DecodedAudio> {
  signal?.throwIfAborted();
  if (bytes.length === 0) throw new AudioFileError("empty", "The file is empty");
  if (bytes.length > audioCeilings.fileBytes.value)
    throw new AudioFileError("too large", `The file has ${bytes.length} bytes; at most ${audioCeilings.fileBytes.value} are read`);
  const container = sniff(bytes);
  if (container === undefined)
    throw new AudioFileError(
      "unsupported",
      "This is no recording of a kind that is read here: WAV, AIFF, CAF, FLAC, MP3, Ogg Vorbis or Opus",
    );
  if (only !== undefined && !only.includes(container))
    throw new AudioFileError("unsupported", `Here is a ${container} file, where only ${only.join(" or ")} is read`);
  return await readers[container](bytes, signal);
}

export interface DecodeAudioOptions {
  readonly signal?: AbortSignal;
  /** Only these are read: where a file can be nothing else, no other reader need see what somebody put in its place. */
  readonly only?: readonly Container[];
}

function notHere(what: string): Reader {
  return () => Promise.reject(new AudioFileError("unsupported", `${what} files are not read here: convert it to FLAC or WAV`));
}
