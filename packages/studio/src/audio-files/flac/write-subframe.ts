import type { BitWriter } from "./bit-writer.ts";
import { type Predictor, fitPredictor, weightBits } from "./linear-prediction.ts";
import { type RicePlan, folded, planRice } from "./rice-plan.ts";

/** A channel of a frame, and the way to write it that takes least. */
export interface SubframePlan {
  readonly bits: number;
  write(writer: BitWriter): void;
}

/** Tries every way that FLAC has and this encoder knows: one value, the fixed predictors, a fitted one, and the samples as they are. */
export function planSubframe(samples: Int32Array, frames: number, sampleBits: number): SubframePlan {
  if (isConstant(samples, frames)) return constant(samples[0] as number, sampleBits);
  const plans = [verbatim(samples, frames, sampleBits)];
  for (const predictor of [bestFixed(samples, frames), fitPredictor(samples, frames, Math.min(fittedOrder, frames - 1))]) {
    const plan = predictor === undefined ? undefined : predicted(samples, frames, sampleBits, predictor);
    if (plan !== undefined) plans.push(plan);
  }
  return plans.reduce((best, plan) => (plan.bits < best.bits ? plan : best));
}

interface FixedPredictor extends Predictor {
  readonly fixed: true;
}

const fixedPredictors: readonly FixedPredictor[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]].map((weights) => ({
  weights,
  shift: 0,
  fixed: true,
}));

function bestFixed(samples: Int32Array, frames: number): FixedPredictor | undefined {
  const sums = fixedPredictors.map(({ weights }) => {
    if (weights.length >= frames) return Number.POSITIVE_INFINITY;
    const [a = 0, b = 0, c = 0, d = 0] = weights;
    let sum = 0;
    for (let n = 4; n < frames; n++) {
      const guess =
        a * (samples[n - 1] as number) + b * (samples[n - 2] as number) + c * (samples[n - 3] as number) + d * (samples[n - 4] as number);
      sum += Math.abs((samples[n] as number) - guess);
    }
    return sum;
  });
  return fixedPredictors[sums.indexOf(Math.min(...sums))];
}

function predicted(
  samples: Int32Array,
  frames: number,
  sampleBits: number,
  predictor: Predictor | FixedPredictor,
): SubframePlan | undefined {
  const { weights, shift } = predictor;
  const order = weights.length;
  const residual = residualOf(samples, frames, predictor);
  if (residual === undefined) return undefined;
  const rice = planRice(residual, frames, order);
  const fixed = "fixed" in predictor;
  return {
    bits: 8 + order * sampleBits + (fixed ? 0 : 9 + order * weightBits) + rice.bits,
    write(writer) {
      writer.write(fixed ? 8 + order : 31 + order, 7);
      writer.write(0, 1);
      for (let n = 0; n < order; n++) writer.write(samples[n] as number, sampleBits);
      if (!fixed) {
        writer.write(weightBits - 1, 4);
        writer.write(shift, 5);
        for (const weight of weights) writer.write(weight, weightBits);
      }
      writeResidual(writer, residual, frames, order, rice);
    },
  };
}

/** What a predictor leaves. Undefined where it leaves what Rice codes of 32 bits do not hold. */
function residualOf(samples: Int32Array, frames: number, { weights, shift }: Predictor): Int32Array | undefined {
  const order = weights.length;
  const residual = new Int32Array(frames);
  const scale = 1 / (1 << shift);
  for (let n = order; n < frames; n++) {
    let sum = 0;
    for (let tap = 0; tap < order; tap++) sum += (weights[tap] as number) * (samples[n - 1 - tap] as number);
    const rest = (samples[n] as number) - Math.floor(sum * scale);
    if (rest > widest || rest < -widest) return undefined;
    residual[n] = rest;
  }
  return residual;
}

function writeResidual(writer: BitWriter, residual: Int32Array, frames: number, order: number, rice: RicePlan): void {
  const wide = rice.parameters.some((parameter) => parameter > 14);
  writer.write(wide ? 1 : 0, 2);
  writer.write(rice.order, 4);
  const size = frames >> rice.order;
  for (const [part, parameter] of rice.parameters.entries()) {
    writer.write(parameter, wide ? 5 : 4);
    for (let n = Math.max(order, part * size); n < (part + 1) * size; n++) writer.rice(folded(residual[n] as number), parameter);
  }
}

function isConstant(samples: Int32Array, frames: number): boolean {
  for (let n = 1; n < frames; n++) if (samples[n] !== samples[0]) return false;
  return true;
}

function constant(value: number, sampleBits: number): SubframePlan {
  return {
    bits: 8 + sampleBits,
    write(writer) {
      writer.write(0, 8);
      writer.write(value, sampleBits);
    },
  };
}

function verbatim(samples: Int32Array, frames: number, sampleBits: number): SubframePlan {
  return {
    bits: 8 + frames * sampleBits,
    write(writer) {
      writer.write(2, 8);
      for (let n = 0; n < frames; n++) writer.write(samples[n] as number, sampleBits);
    },
  };
}

/** What decoders in hardware must be able to do for 48 kHz is 12 (the format's streamable subset); 8 takes half the time for as good as nothing. */
const fittedOrder = 8;
const widest = 1_073_741_823;
