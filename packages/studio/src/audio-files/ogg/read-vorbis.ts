import { AudioFileError } from "../audio-file-error.ts";
import { breathe } from "../breathe.ts";
import { checkFrames, checkShape } from "../check-shape.ts";
import { checkWasm } from "../check-wasm.ts";
import type { DecodedAudio } from "../decoded-audio.ts";
import { foldNote, foldOf } from "../fold-down.ts";
import { GrowingChannels } from "../growing-channels.ts";
import { joinBytes } from "../join-bytes.ts";
import type { OggStream } from "./ogg-stream.ts";

/** Reads Vorbis by libvorbis, of the pages whose checksum is right. Throws `AudioFileError`. */
export async function readVorbis(
  { packets, pages, lastGranule, notes }: OggStream,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<DecodedAudio> {
  const [head = new Uint8Array()] = packets;
  if (head.length < 30) throw new AudioFileError("damaged", "The file's header is too short to say what its samples are");
  const rate = new DataView(head.buffer, head.byteOffset).getUint32(12, true);
  const channels = head[11] as number;
  checkShape({ rate, channels });
  await checkWasm();
  const { decoder: createDecoder } = await import("@audio/decode-vorbis");
  const decoder = await createDecoder();
  // The decoder gives channels in the order that WAVE has.
  const sound = new GrowingChannels(foldOf(channels), 0);
  const add = ({ channelData }: { readonly channelData: readonly Float32Array[] }): void => {
    const frames = channelData[0]?.length ?? 0;
    if (frames > 0) sound.add(channelData, frames, 1);
  };
  try {
    for (let at = 0; at < pages.length; at += pagesAtOnce) {
      add(decoder.decode(joinBytes(pages.slice(at, at + pagesAtOnce).map(({ from, to }) => bytes.subarray(from, to)))));
      await breathe(signal);
    }
    add(decoder.flush());
  } catch (error) {
    if (error instanceof AudioFileError || signal?.aborted === true) throw error;
    throw new AudioFileError("damaged", "The file's samples are packed in no way that there is");
  } finally {
    decoder.free();
  }
  if (sound.broken > 0) notes.push(`${sound.broken} samples that were no finite numbers were made silent`);
  const folded = foldNote(channels);
  if (folded !== undefined) notes.push(folded);
  const frames = lastGranule > 0 ? Math.min(sound.frames, lastGranule) : sound.frames;
  checkFrames(frames);
  return { rate, channels: sound.take(frames), frames, format: { container: "ogg", codec: "vorbis", channels }, notes };
}

/** Some 4 kB each, half a second of sound. */
const pagesAtOnce = 32;
