import { AudioFileError } from "./audio-file-error.ts";
import { checkShape } from "./check-shape.ts";
import type { SampleKindName } from "./sample-kinds.ts";
import type { Chunk } from "./walk-chunks.ts";

/** What a WAVE file says about its samples. */
export interface WavFormat {
  readonly kind: SampleKindName;
  readonly bits: number;
  readonly rate: number;
  readonly channels: number;
  readonly mask: number;
  /** Of ADPCM, which comes in blocks; `kind` is then what they unpack to. */
  readonly blocks: { readonly coding: "ima-adpcm" | "ms-adpcm"; readonly blockBytes: number; readonly blockFrames: number } | undefined;
}

/** By format tag and bits that a sample takes room for. */
const kinds: Readonly<Record<string, SampleKindName>> = {
  "1/8": "u8",
  "1/16": "s16le",
  "1/24": "s24le",
  "1/32": "s32le",
  "3/32": "f32le",
  "3/64": "f64le",
  "6/8": "alaw",
  "7/8": "ulaw",
};

/** What else is met in WAVE files, to be named in the refusal. */
const otherTags: Readonly<Record<number, string>> = {
  0x31: "GSM",
  0x50: "MPEG audio",
  0x55: "MP3",
  0x61: "DUCK",
  0xff: "AAC",
  0x161: "Windows Media",
  0x162: "Windows Media",
  0x2000: "AC-3",
  0xf1ac: "FLAC",
};

/** The last fourteen bytes of a sub-format that stands for a plain format tag. */
const guidTail = [0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];

/** Reads a `fmt ` chunk. Throws `AudioFileError`. */
export function readWavFormat(bytes: Uint8Array, { from, to }: Pick<Chunk, "from" | "to">): WavFormat {
  if (to - from < 16)
    throw new AudioFileError("damaged", `The file's header of ${Math.max(0, to - from)} bytes is too short to say what its samples are`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, to - from);
  const channels = view.getUint16(2, true);
  const rate = view.getUint32(4, true);
  const blockBytes = view.getUint16(12, true);
  const bits = view.getUint16(14, true);
  checkShape({ rate, channels });
  const { tag, valid, mask } = extension(view, bits);
  if (tag === 0x11 || tag === 2) return { kind: "s16le", bits: 4, rate, channels, mask, blocks: blocksOf(view, tag, channels, blockBytes) };
  if (!(tag in plainTags))
    throw new AudioFileError(
      "unsupported",
      `WAV files of ${otherTags[tag] ?? `format ${tag}`} are not read here: convert it to FLAC or to plain WAV`,
    );
  // Bits that do not fill their bytes stand at the top of them.
  const kind = kinds[`${tag}/${bits === 12 || bits === 20 ? bits + 4 : bits}`];
  if (kind === undefined) throw new AudioFileError("damaged", `The file says that its samples have ${bits} bits`);
  const room = Math.ceil(bits / 8) * channels;
  if (blockBytes !== room)
    throw new AudioFileError("damaged", `The file says that ${channels} samples of ${bits} bits take ${blockBytes} bytes, not ${room}`);
  return { kind, bits: valid, rate, channels, mask, blocks: undefined };
}

const plainTags: Readonly<Record<number, true>> = { 1: true, 3: true, 6: true, 7: true };

/** WAVE_FORMAT_EXTENSIBLE: the tag stands in the first bytes of the sub-format, whatever follows it. */
function extension(view: DataView, bits: number): { tag: number; valid: number; mask: number } {
  const tag = view.getUint16(0, true);
  if (tag !== 0xfffe) return { tag, valid: bits, mask: 0 };
  if (view.byteLength < 40 || guidTail.some((byte, index) => view.getUint8(26 + index) !== byte))
    throw new AudioFileError("unsupported", "The file's samples are of a kind of its own: convert it to FLAC or to plain WAV");
  const valid = view.getUint16(18, true);
  return { tag: view.getUint16(24, true), valid: valid > 0 && valid <= bits ? valid : bits, mask: view.getUint32(20, true) };
}

/** How many frames a block of ADPCM holds, which the file may say or leave to be counted. */
function blocksOf(view: DataView, tag: 2 | 0x11, channels: number, blockBytes: number): WavFormat["blocks"] {
  const coding = tag === 2 ? "ms-adpcm" : "ima-adpcm";
  const headBytes = (tag === 2 ? 7 : 4) * channels;
  const most = Math.floor(((blockBytes - headBytes) * 2) / channels) + (tag === 2 ? 2 : 1);
  const said = view.byteLength >= 20 ? view.getUint16(18, true) : most;
  if (channels > 2 || blockBytes <= headBytes || said < 1 || said > most)
    throw new AudioFileError("damaged", `The file says that ${said} samples of ${channels} channels are packed into ${blockBytes} bytes`);
  return { coding, blockBytes, blockFrames: said };
}
