import { afterId3 } from "../after-id3.ts";
import { AudioFileError } from "../audio-file-error.ts";
import { breathe } from "../breathe.ts";
import { checkFrames } from "../check-shape.ts";
import type { Container, DecodedAudio } from "../decoded-audio.ts";
import { foldNote, foldOf } from "../fold-down.ts";
import { GrowingChannels } from "../growing-channels.ts";
import { FrameReader } from "./read-frame.ts";
import { type StreamInfo, readStreamInfo } from "./stream-info.ts";

/** Reads a FLAC file (RFC 9639). What is damaged ends it: what came before is given, with a note. Throws `AudioFileError`. */
export async function readFlac(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  let at = afterId3(bytes) + 4;
  let info: StreamInfo | undefined;
  for (let last = false; !last;) {
    if (at + 4 > bytes.length) throw new AudioFileError("empty", "The file ends before its samples begin");
    const kind = bytes[at] as number;
    const size = ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
    if ((kind & 127) === 0) info ??= readStreamInfo(bytes, at + 4);
    last = kind >= 128;
    at += 4 + size;
  }
  if (info === undefined) throw new AudioFileError("damaged", "The file does not say what its samples are");
  return await readFlacFrames(bytes, info, { container: "flac", from: at }, signal);
}

/** Reads frames of FLAC that follow each other. */
export async function readFlacFrames(
  bytes: Uint8Array,
  info: StreamInfo,
  { container, from }: { readonly container: Container; readonly from: number },
  signal?: AbortSignal,
): Promise<DecodedAudio> {
  const notes: string[] = [];
  const reader = new FrameReader(bytes, info);
  const sound = new GrowingChannels(foldOf(info.channels), Math.min(info.frames, bytes.length * 2));
  const scale = 1 / ((1 << (info.bits - 2)) * 2);
  for (let at = from, count = 0; at < bytes.length && (info.frames === 0 || sound.frames < info.frames); count++) {
    try {
      const frame = reader.read(at);
      sound.add(frame.channels, frame.frames, scale);
      at = frame.to;
    } catch (error) {
      if (!(error instanceof AudioFileError) || error.problem !== "damaged" || sound.frames === 0) throw error;
      notes.push(`The file is damaged after ${sound.frames} samples; what comes before was read`);
      break;
    }
    if (count % 32 === 31) await breathe(signal);
  }
  const frames = info.frames === 0 ? sound.frames : Math.min(sound.frames, info.frames);
  checkFrames(frames);
  if (frames < info.frames && notes.length === 0)
    notes.push(`The file says that it has ${info.frames} samples a channel; ${frames} are there`);
  const folded = foldNote(info.channels);
  if (folded !== undefined) notes.push(folded);
  const format = { container, codec: "flac", bits: info.bits, channels: info.channels };
  return { rate: info.rate, channels: sound.take(frames), frames, format, notes };
}
