import { breathe } from "./breathe.ts";
import { checkFrames, checkShape } from "./check-shape.ts";
import type { Container, DecodedAudio } from "./decoded-audio.ts";

/** Where the blocks of an ADPCM file are. */
export interface AdpcmLayout {
  readonly container: Container;
  readonly coding: "ima-adpcm" | "ms-adpcm";
  readonly rate: number;
  readonly channels: number;
  readonly blockBytes: number;
  readonly blockFrames: number;
  readonly from: number;
  readonly to: number;
  /** How many frames count, where the file says so: its last block is filled up. 0: it does not. */
  readonly said: number;
}

/** Unpacks a block from `at` into `out`, a channel each, as numbers of 16 bits. `frames` is what it may fill. */
type Unpack = (view: DataView, at: number, end: number, out: readonly Float32Array[], into: number, frames: number) => void;

/** Reads a file whose samples are packed four bits each, in blocks (IMA's and Microsoft's ADPCM). Throws `AudioFileError`. */
export async function readAdpcm(bytes: Uint8Array, layout: AdpcmLayout, notes: string[], signal?: AbortSignal): Promise<DecodedAudio> {
  const { container, coding, rate, channels: count, blockBytes, blockFrames, from, to, said } = layout;
  checkShape(layout);
  const whole = Math.floor((to - from) / blockBytes);
  const rest = to - from - whole * blockBytes;
  const headBytes = (coding === "ms-adpcm" ? 7 : 4) * count;
  // A last block may be cut short, but never within its head.
  const restFrames =
    rest > headBytes ? Math.min(blockFrames, Math.floor(((rest - headBytes) * 2) / count) + (coding === "ms-adpcm" ? 2 : 1)) : 0;
  const there = whole * blockFrames + restFrames;
  const frames = said > 0 ? Math.min(said, there) : there;
  checkFrames(frames);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = Array.from({ length: count }, () => new Float32Array(frames));
  const unpack = unpackers[coding];
  for (let block = 0, into = 0; into < frames; block++, into += blockFrames) {
    const at = from + block * blockBytes;
    unpack(view, at, Math.min(to, at + blockBytes), channels, into, Math.min(blockFrames, frames - into));
    if (block % 1_024 === 1_023) await breathe(signal);
  }
  return { rate, channels, frames, format: { container, codec: coding, bits: 4, channels: count }, notes };
}

const unpackers: Readonly<Record<AdpcmLayout["coding"], Unpack>> = {
  "ima-adpcm": (view, at, end, out, into, frames) => {
    const count = out.length;
    for (const [index, channel] of out.entries()) {
      const head = at + index * 4;
      let value = view.getInt16(head, true);
      let step = Math.min(88, view.getUint8(head + 2));
      channel[into] = value / 32_768;
      for (let n = 1; n < frames; n++) {
        // Eight samples of a channel lie together, in four bytes.
        const nibble = n - 1;
        const byte = at + count * 4 + Math.floor(nibble / 8) * count * 4 + index * 4 + Math.floor((nibble % 8) / 2);
        if (byte >= end) break;
        const code = (view.getUint8(byte) >> ((nibble % 2) * 4)) & 15;
        [value, step] = imaStep(value, step, code);
        channel[into + n] = value / 32_768;
      }
    }
  },
  "ms-adpcm": (view, at, end, out, into, frames) => {
    const count = out.length;
    for (const [index, channel] of out.entries()) {
      const [one, two] = msPairs[Math.min(6, view.getUint8(at + index))] as (typeof msPairs)[number];
      let delta = view.getInt16(at + count + index * 2, true);
      let last = view.getInt16(at + count * 3 + index * 2, true);
      let before = view.getInt16(at + count * 5 + index * 2, true);
      channel[into] = before / 32_768;
      if (frames > 1) channel[into + 1] = last / 32_768;
      for (let n = 2; n < frames; n++) {
        const nibble = (n - 2) * count + index;
        const byte = at + count * 7 + Math.floor(nibble / 2);
        if (byte >= end) break;
        const code = (view.getUint8(byte) >> (nibble % 2 === 0 ? 4 : 0)) & 15;
        const guess = (last * one + before * two) >> 8;
        const value = clamp16(guess + (code >= 8 ? code - 16 : code) * delta);
        before = last;
        last = value;
        delta = Math.max(16, Math.min(4_194_304, ((msAdapt[code] as number) * delta) >> 8));
        channel[into + n] = value / 32_768;
      }
    }
  },
};

/** One step of IMA ADPCM: the next value, and the next size of step. */
export function imaStep(value: number, step: number, code: number): [value: number, step: number] {
  const size = imaSizes[step] as number;
  const change = (size >> 3) + ((code & 4) === 0 ? 0 : size) + ((code & 2) === 0 ? 0 : size >> 1) + ((code & 1) === 0 ? 0 : size >> 2);
  const next = clamp16((code & 8) === 0 ? value + change : value - change);
  return [next, Math.max(0, Math.min(88, step + (imaMoves[code & 7] as number)))];
}

function clamp16(value: number): number {
  return Math.max(-32_768, Math.min(32_767, value));
}

const imaMoves = [-1, -1, -1, -1, 2, 4, 6, 8];
/** IMA's table: each step a tenth larger than the one before. */
const imaSizes = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173,
  190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066,
  2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818,
  18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
/** Microsoft's pairs of coefficients, and how the step follows the code. */
const msPairs = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
] as const;
const msAdapt = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];
