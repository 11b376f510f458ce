import { AudioFileError } from "../audio-file-error.ts";
import { breathe } from "../breathe.ts";
import { checkFrames, checkShape } from "../check-shape.ts";
import { checkWasm } from "../check-wasm.ts";
import type { DecodedAudio } from "../decoded-audio.ts";
import { foldNote, foldOf, foldOfVorbis } from "../fold-down.ts";
import { GrowingChannels } from "../growing-channels.ts";
import type { OggStream } from "./ogg-stream.ts";

/** Opus is always decoded at this rate, whatever went into it. */
const rate = 48_000;

/** Reads Opus (RFC 7845) by libopus. What it skips at the beginning and cuts at the end is as the file says. Throws `AudioFileError`. */
export async function readOpus({ packets, lastGranule, notes }: OggStream, _: Uint8Array, signal?: AbortSignal): Promise<DecodedAudio> {
  const head = readHead(packets[0] ?? new Uint8Array());
  await checkWasm();
  const { createOpusDecoder } = await import("@audio/decode-opus/core");
  const decoder = await createOpusDecoder();
  const fold = head.family === 1 ? foldOfVorbis(head.channels) : foldOf(head.channels);
  const sound = new GrowingChannels(fold, 0);
  let broken = 0;
  try {
    decoder.configure({ sampleRate: rate, ...head });
    for (const [index, packet] of packets.slice(2).entries()) {
      const { channelData, samplesDecoded, errors } = decoder.decodeFrames([packet]);
      broken += errors.length;
      // A packet that is no packet leaves its time empty.
      if (samplesDecoded > 0) sound.add(channelData, samplesDecoded, 1);
      else if (errors.length > 0 && sound.frames > 0) sound.add([], packetFrames(packet), 1);
      if (index % 256 === 255) await breathe(signal);
    }
  } catch (error) {
    if (error instanceof AudioFileError || signal?.aborted === true) throw error;
    throw new AudioFileError("damaged", "The file's samples are packed in no way that there is");
  } finally {
    decoder.free();
  }
  if (broken > 0) notes.push(`${broken} packets of the file are damaged and were left empty`);
  if (sound.broken > 0) notes.push(`${sound.broken} samples that were no finite numbers were made silent`);
  const folded = foldNote(head.channels);
  if (folded !== undefined) notes.push(folded);
  const said = lastGranule - head.preSkip;
  const frames = said > 0 ? Math.min(sound.frames, said) : sound.frames;
  checkFrames(frames);
  return { rate, channels: sound.take(frames), frames, format: { container: "ogg", codec: "opus", channels: head.channels }, notes };
}

interface OpusHead {
  readonly family: number;
  readonly channels: number;
  readonly preSkip: number;
  readonly outputGain: number;
  readonly streamCount: number;
  readonly coupledStreamCount: number;
  readonly channelMappingTable: number[];
}

function readHead(packet: Uint8Array): OpusHead {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  if (packet.length < 19 || (packet[8] as number) > 15)
    throw new AudioFileError("damaged", "The file's header is too short to say what its samples are");
  const channels = packet[9] as number;
  checkShape({ rate, channels });
  const family = packet[18] as number;
  const common = { family, channels, preSkip: view.getUint16(10, true), outputGain: view.getInt16(16, true) };
  if (family === 0) {
    if (channels > 2) throw new AudioFileError("damaged", `The file says that it has ${channels} channels and no streams for them`);
    return { ...common, streamCount: 1, coupledStreamCount: channels - 1, channelMappingTable: channels === 1 ? [0] : [0, 1] };
  }
  if (packet.length < 21 + channels) throw new AudioFileError("damaged", "The file's header is too short to say what its channels are");
  return {
    ...common,
    streamCount: packet[19] as number,
    coupledStreamCount: packet[20] as number,
    channelMappingTable: [...packet.subarray(21, 21 + channels)],
  };
}

/** How many frames a packet stands for, by its first bytes (RFC 6716, 3.1). */
function packetFrames(packet: Uint8Array): number {
  const [toc = 0, count = 0] = packet;
  const configuration = toc >> 3;
  const size =
    configuration < 12 ? (silk[configuration & 3] ?? 0) : configuration < 16 ? 480 << (configuration & 1) : 120 << (configuration & 3);
  const frames = [1, 2, 2, count & 63][toc & 3] ?? 1;
  // No packet is longer than 120 ms.
  return Math.min(size * frames, 5_760);
}

const silk = [480, 960, 1920, 2880];
