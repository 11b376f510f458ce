import { AudioFileError, type DecodedAudio, songRate } from "@jackfield/studio";

/** Reads what the studio does not: the browser knows AAC. Throws `AudioFileError` with what to do where it does not either. */
export async function browserAudio(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  // A context that never sounds: its rate is the song's, and the browser brings the recording to it.
  const context = new OfflineAudioContext(2, 1, songRate);
  const copy = bytes.slice().buffer;
  const decoded = await context.decodeAudioData(copy).catch(() => undefined);
  signal?.throwIfAborted();
  if (decoded === undefined)
    throw new AudioFileError(
      "unsupported",
      "Neither the studio nor this browser reads this file: convert it to FLAC or WAV, then bring it in",
    );
  const channels = Array.from({ length: Math.min(2, decoded.numberOfChannels) }, (_, at) => decoded.getChannelData(at));
  return {
    rate: decoded.sampleRate,
    channels,
    frames: decoded.length,
    format: { container: "mp4", codec: "aac", channels: decoded.numberOfChannels },
    notes: ["It was read by the browser, which may add some milliseconds of silence at its ends"],
  };
}
