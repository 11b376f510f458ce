/** Weights of the last samples, as FLAC writes them: whole numbers, to be shifted right together. */
export interface Predictor {
  /** The latest sample's first. */
  readonly weights: readonly number[];
  readonly shift: number;
}

/** Bits of a weight. */
export const weightBits = 14;

/** The predictor of an order that fits a block best (autocorrelation behind a Welch window, Levinson and Durbin); undefined for silence. */
export function fitPredictor(samples: Int32Array, frames: number, order: number): Predictor | undefined {
  const lags = autocorrelation(samples, frames, order);
  let error = lags[0] as number;
  if (!(error > 0)) return undefined;
  let weights: number[] = [];
  for (let n = 0; n < order; n++) {
    const reflected = weights.reduce((sum, weight, index) => sum - weight * (lags[n - index] as number), lags[n + 1] as number) / error;
    weights = [...weights.map((weight, index) => weight - reflected * (weights[n - 1 - index] as number)), reflected];
    error *= 1 - reflected * reflected;
    if (!(error > 0)) return undefined;
  }
  return rounded(weights);
}

function autocorrelation(samples: Int32Array, frames: number, order: number): Float64Array {
  const windowed = new Float64Array(frames);
  const half = (frames - 1) / 2;
  for (let n = 0; n < frames; n++) {
    const x = (n - half) / (half + 1);
    windowed[n] = (samples[n] as number) * (1 - x * x);
  }
  return Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let n = lag; n < frames; n++) sum += (windowed[n] as number) * (windowed[n - lag] as number);
    return sum;
  });
}

/** Weights as whole numbers; what rounding takes from one is given to the next. */
function rounded(weights: readonly number[]): Predictor | undefined {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const most = (1 << (weightBits - 1)) - 1;
  let shift = 15;
  while (shift > 0 && largest * (1 << shift) > most) shift--;
  if (!(largest * (1 << shift) <= most)) return undefined;
  let carried = 0;
  const whole = weights.map((weight) => {
    const exact = weight * (1 << shift) + carried;
    const value = Math.max(-most, Math.min(most, Math.round(exact)));
    carried = exact - value;
    return value;
  });
  return { weights: whole, shift };
}
