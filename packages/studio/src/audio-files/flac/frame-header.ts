import { AudioFileError } from "../audio-file-error.ts";
import type { BitReader } from "./bit-reader.ts";
import { crc8 } from "./crc.ts";
import type { StreamInfo } from "./stream-info.ts";

/** What stands before the samples of a frame. */
export interface FrameHeader {
  readonly frames: number;
  readonly bits: number;
  /** How two channels are put: as they are, or one of them as the difference of both. */
  readonly stereo: "apart" | "left-side" | "side-right" | "mid-side";
}

/** Reads a frame's header (RFC 9639, 9.1). Throws `AudioFileError` where none begins here, or one that the file's beginning does not allow. */
export function readFrameHeader(reader: BitReader, bytes: Uint8Array, info: StreamInfo): FrameHeader {
  const from = reader.at;
  if (reader.read(15) !== 0x7ffc) throw damaged();
  reader.read(1);
  const sizeCode = reader.read(4);
  const rateCode = reader.read(4);
  const channelCode = reader.read(4);
  const bitsCode = reader.read(3);
  const reserved = reader.read(1);
  skipNumber(reader);
  const frames = sizeCode === 6 ? reader.read(8) + 1 : sizeCode === 7 ? reader.read(16) + 1 : (blockSizes[sizeCode] ?? 0);
  if (rateCode >= 12 && rateCode < 15) reader.read(rateCode === 12 ? 8 : 16);
  const to = reader.at;
  const crc = reader.read(8);
  reader.check();
  const bits = bitsCode === 0 ? info.bits : (sampleBits[bitsCode] ?? 0);
  const channels = channelCode < 8 ? channelCode + 1 : 2;
  if (reserved !== 0 || frames === 0 || rateCode === 15 || channelCode > 10 || crc !== crc8(bytes, from, to)) throw damaged();
  if (channels !== info.channels || bits !== info.bits)
    throw new AudioFileError("damaged", "The file changes its kind of samples on the way");
  return { frames, bits, stereo: (["apart", "left-side", "side-right", "mid-side"] as const)[Math.max(0, channelCode - 7)] ?? "apart" };
}

/** The frame's number, as UTF-8 writes characters but up to 36 bits. It is not needed: frames follow each other. */
function skipNumber(reader: BitReader): void {
  const first = reader.read(8);
  const following = first < 0x80 ? 0 : Math.clz32(~(first << 24)) - 1;
  if (following > 6 || first === 0xff || (first >= 0x80 && following === 0)) throw damaged();
  for (let n = 0; n < following; n++) if (reader.read(8) >> 6 !== 2) throw damaged();
}

function damaged(): AudioFileError {
  return new AudioFileError("damaged", "The file is damaged where samples should begin");
}

const blockSizes = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768];
const sampleBits = [0, 8, 12, 0, 16, 20, 24, 32];
