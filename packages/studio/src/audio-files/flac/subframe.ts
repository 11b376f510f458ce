import { AudioFileError } from "../audio-file-error.ts";
import type { BitReader } from "./bit-reader.ts";

/** Reads a channel of a frame (RFC 9639, 9.2) into `out`. Throws `AudioFileError`. */
export function readSubframe(reader: BitReader, frameBits: number, out: Float64Array, frames: number): void {
  const zero = reader.read(1);
  const type = reader.read(6);
  const wasted = reader.read(1) === 0 ? 0 : reader.unary() + 1;
  const bits = frameBits - wasted;
  if (zero !== 0 || bits < 1) throw damaged();
  if (type === 0) out.fill(reader.signed(bits), 0, frames);
  else if (type === 1) warmUp(reader, bits, out, frames);
  else if (type >= 8 && type <= 12) readPredicted(reader, bits, out, frames, fixed[type - 8] ?? [], 0);
  else if (type >= 32) readLinear(reader, bits, out, frames, type - 31);
  else throw damaged();
  reader.check();
  if (wasted > 0) for (let n = 0; n < frames; n++) out[n] = (out[n] as number) * powerOfTwo(wasted);
}

/** What the four fixed predictors weigh the last samples by, the latest first. */
const fixed: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

function readLinear(reader: BitReader, bits: number, out: Float64Array, frames: number, order: number): void {
  if (order > frames) throw damaged();
  warmUp(reader, bits, out, order);
  const precision = reader.read(4) + 1;
  const shift = reader.signed(5);
  if (precision === 16 || shift < 0) throw damaged();
  const weights = Array.from({ length: order }, () => reader.signed(precision));
  readResidual(reader, out, frames, order);
  predict(out, frames, weights, shift);
}

function readPredicted(
  reader: BitReader,
  bits: number,
  out: Float64Array,
  frames: number,
  weights: readonly number[],
  shift: number,
): void {
  if (weights.length > frames) throw damaged();
  warmUp(reader, bits, out, weights.length);
  readResidual(reader, out, frames, weights.length);
  predict(out, frames, weights, shift);
}

function warmUp(reader: BitReader, bits: number, out: Float64Array, count: number): void {
  for (let n = 0; n < count; n++) out[n] = reader.signed(bits);
}

/** Adds what the samples before say to what was read. */
function predict(out: Float64Array, frames: number, weights: readonly number[], shift: number): void {
  const order = weights.length;
  const scale = powerOfTwo(-shift);
  const kernel = Float64Array.from(weights);
  for (let n = order; n < frames; n++) {
    let sum = 0;
    for (let tap = 0; tap < order; tap++) sum += (kernel[tap] as number) * (out[n - 1 - tap] as number);
    const value = (out[n] as number) + Math.floor(sum * scale);
    // Only damaged bits lead here; beyond, doubles would no longer be exact, and at last infinite.
    out[n] = value > widest || value < -widest ? 0 : value;
  }
}

/** Rice codes in partitions, each with a parameter of its own. */
function readResidual(reader: BitReader, out: Float64Array, frames: number, order: number): void {
  const method = reader.read(2);
  const partitions = 1 << reader.read(4);
  const size = frames / partitions;
  if (method > 1 || !Number.isInteger(size) || size < order) throw damaged();
  const parameterBits = method === 0 ? 4 : 5;
  const escape = method === 0 ? 15 : 31;
  for (let partition = 0, at = order; partition < partitions; partition++) {
    const end = (partition + 1) * size;
    const parameter = reader.read(parameterBits);
    if (parameter === escape) {
      const bits = reader.read(5);
      for (; at < end; at++) out[at] = reader.signed(bits);
    } else {
      const scale = powerOfTwo(parameter);
      for (; at < end; at++) {
        const code = reader.unary() * scale + reader.read(parameter);
        const half = Math.floor(code / 2);
        out[at] = code % 2 === 0 ? half : -half - 1;
      }
    }
    reader.check();
  }
}

function powerOfTwo(bits: number): number {
  return bits < 0 ? 1 / powerOfTwo(-bits) : bits < 31 ? 1 << bits : (1 << 30) * (1 << (bits - 30));
}

function damaged(): AudioFileError {
  return new AudioFileError("damaged", "The file's samples are packed in no way that there is");
}

/** Twice what a side channel of 32 bits can be. */
const widest = 8_589_934_592;
