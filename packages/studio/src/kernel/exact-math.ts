/**
 * The functions that sound needs, from `+ − × ÷ √` and rounding alone. IEEE 754 fixes those to the bit; `Math.sin`, `Math.exp` and their kin
 * it does not, and engines differ in the last bit of up to one argument in ten (measured: V8 of Node 20 beside Chromium 156). Whatever is
 * computed with these is the same number in a page, a worker, an AudioWorklet and in Node.
 */

/** Sine of a whole turn: `turn` 0 to 1 (any number is taken). Error below 3e-9. */
export function sineOfTurn(turn: number): number {
  return sineOfPhase(turn - Math.floor(turn));
}

/** The same of a phase, which is from 0 to below 1. */
export function sineOfPhase(phase: number): number {
  let t = phase;
  // Fold into a quarter on either side of zero: the polynomial is good there.
  if (t > 0.75) t -= 1;
  else if (t > 0.25) t = 0.5 - t;
  const x = t * tau;
  const y = x * x;
  return x * (1 + y * (s3 + y * (s5 + y * (s7 + y * (s9 + y * (s11 + y * s13))))));
}

/** Cosine of a whole turn. */
export function cosineOfTurn(turn: number): number {
  return sineOfTurn(turn + 0.25);
}

/** 2 to the power of x, for |x| up to 1,000. Relative error below 1e-12. */
export function powerOfTwo(x: number): number {
  // The nearest whole number: of those themselves the result is exact.
  const whole = Math.floor(x + 0.5);
  const y = (x - whole) * ln2;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 12; n++) {
    term = (term * y) / n;
    sum += term;
  }
  return sum * wholePower(whole);
}

/** e to the power of x. */
export function exponential(x: number): number {
  return powerOfTwo(x * log2e);
}

/** Logarithm to base 2 of a positive number; −Infinity for 0. Error below 1e-12. */
export function logOfTwo(value: number): number {
  if (!(value > 0)) return Number.NEGATIVE_INFINITY;
  let exponent = 0;
  let m = value;
  while (m >= 1.4142135623730951) {
    m *= 0.5;
    exponent++;
  }
  while (m < 0.7071067811865476) {
    m *= 2;
    exponent--;
  }
  // Artanh series: m = (1 + r) / (1 − r).
  const r = (m - 1) / (m + 1);
  const r2 = r * r;
  let term = r;
  let sum = 0;
  for (let n = 1; n <= 23; n += 2) {
    sum += term / n;
    term *= r2;
  }
  return exponent + sum * 2 * log2e;
}

/** Tangent of half a turn times x, for x from 0 to 0.49: what filters warp their frequency by. */
export function tangentOfHalfTurn(x: number): number {
  return sineOfTurn(x * 0.5) / cosineOfTurn(x * 0.5);
}

/** Gain of decibels; 0 at −150 and below. */
export function gainOfDecibels(decibels: number): number {
  return decibels <= -150 ? 0 : powerOfTwo(decibels * octavesPerDecibel);
}

/** Decibels of a gain; −Infinity for 0. */
export function decibelsOfGain(gain: number): number {
  return logOfTwo(gain) / octavesPerDecibel;
}

/** Hertz of a MIDI pitch, also between two: 69 is 440. */
export function hertzOfPitch(pitch: number): number {
  return 440 * powerOfTwo((pitch - 69) / 12);
}

/** The modified Bessel function of order 0, for 0 to 30: what Kaiser's window is made of. */
export function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > sum * 1e-17; n++) {
    const factor = x / (2 * n);
    term *= factor * factor;
    sum += term;
  }
  return sum;
}

function wholePower(whole: number): number {
  let result = 1;
  let base = whole < 0 ? 0.5 : 2;
  for (let n = whole < 0 ? -whole : whole; n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) result *= base;
    base *= base;
  }
  return result;
}

const tau = 6.283185307179586;
const ln2 = 0.6931471805599453;
const log2e = 1.4426950408889634;
/** log2(10) / 20. */
const octavesPerDecibel = 0.16609640474436813;
// Taylor of the sine.
const [s3, s5, s7, s9, s11, s13] = [-1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800, 1 / 6227020800] as const;
