import { cosineOfTurn, powerOfTwo, sineOfTurn } from "./exact-math.ts";

/** Coefficients of a second-order filter, divided by a0. */
export type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** After Bristow-Johnson's Audio EQ Cookbook. `turn`: hertz by rate, up to 0.49. */
export const cookbook = {
  highPass(turn: number, q: number): Coefficients {
    const { cos, alpha } = at(turn, q);
    return over(1 + alpha, (1 + cos) / 2, -(1 + cos), (1 + cos) / 2, -2 * cos, 1 - alpha);
  },
  bell(turn: number, q: number, decibels: number): Coefficients {
    const { cos, alpha } = at(turn, q);
    const a = amplitude(decibels);
    return over(1 + alpha / a, 1 + alpha * a, -2 * cos, 1 - alpha * a, -2 * cos, 1 - alpha / a);
  },
  lowShelf(turn: number, decibels: number): Coefficients {
    const { cos, alpha } = at(turn, shelfQ);
    const a = amplitude(decibels);
    const slope = 2 * Math.sqrt(a) * alpha;
    return over(
      a + 1 + (a - 1) * cos + slope,
      a * (a + 1 - (a - 1) * cos + slope),
      2 * a * (a - 1 - (a + 1) * cos),
      a * (a + 1 - (a - 1) * cos - slope),
      -2 * (a - 1 + (a + 1) * cos),
      a + 1 + (a - 1) * cos - slope,
    );
  },
  highShelf(turn: number, decibels: number): Coefficients {
    const { cos, alpha } = at(turn, shelfQ);
    const a = amplitude(decibels);
    const slope = 2 * Math.sqrt(a) * alpha;
    return over(
      a + 1 - (a - 1) * cos + slope,
      a * (a + 1 + (a - 1) * cos + slope),
      -2 * a * (a - 1 + (a + 1) * cos),
      a * (a + 1 + (a - 1) * cos - slope),
      2 * (a - 1 - (a + 1) * cos),
      a + 1 - (a - 1) * cos - slope,
    );
  },
} as const;

/** One such filter over one channel, in place. Transposed direct form II. */
export class Biquad {
  #one = 0;
  #two = 0;

  /** Takes over what another remembers. */
  goOnFrom(other: Biquad): void {
    this.#one = other.#one;
    this.#two = other.#two;
  }

  run(coefficients: Coefficients, data: Float64Array, frames: number): void {
    const b0 = coefficients[0];
    const b1 = coefficients[1];
    const b2 = coefficients[2];
    const a1 = coefficients[3];
    const a2 = coefficients[4];
    let one = this.#one;
    let two = this.#two;
    for (let i = 0; i < frames; i++) {
      const x = data[i] as number;
      const y = b0 * x + one;
      one = b1 * x - a1 * y + two;
      two = b2 * x - a2 * y;
      data[i] = y;
    }
    // What has faded below hearing would cost a hundred times as much to go on with: such small numbers are slow on many processors.
    this.#one = Math.abs(one) < vanished ? 0 : one;
    this.#two = Math.abs(two) < vanished ? 0 : two;
  }
}

function at(turn: number, q: number): { readonly cos: number; readonly alpha: number } {
  const t = Math.min(0.49, Math.max(0.0001, turn));
  return { cos: cosineOfTurn(t), alpha: sineOfTurn(t) / (2 * Math.max(0.05, q)) };
}

function over(a0: number, b0: number, b1: number, b2: number, a1: number, a2: number): Coefficients {
  return [b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0];
}

/** Square root of the gain. */
function amplitude(decibels: number): number {
  return powerOfTwo(decibels * 0.08304820237218406);
}

const shelfQ = 0.7071067811865476;
const vanished = 1e-30;
