import { AudioFileError } from "../audio-file-error.ts";
import { BitReader } from "./bit-reader.ts";
import { crc16 } from "./crc.ts";
import { type FrameHeader, readFrameHeader } from "./frame-header.ts";
import type { StreamInfo } from "./stream-info.ts";
import { readSubframe } from "./subframe.ts";

/** A frame's samples: whole numbers of the file's bits. The arrays are used again for the next. */
export interface FlacFrame {
  readonly frames: number;
  readonly channels: readonly Float64Array[];
  /** Behind its last byte. */
  readonly to: number;
}

/** Reads frames one after another. Doubles hold all numbers that come up: the widest are below 2⁵². */
export class FrameReader {
  readonly #bytes: Uint8Array;
  readonly #info: StreamInfo;
  readonly #channels: readonly Float64Array[];

  constructor(bytes: Uint8Array, info: StreamInfo) {
    this.#bytes = bytes;
    this.#info = info;
    this.#channels = Array.from({ length: info.channels }, () => new Float64Array(65_536));
  }

  /** The frame that begins there. Throws `AudioFileError` where none does, or its bits are not what its checks say. */
  read(at: number): FlacFrame {
    const reader = new BitReader(this.#bytes, at);
    const { frames, bits, stereo } = readFrameHeader(reader, this.#bytes, this.#info);
    for (const [index, channel] of this.#channels.entries()) {
      // A difference takes one bit more than what it is of.
      const side = (index === 1 && (stereo === "left-side" || stereo === "mid-side")) || (index === 0 && stereo === "side-right");
      readSubframe(reader, bits + (side ? 1 : 0), channel, frames);
    }
    reader.align();
    const end = reader.at;
    const crc = reader.read(16);
    reader.check();
    if (crc !== crc16(this.#bytes, at, end)) throw new AudioFileError("damaged", "The file's samples are not what their checksum says");
    const [left, right] = this.#channels;
    if (left !== undefined && right !== undefined) joins[stereo](left, right, frames);
    return { frames, channels: this.#channels, to: end + 2 };
  }
}

const joins: Readonly<Record<FrameHeader["stereo"], (one: Float64Array, two: Float64Array, frames: number) => void>> = {
  apart: () => undefined,
  "left-side": (left, side, frames) => {
    for (let n = 0; n < frames; n++) side[n] = (left[n] as number) - (side[n] as number);
  },
  "side-right": (side, right, frames) => {
    for (let n = 0; n < frames; n++) side[n] = (side[n] as number) + (right[n] as number);
  },
  "mid-side": (mid, side, frames) => {
    for (let n = 0; n < frames; n++) {
      // Half of both is rounded down; the bit that went is the difference's last.
      const difference = side[n] as number;
      const sum = (mid[n] as number) * 2 + (difference - 2 * Math.floor(difference / 2));
      mid[n] = (sum + difference) / 2;
      side[n] = (sum - difference) / 2;
    }
  },
};
