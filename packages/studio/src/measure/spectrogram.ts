import { logOfTwo, powerOfTwo } from "../kernel/exact-math.ts";
import { Spectrum } from "./fft.ts";
import { writePng } from "./png.ts";
import { WindowCutter } from "./window-cutter.ts";

/** A picture of a sound: time to the right, pitch upwards (each octave as high as the next), brighter is louder. */
export interface SpectrogramImage {
  readonly png: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** At the lower and at the upper edge. */
  readonly hertz: readonly [lowest: number, highest: number];
  /** Of the darkest and of the brightest color, dBFS of a sine. */
  readonly decibels: readonly [quietest: number, loudest: number];
}

export interface SpectrogramSize {
  /** 16 to 800. */
  readonly width?: number;
  /** 16 to 256. */
  readonly height?: number;
}

/** Draws as it is fed. Keeps one number for each point of the picture. */
export class Spectrogram {
  readonly #width: number;
  readonly #height: number;
  readonly #rate: number;
  readonly #frames: number;
  /** The highest power of each point, column after column. */
  readonly #powers: Float64Array;
  readonly #cutter: WindowCutter;
  readonly #highest: number;

  /** `frames`: how many will come, at most. Throws a RangeError for sizes that are none. */
  constructor(rate: number, frames: number, { width = 640, height = 256 }: SpectrogramSize = {}) {
    if (!(width >= 16 && width <= 800 && height >= 16 && height <= 256))
      throw new RangeError("A spectrogram is 16 to 800 points wide and 16 to 256 high");
    this.#width = Math.floor(width);
    this.#height = Math.floor(height);
    this.#rate = rate;
    this.#frames = Math.max(1, frames);
    this.#highest = Math.min(20_000, rate / 2);
    this.#powers = new Float64Array(this.#width * this.#height);
    const spectrum = new Spectrum(size);
    const power = new Float64Array(size / 2 + 1);
    const rows = this.#rows();
    // A window in each column at least, and no sound between two windows.
    const hop = Math.max(64, Math.min(size / 2, Math.floor(this.#frames / this.#width)));
    this.#cutter = new WindowCutter(size, hop, (window, at) => {
      spectrum.run(window, power);
      this.#draw(power, rows, at, hop);
    });
    this.#silence();
  }

  feed(left: Float32Array, right: Float32Array = left): void {
    this.#cutter.feed(left, right);
  }

  /** Ends it. */
  async end(): Promise<SpectrogramImage> {
    this.#silence();
    const [width, height] = [this.#width, this.#height];
    const pixels = new Uint8Array(width * height);
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < height; y++) {
        const decibels = logOfTwo((this.#powers[x * height + y] as number) + 1e-12) * tenLogTwo;
        // The lowest row stands last in the picture.
        pixels[(height - 1 - y) * width + x] = Math.round(Math.max(0, Math.min(1, 1 - decibels / quietest)) * 255);
      }
    }
    return {
      png: await writePng(width, height, pixels, palette),
      width,
      height,
      seconds: this.#frames / this.#rate,
      hertz: [lowest, this.#highest],
      decibels: [quietest, 0],
    };
  }

  /** Half a window, before and behind: the middle of a window is what it shows. */
  #silence(): void {
    const silence = new Float32Array(size / 2);
    this.#cutter.feed(silence, silence);
  }

  /** The bins of each row, from and to; where a row is narrower than a bin, the one that it is in. */
  #rows(): readonly (readonly [from: number, to: number])[] {
    const octaves = logOfTwo(this.#highest / lowest);
    const bin = (row: number): number => (lowest * powerOfTwo((octaves * row) / this.#height) * size) / this.#rate;
    return Array.from({ length: this.#height }, (_, row) => {
      const from = Math.min(size / 2, Math.round(bin(row)));
      return [from, Math.min(size / 2 + 1, Math.max(from + 1, Math.round(bin(row + 1))))] as const;
    });
  }

  /** Into the columns of the time from `at` to the next window. */
  #draw(power: Float64Array, rows: readonly (readonly [number, number])[], at: number, hop: number): void {
    const columnAt = (frame: number): number => Math.min(this.#width - 1, Math.floor((frame * this.#width) / this.#frames));
    const first = columnAt(at);
    const last = Math.max(first, columnAt(at + hop - 1));
    for (const [row, [from, to]] of rows.entries()) {
      let most = 0;
      for (let bin = from; bin < to; bin++) most = Math.max(most, power[bin] as number);
      for (let column = first; column <= last; column++) {
        const point = column * this.#height + row;
        this.#powers[point] = Math.max(this.#powers[point] as number, most);
      }
    }
  }
}

const size = 4_096;
const lowest = 30;
const quietest = -90;
const tenLogTwo = 3.010299956639812;

/** From black by blue, violet and orange to a pale yellow: each step is lighter than the one before, also to who sees no colors. */
const stops = [
  [0, 0, 4],
  [40, 17, 89],
  [114, 31, 129],
  [183, 55, 121],
  [241, 96, 93],
  [254, 176, 120],
  [252, 253, 191],
] as const;

const palette = Uint8Array.from({ length: 256 * 3 }, (_, at) => {
  const place = (Math.floor(at / 3) / 255) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(place));
  const [one, two] = [stops[index]?.[at % 3] ?? 0, stops[index + 1]?.[at % 3] ?? 0];
  return Math.round(one + (two - one) * (place - index));
});
