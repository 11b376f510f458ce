import { breathe } from "./breathe.ts";
import { checkFrames, checkShape } from "./check-shape.ts";
import type { Container, DecodedAudio } from "./decoded-audio.ts";
import { AudioFileError } from "./audio-file-error.ts";
import { imaStep } from "./read-adpcm.ts";

/** Where the packets of Apple's IMA ADPCM are (`ima4` in AIFC and CAF): 34 bytes for 64 samples of one channel, the channels by turns. */
export interface ImaPackets {
  readonly container: Container;
  readonly rate: number;
  readonly channels: number;
  /** As the file says; 0: it does not. */
  readonly frames: number;
  readonly from: number;
  readonly to: number;
}

/** Reads them. Throws `AudioFileError`. */
export async function readImaPackets(bytes: Uint8Array, packets: ImaPackets, notes: string[], signal?: AbortSignal): Promise<DecodedAudio> {
  const { container, rate, channels: count, from, to } = packets;
  checkShape(packets);
  if (count > 2)
    throw new AudioFileError("unsupported", "Files packed that way are read with at most two channels: convert it to FLAC or WAV");
  const there = Math.floor((to - from) / (packetBytes * count));
  const frames = Math.min(there * packetFrames, packets.frames === 0 ? Number.POSITIVE_INFINITY : packets.frames);
  checkFrames(frames);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = Array.from({ length: count }, () => new Float32Array(frames));
  for (const [index, channel] of channels.entries()) {
    const state = { value: 0, step: -1 };
    for (let packet = 0; packet * packetFrames < frames; packet++) {
      const at = from + (packet * count + index) * packetBytes;
      unpack(view, at, channel.subarray(packet * packetFrames, (packet + 1) * packetFrames), state);
      if (packet % 4_096 === 4_095) await breathe(signal);
    }
  }
  return { rate, channels, frames, format: { container, codec: "ima-adpcm", bits: 4, channels: count }, notes };
}

/**
 * A packet's head has the value before it without its lowest seven bits, and in their place the step. Where that is what the packet before ended
 * with, its end is the better value: it has all bits.
 */
function unpack(view: DataView, at: number, out: Float32Array, state: { value: number; step: number }): void {
  const head = view.getInt16(at, false);
  const said = { value: head & ~0x7f, step: Math.min(88, head & 0x7f) };
  let { value, step } = said.step === state.step && Math.abs(said.value - state.value) <= 0x7f ? state : said;
  for (let n = 0; n < out.length; n++) {
    const code = (view.getUint8(at + 2 + (n >> 1)) >> ((n % 2) * 4)) & 15;
    [value, step] = imaStep(value, step, code);
    out[n] = value / 32_768;
  }
  state.value = value;
  state.step = step;
}

const packetBytes = 34;
const packetFrames = 64;
