import { AudioFileError } from "../audio-file-error.ts";
import { checkShape } from "../check-shape.ts";

/** What stands at the beginning of FLAC: the same for all frames. */
export interface StreamInfo {
  readonly rate: number;
  readonly channels: number;
  readonly bits: number;
  /** 0: it does not say. */
  readonly frames: number;
}

/** Reads the 34 bytes of STREAMINFO. Throws `AudioFileError`. */
export function readStreamInfo(bytes: Uint8Array, at: number): StreamInfo {
  if (at + 34 > bytes.length) throw new AudioFileError("damaged", "The file ends before it says what its samples are");
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 34);
  const word = view.getUint32(10, false);
  const info = {
    rate: word >>> 12,
    channels: ((word >>> 9) & 7) + 1,
    bits: ((word >>> 4) & 31) + 1,
    frames: (word & 15) * 4_294_967_296 + view.getUint32(14, false),
  };
  checkShape(info);
  if (info.bits < 4) throw new AudioFileError("damaged", `The file says that its samples have ${info.bits} bits`);
  return info;
}
