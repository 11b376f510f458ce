import { Biquad } from "../kernel/biquad.ts";
import { logOfTwo } from "../kernel/exact-math.ts";
import { kWeighting } from "./k-weighting.ts";

/** Loudness of a piece. `undefined`: it is silent, or too short to say. */
export interface Loudness {
  /** LUFS over all of it, gated (BS.1770-4). */
  readonly integrated: number | undefined;
  /** LU between quiet and loud parts (EBU Tech 3342). */
  readonly range: number | undefined;
  /** The loudest 400 ms and the loudest 3 s, LUFS (EBU Tech 3341). */
  readonly momentaryMost: number | undefined;
  readonly shortTermMost: number | undefined;
}

/** Measures as it is fed, in pieces of any length. Keeps one number for each tenth of a second. */
export class LoudnessMeter {
  readonly #rate: number;
  readonly #filters: readonly (readonly [Biquad, Biquad])[];
  readonly #weighting: ReturnType<typeof kWeighting>;
  readonly #step: number;
  /** Mean squares of each step, both channels together. */
  readonly #steps: number[] = [];
  #sum = 0;
  #count = 0;
  #scratch = new Float64Array(0);

  /** `channels`: 1 or 2; one is counted once, as the standard has it. */
  constructor(rate: number, channels: 1 | 2) {
    this.#rate = rate;
    this.#weighting = kWeighting(rate);
    this.#filters = Array.from({ length: channels }, () => [new Biquad(), new Biquad()] as const);
    this.#step = Math.round(rate / 10);
  }

  feed(channels: readonly Float32Array[]): void {
    const frames = channels[0]?.length ?? 0;
    const squares = new Float64Array(frames);
    if (this.#scratch.length < frames) this.#scratch = new Float64Array(frames);
    for (const [index, [shelf, highPass]] of this.#filters.entries()) {
      const data = this.#scratch.subarray(0, frames);
      data.set(channels[index] ?? new Float32Array(frames));
      shelf.run(this.#weighting[0], data, frames);
      highPass.run(this.#weighting[1], data, frames);
      for (let i = 0; i < frames; i++) squares[i] = (squares[i] as number) + (data[i] as number) * (data[i] as number);
    }
    for (let i = 0; i < frames; i++) {
      this.#sum += squares[i] as number;
      if (++this.#count < this.#step) continue;
      this.#steps.push(this.#sum / this.#step);
      this.#sum = 0;
      this.#count = 0;
    }
  }

  /** What has been fed so far. */
  read(): Loudness {
    const momentary = means(this.#steps, 4);
    const shortTerm = means(this.#steps, 30);
    return {
      integrated: gated(momentary, -10),
      range: rangeOf(shortTerm),
      momentaryMost: most(momentary),
      shortTermMost: most(shortTerm),
    };
  }

  get seconds(): number {
    return (this.#steps.length * this.#step + this.#count) / this.#rate;
  }
}

/** LUFS of a mean square. */
export function lufsOf(meanSquare: number): number {
  return -0.691 + logOfTwo(meanSquare) * tenLogTwo;
}

/** Means over so many steps, one for each step: windows of 400 ms that overlap by 75 %, of 3 s that move by 100 ms. */
function means(steps: readonly number[], over: number): readonly number[] {
  const found: number[] = [];
  let sum = 0;
  for (const [index, value] of steps.entries()) {
    sum += value;
    if (index >= over) sum -= steps[index - over] as number;
    if (index >= over - 1) found.push(Math.max(0, sum) / over);
  }
  return found;
}

/** The mean of what is above −70 LUFS, and then of what is above that mean and `relative`. */
function gated(values: readonly number[], relative: number): number | undefined {
  const loud = values.filter((value) => value > 0 && lufsOf(value) > absoluteGate);
  if (loud.length === 0) return undefined;
  const gate = lufsOf(mean(loud)) + relative;
  const kept = loud.filter((value) => lufsOf(value) > gate);
  return kept.length === 0 ? undefined : lufsOf(mean(kept));
}

function rangeOf(shortTerm: readonly number[]): number | undefined {
  const loud = shortTerm.filter((value) => value > 0 && lufsOf(value) > absoluteGate);
  if (loud.length === 0) return undefined;
  const gate = lufsOf(mean(loud)) - 20;
  const kept = loud
    .map(lufsOf)
    .filter((value) => value > gate)
    .toSorted((a, b) => a - b);
  const at = (share: number): number => kept[Math.round((kept.length - 1) * share)] ?? Number.NaN;
  return kept.length === 0 ? undefined : at(0.95) - at(0.1);
}

function most(values: readonly number[]): number | undefined {
  const value = values.reduce((highest, each) => Math.max(highest, each), 0);
  return value > 0 ? lufsOf(value) : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const absoluteGate = -70;
/** 10 × log10(2). */
const tenLogTwo = 3.010299956639812;
