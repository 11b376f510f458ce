import { AudioFileError } from "../audio-file-error.ts";
import type { DecodedAudio } from "../decoded-audio.ts";
import { readFlacFrames } from "../flac/read-flac.ts";
import { readStreamInfo } from "../flac/stream-info.ts";
import { joinBytes } from "../join-bytes.ts";
import { type OggStream, findOggStream } from "./ogg-stream.ts";
import { readOpus } from "./read-opus.ts";
import { readVorbis } from "./read-vorbis.ts";

/** Reads an Ogg file of Vorbis, Opus or FLAC. Throws `AudioFileError`. */
export async function readOgg(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const stream = findOggStream(bytes);
  return await codecs[stream.codec](stream, bytes, signal);
}

const codecs: Readonly<Record<OggStream["codec"], (stream: OggStream, bytes: Uint8Array, signal?: AbortSignal) => Promise<DecodedAudio>>> =
  {
    opus: readOpus,
    vorbis: readVorbis,
    flac: readOggFlac,
  };

/** The first packet has STREAMINFO behind 17 bytes of head; those that follow until the first frame are of no use here. */
async function readOggFlac({ packets, notes }: OggStream, _: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const [head = new Uint8Array(), ...others] = packets;
  if (head.length < 51) throw new AudioFileError("damaged", "The file ends before it says what its samples are");
  const info = readStreamInfo(head, 17);
  const frames = others.filter((packet) => packet[0] === 0xff);
  const decoded = await readFlacFrames(joinBytes(frames), info, { container: "ogg", from: 0 }, signal);
  return { ...decoded, notes: [...notes, ...decoded.notes] };
}
