import { sineOfTurn } from "../kernel/exact-math.ts";
import { Random } from "../kernel/random.ts";

/** Sounds that find what encoders do badly. Each is one channel, from −1 to 1. */
export const testSounds = {
  silence: (frames: number) => new Float32Array(frames),
  constant: (frames: number) => new Float32Array(frames).fill(-0.25),
  tone: (frames: number) => Float32Array.from({ length: frames }, (_, n) => 0.7 * sineOfTurn(n / 100.3)),
  noise: (frames: number) => {
    const random = new Random(frames);
    return Float32Array.from({ length: frames }, () => random.signed());
  },
  clicks: (frames: number) => Float32Array.from({ length: frames }, (_, n) => (n % 997 === 0 ? 1 : n % 991 === 0 ? -1 : 0)),
  square: (frames: number) => Float32Array.from({ length: frames }, (_, n) => (n % 100 < 50 ? 1 : -1)),
} as const satisfies Record<string, (frames: number) => Float32Array>;

/** The greatest difference between two sounds; infinite where they differ in length. */
export function differenceOf(one: readonly Float32Array[], two: readonly Float32Array[]): number {
  if (one.length !== two.length) return Number.POSITIVE_INFINITY;
  return one.reduce((most, data, index) => {
    const other = two[index] ?? new Float32Array();
    if (other.length !== data.length) return Number.POSITIVE_INFINITY;
    return data.reduce((worst, value, frame) => Math.max(worst, Math.abs(value - (other[frame] ?? Number.NaN))), most);
  }, 0);
}
