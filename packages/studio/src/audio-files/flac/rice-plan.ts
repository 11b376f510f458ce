/** How residuals are cut into partitions, and the parameter of each. */
export interface RicePlan {
  /** The partitions are 2 to the power of this. */
  readonly order: number;
  readonly parameters: readonly number[];
  /** As good as exact; for comparing. */
  readonly bits: number;
}

/** The cheapest way to write `residual` from `order` on: every size of partition is tried. */
export function planRice(residual: Int32Array, frames: number, order: number): RicePlan {
  let finest = finestOrder;
  while (finest > 0 && (frames % (1 << finest) !== 0 || frames >> finest <= order)) finest--;
  let sums = sumsOf(residual, frames, order, finest);
  let best: RicePlan | undefined;
  for (let depth = finest; depth >= 0; depth--) {
    const size = frames >> depth;
    let bits = 6;
    const parameters: number[] = [];
    for (const [index, sum] of sums.entries()) {
      const count = index === 0 ? size - order : size;
      const parameter = parameterOf(sum, count);
      parameters.push(parameter);
      bits += 5 + count * (parameter + 1) + sum / (1 << parameter) - count / 2;
    }
    if (best === undefined || bits < best.bits) best = { order: depth, parameters, bits };
    sums = Array.from({ length: sums.length >> 1 }, (_, index) => (sums[index * 2] as number) + (sums[index * 2 + 1] as number));
  }
  return best as RicePlan;
}

/** A whole number with a sign as one without: 0, −1, 1, −2, 2 … */
export function folded(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function sumsOf(residual: Int32Array, frames: number, order: number, depth: number): number[] {
  const size = frames >> depth;
  const sums: number[] = [];
  for (let part = 0; part < 1 << depth; part++) {
    let sum = 0;
    for (let n = Math.max(order, part * size); n < (part + 1) * size; n++) sum += folded(residual[n] as number);
    sums.push(sum);
  }
  return sums;
}

/** The parameter whose step is nearest to the mean. */
function parameterOf(sum: number, count: number): number {
  let parameter = 0;
  while (parameter < 30 && count * (1 << parameter) * 1.4 < sum) parameter++;
  return parameter;
}

/** Partitions of 64 samples of the usual 4,096 at the finest. */
const finestOrder = 6;
