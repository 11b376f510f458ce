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

/**
 * Measures as it is fed, in pieces of any length. Keeps one number for each hundredth of a second: the loudest 400 ms are looked for at that
 * step, since what lasts no longer than them (Tech 3341, case 13) falls between windows that move by a tenth.
 */
export class LoudnessMeter {
  readonly #rate: number;
  readonly #filters: readonly (readonly [Biquad, Biquad])[];
  readonly #weighting: ReturnType<typeof kWeighting>;
  /** Mean squares of each hundredth of a second, both channels together. */
  readonly #steps: number[] = [];
  #sum = 0;
  #count = 0;
  /** Frames of the step that is being summed, and of those before it. */
  #stepFrames: number;
  #done = 0;
  #scratch = new Float64Array(0);

  /** `channels`: 1 or 2; one is counted once, as the standard has it. */
  constructor(rate: number, channels: 1 | 2) {
    this.#rate = rate;
    this.#weighting = kWeighting(rate);
    this.#stepFrames = Math.round(rate / 100);
    this.#filters = Array.from({ length: channels }, () => [new Biquad(), new Biquad()] as const);
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
      if (++this.#count < this.#stepFrames) continue;
      this.#steps.push(this.#sum / this.#count);
      this.#sum = 0;
      this.#count = 0;
      // Of rates that no hundred divides, steps are by turns a frame longer and shorter.
      this.#done += this.#stepFrames;
      this.#stepFrames = Math.round(((this.#steps.length + 1) * this.#rate) / 100) - this.#done;
    }
  }

  /** What has been fed so far. */
  read(): Loudness {
    const shortTerm = means(this.#steps, shortTermSteps, gridSteps);
    return {
      integrated: gated(means(this.#steps, momentarySteps, gridSteps), -10),
      range: rangeOf(shortTerm),
      momentaryMost: most(means(this.#steps, momentarySteps, 1)),
      shortTermMost: most(means(this.#steps, shortTermSteps, 1)),
    };
  }

  /** The curves that meters show: LUFS of the last 400 ms or 3 s, each tenth of a second from when there are so many; −Infinity for silence. */
  curve(of: "momentary" | "shortTerm"): readonly number[] {
    return means(this.#steps, of === "momentary" ? momentarySteps : shortTermSteps, gridSteps).map(lufsOf);
  }
}

/** LUFS of a mean square. */
export function lufsOf(meanSquare: number): number {
  return -0.691 + logOfTwo(meanSquare) * tenLogTwo;
}

/** Means over so many steps, one each `by` of them: windows of 400 ms that overlap by 75 %, of 3 s that move by 100 ms. */
function means(steps: readonly number[], over: number, by: number): readonly number[] {
  const found: number[] = [];
  let sum = 0;
  for (const [index, value] of steps.entries()) {
    sum += value;
    if (index >= over) sum -= steps[index - over] as number;
    if (index >= over - 1 && (index + 1 - over) % by === 0) found.push(Math.max(0, sum) / over);
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

/**
 * Between the 10th and the 95th in a hundred of what is above −70 LUFS and above 20 LU below its mean. Which of a few values that is is left open
 * by Tech 3342; it is the nearest in rank, as in ffmpeg's meter. EBU's own example takes one that is at most a rank away.
 */
function rangeOf(shortTerm: readonly number[]): number | undefined {
  const loud = shortTerm.filter((value) => value > 0 && lufsOf(value) > absoluteGate);
  if (loud.length === 0) return undefined;
  const gate = lufsOf(mean(loud)) - 20;
  const kept = loud
    .map(lufsOf)
    .filter((value) => value > gate)
    .toSorted((a, b) => a - b);
  const at = (share: number): number => kept[Math.max(0, Math.floor(kept.length * share + 0.5) - 1)] ?? Number.NaN;
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
const momentarySteps = 40;
const shortTermSteps = 300;
const gridSteps = 10;
/** 10 × log10(2). */
const tenLogTwo = 3.010299956639812;
