import { afterId3 } from "./after-id3.ts";
import { AudioFileError } from "./audio-file-error.ts";
import { breathe } from "./breathe.ts";
import { checkFrames, checkShape } from "./check-shape.ts";
import { checkWasm } from "./check-wasm.ts";
import type { DecodedAudio } from "./decoded-audio.ts";
import { GrowingChannels } from "./growing-channels.ts";
import { firstMpegFrame } from "./mpeg-frame.ts";

/** Reads an MP3 file by libmpg123, without the silence that its encoder put around the sound, where the file says how much. Throws `AudioFileError`. */
export async function readMp3(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const from = afterId3(bytes);
  const first = firstMpegFrame(bytes, from);
  if (first === undefined) throw new AudioFileError("damaged", "There is no whole frame in the file");
  checkShape(first);
  const notes: string[] = [];
  await checkWasm();
  const { decoder: createDecoder } = await import("@audio/decode-mp3");
  const decoder = await createDecoder();
  // The decoder makes two channels of one: the same twice.
  const sound = new GrowingChannels(
    first.channels === 1
      ? [[1, 0]]
      : [
          [1, 0],
          [0, 1],
        ],
    0,
  );
  let rate: number = first.rate;
  try {
    for (let at = from; at < bytes.length; at += pieceBytes) {
      const { channelData, sampleRate } = decoder.decode(bytes.subarray(at, at + pieceBytes));
      const frames = channelData[0]?.length ?? 0;
      if (frames > 0 && sound.frames > 0 && sampleRate !== rate) {
        notes.push(`The file changes its rate after ${sound.frames} samples; what comes before was read`);
        break;
      }
      if (frames > 0) {
        rate = sampleRate;
        sound.add(channelData, frames, 1);
      }
      await breathe(signal);
    }
  } catch (error) {
    if (error instanceof AudioFileError || signal?.aborted === true) throw error;
    throw new AudioFileError("damaged", "The file's samples are packed in no way that there is");
  } finally {
    decoder.free();
  }
  if (sound.broken > 0) notes.push(`${sound.broken} samples that were no finite numbers were made silent`);
  checkShape({ rate, channels: first.channels });
  checkFrames(sound.frames);
  const format = { container: "mp3", codec: "mp3", channels: first.channels } as const;
  return { rate, channels: sound.take(), frames: sound.frames, format, notes };
}

/** A second or two of sound at a time. */
const pieceBytes = 32_768;
