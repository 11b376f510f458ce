import { cosineOfTurn, sineOfTurn } from "../kernel/exact-math.ts";

/** The power spectrum of real samples: Hann window, FFT by twos. Exact math, so that what is measured is the same everywhere. */
export class Spectrum {
  readonly size: number;
  readonly #window: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #order: Uint32Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #scale: number;

  /** `size`: a power of two. */
  constructor(size: number) {
    this.size = size;
    this.#window = Float64Array.from({ length: size }, (_, n) => 0.5 - 0.5 * cosineOfTurn(n / size));
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, n) => cosineOfTurn(n / size));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, n) => -sineOfTurn(n / size));
    this.#order = reversed(size);
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
    // A sine of full scale has power 1 in its bin: half of it lies there, and the window lets half of that through.
    this.#scale = 16 / (size * size);
  }

  /** Powers of the bins from 0 to half the rate, of `size` samples; into `power`, which has room for half as many and one. */
  run(samples: ArrayLike<number>, power: Float64Array): void {
    const { size } = this;
    const real = this.#real;
    const imaginary = this.#imaginary;
    const order = this.#order;
    const weights = this.#window;
    for (let n = 0; n < size; n++) {
      real[order[n] as number] = (samples[n] as number) * (weights[n] as number);
      imaginary[n] = 0;
    }
    for (let half = 1; half < size; half *= 2) this.#butterflies(half);
    for (let bin = 0; bin <= size / 2; bin++) {
      const re = real[bin] as number;
      const im = imaginary[bin] as number;
      power[bin] = (re * re + im * im) * this.#scale;
    }
  }

  #butterflies(half: number): void {
    const { size } = this;
    const real = this.#real;
    const imaginary = this.#imaginary;
    const cosines = this.#cosines;
    const sines = this.#sines;
    const stride = size / (half * 2);
    for (let begin = 0; begin < size; begin += half * 2) {
      for (let n = 0, turn = 0; n < half; n++, turn += stride) {
        const one = begin + n;
        const two = one + half;
        const c = cosines[turn] as number;
        const s = sines[turn] as number;
        const re = (real[two] as number) * c - (imaginary[two] as number) * s;
        const im = (real[two] as number) * s + (imaginary[two] as number) * c;
        real[two] = (real[one] as number) - re;
        imaginary[two] = (imaginary[one] as number) - im;
        real[one] = (real[one] as number) + re;
        imaginary[one] = (imaginary[one] as number) + im;
      }
    }
  }
}

/** Where each sample goes: its number's bits backwards. */
function reversed(size: number): Uint32Array {
  const order = new Uint32Array(size);
  for (let n = 1; n < size; n++) order[n] = ((order[n >> 1] as number) >> 1) | (n & 1 ? size >> 1 : 0);
  return order;
}
