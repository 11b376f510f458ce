/** Numbers that look random and are the same everywhere: xorshift of 32 bits (Marsaglia 2003). */
export class Random {
  #state: number;

  /** Any seed; 0 counts as another. */
  constructor(seed: number) {
    this.#state = stateOf(seed);
  }

  /** As one made of that seed. */
  reset(seed: number): void {
    this.#state = stateOf(seed);
  }

  /** The next of them, from −1 to below 1. */
  fill(out: Float64Array, frames: number): void {
    let x = this.#state;
    for (let i = 0; i < frames; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      out[i] = x * perStep;
    }
    this.#state = x;
  }

  /** From −1 to below 1. */
  signed(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return x * perStep;
  }

  /** From 0 to below 1. */
  unit(): number {
    return this.signed() * 0.5 + 0.5;
  }
}

function stateOf(seed: number): number {
  return (seed ^ 0x9e3779b9) | 0 || 0x2545f491;
}

const perStep = 1 / 2147483648;
