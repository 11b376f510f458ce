import { besselI0, sineOfTurn } from "../kernel/exact-math.ts";
import { breathe } from "./breathe.ts";

/**
 * Sound at another rate: every output sample is a sum of input samples by a sinc under a Kaiser window. Nothing is moved in time. What lies
 * below 0.907 of the lower rate's half (20 kHz at 44.1) passes, what would fold back is 120 dB down. The same bits everywhere.
 */
export async function resample(
  channels: readonly Float32Array[],
  from: number,
  to: number,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly Float32Array[]> {
  if (from === to) return channels;
  const divisor = commonDivisor(from, to);
  const [steps, phases] = [from / divisor, to / divisor];
  const kernel = new Kernel(from, to, phases);
  const resampled: Float32Array[] = [];
  for (const input of channels) {
    const output = new Float32Array(Math.max(1, Math.round((input.length * to) / from)));
    for (let at = 0; at < output.length; at += pieceFrames) {
      kernel.run(input, output, at, Math.min(output.length, at + pieceFrames), steps, phases);
      await breathe(signal);
    }
    resampled.push(output);
  }
  return resampled;
}

/** Input samples an output sample is made of, and their weights by how far it lies between two of them. */
class Kernel {
  readonly #reach: number;
  readonly #scale: number;
  /** A row for each phase; empty where there are too many to keep. */
  readonly #rows: readonly Float64Array[];

  constructor(from: number, to: number, phases: number) {
    // The sinc's own zeros lie so far apart, in input samples, and fall below the lower of both rates' halves.
    this.#scale = cutoff * Math.min(1, to / from);
    this.#reach = Math.ceil(zeros / this.#scale);
    const kept = phases * this.#reach * 2 <= mostWeights;
    this.#rows = kept ? Array.from({ length: phases }, (_, phase) => this.#row((at) => this.#exact(at), phase / phases)) : [];
  }

  run(input: Float32Array, output: Float32Array, begin: number, end: number, steps: number, phases: number): void {
    const taps = this.#reach * 2;
    for (let n = begin; n < end; n++) {
      const whole = Math.floor((n * steps) / phases);
      const phase = n * steps - whole * phases;
      const row = this.#rows[phase] ?? this.#row((at) => this.#near(at), phase / phases);
      const first = whole - this.#reach + 1;
      const begins = Math.max(0, -first);
      const ends = Math.min(taps, input.length - first);
      let sum = 0;
      for (let tap = begins; tap < ends; tap++) sum += (row[tap] as number) * (input[first + tap] as number);
      output[n] = sum;
    }
  }

  /** The weights of an output sample that lies `fraction` behind an input sample; together 1, so that a constant stays what it is. */
  #row(weight: (at: number) => number, fraction: number): Float64Array {
    const row = new Float64Array(this.#reach * 2);
    let sum = 0;
    for (let tap = 0; tap < row.length; tap++) {
      const value = weight(Math.abs(tap - this.#reach + 1 - fraction) * this.#scale);
      row[tap] = value;
      sum += value;
    }
    for (let tap = 0; tap < row.length; tap++) row[tap] = (row[tap] as number) / sum;
    return row;
  }

  #exact(at: number): number {
    return windowedSinc(at);
  }

  /** From a table: two rates with nothing in common have as many phases as a second has samples. */
  #near(at: number): number {
    const place = at * tableSteps;
    const index = Math.floor(place);
    const [one, two] = [table()[index] ?? 0, table()[index + 1] ?? 0];
    return one + (two - one) * (place - index);
  }
}

/** By its own zeros. */
function windowedSinc(at: number): number {
  if (at >= zeros) return 0;
  if (at === 0) return 1;
  const edge = at / zeros;
  return (sineOfTurn(at / 2) / (at * pi)) * (besselI0(beta * Math.sqrt(1 - edge * edge)) / besselI0(beta));
}

let made: Float64Array | undefined;
function table(): Float64Array {
  made ??= Float64Array.from({ length: zeros * tableSteps + 2 }, (_, index) => windowedSinc(index / tableSteps));
  return made;
}

function commonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/** Kaiser's formulas for 126 dB, and for a transition of 2.05 kHz at 44.1: the middle of it lies at 0.9535 of the half. */
const beta = 12.93;
const zeros = 94;
const cutoff = 0.9535;
/** Steps of the table for a zero; straight lines between them are off by less than −140 dB. */
const tableSteps = 4_096;
/** 16 MB of weights. 44.1 and 48 kHz need a sixtieth of it. */
const mostWeights = 2_000_000;
const pieceFrames = 65_536;
const pi = 3.141592653589793;
