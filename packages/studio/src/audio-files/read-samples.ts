import { checkFrames, checkShape } from "./check-shape.ts";
import type { AudioFormat, Container, DecodedAudio } from "./decoded-audio.ts";
import { type Fold, foldNote, foldOf } from "./fold-down.ts";
import { breathe } from "./breathe.ts";
import { type SampleKindName, sampleKinds } from "./sample-kinds.ts";

/** Where the samples of a file are, and what they are: all that a header has to say. */
export interface SampleLayout {
  readonly container: Container;
  readonly kind: SampleKindName;
  /** Bits of a sample that count, where fewer than it takes room for. */
  readonly bits?: number;
  readonly rate: number;
  readonly channels: number;
  /** A WAVE channel mask; 0 where the file has none. */
  readonly mask?: number;
  readonly from: number;
  /** Behind the last byte of samples. What is left of a frame there is not read. */
  readonly to: number;
}

/** Reads the samples of a layout, folded down to two channels. Numbers that are none become silence, with a note. Throws `AudioFileError`. */
export async function readSamples(bytes: Uint8Array, layout: SampleLayout, notes: string[], signal?: AbortSignal): Promise<DecodedAudio> {
  checkShape(layout);
  const { bytes: size, codec, bits } = sampleKinds[layout.kind];
  const frameBytes = size * layout.channels;
  const frames = Math.floor((layout.to - layout.from) / frameBytes);
  checkFrames(frames);
  if ((layout.to - layout.from) % frameBytes !== 0) notes.push("The last sample is cut off and was left out");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = Array.from({ length: layout.channels === 1 ? 1 : 2 }, () => new Float32Array(frames));
  const fold = foldOf(layout.channels, layout.mask);
  let broken = 0;
  for (let at = 0; at < frames; at += pieceFrames) {
    const until = Math.min(frames, at + pieceFrames);
    for (const [index, gains] of fold.entries())
      broken += addChannel(view, layout, layout.from + index * size, frameBytes, gains, channels, at, until);
    await breathe(signal);
  }
  if (broken > 0) notes.push(`${broken} samples that were no finite numbers, or beyond all loudness, were made silent`);
  const folded = foldNote(layout.channels);
  if (folded !== undefined) notes.push(folded);
  const format: AudioFormat = { container: layout.container, codec, bits: layout.bits ?? bits, channels: layout.channels };
  return { rate: layout.rate, channels, frames, format, notes };
}

/** Adds one channel of the file to what it is folded into. Returns how many of its samples were no numbers that sound. */
function addChannel(
  view: DataView,
  layout: SampleLayout,
  start: number,
  stride: number,
  [toLeft, toRight]: Fold[number],
  [left, right]: readonly Float32Array[],
  from: number,
  until: number,
): number {
  const { read } = sampleKinds[layout.kind];
  let broken = 0;
  for (let frame = from, at = start + from * stride; frame < until; frame++, at += stride) {
    let value = Math.fround(read(view, at));
    if (!(Math.abs(value) <= loudest)) {
      value = 0;
      broken++;
    }
    if (left !== undefined && toLeft !== 0) left[frame] = (left[frame] as number) + value * toLeft;
    if (right !== undefined && toRight !== 0) right[frame] = (right[frame] as number) + value * toRight;
  }
  return broken;
}

/** So many are read before anyone else has a turn: some 10 ms. */
const pieceFrames = 1 << 19;

/** 144 dB above full scale: whole numbers of 24 bits written as they are. What is beyond is no sound, and would drown all others for ever. */
const loudest = 16_777_216;
