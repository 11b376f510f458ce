/** What was heard in a moment. */
export interface Heard {
  /** Hertz; undefined: no clear pitch. */
  readonly hertz: number | undefined;
  /** Root of the mean square, 0 to 1. */
  readonly level: number;
}

/** The range of voices and whistles. */
const [lowest, highest] = [65, 1_200];
/** Below this share of the window's own power at its best lag, it is noise or several sounds at once. */
const clear = 0.82;
const quiet = 0.008;

/**
 * The pitch of a moment of sound, by the lag at which it is most like itself: normalised autocorrelation, and the first peak that comes near the
 * highest, so that an octave below is not taken for the pitch (McLeod and Wyvill, "A smarter way to find pitch", 2005).
 */
export function pitchOf(window: Float32Array, rate: number): Heard {
  let power = 0;
  for (const value of window) power += value * value;
  const level = Math.sqrt(power / Math.max(1, window.length));
  if (level < quiet) return { hertz: undefined, level };
  const most = Math.min(Math.floor(rate / lowest), Math.floor(window.length / 2));
  const like = Float64Array.from({ length: most + 2 }, (_, lag) => likeness(window, lag));
  const lag = firstPeak(like, Math.max(2, Math.floor(rate / highest)), most);
  if (lag === undefined) return { hertz: undefined, level };
  const [before, at, after] = [like[lag - 1] ?? 0, like[lag] ?? 0, like[lag + 1] ?? 0];
  // The top of the parabola through the three.
  const bend = before - 2 * at + after;
  return { hertz: rate / (lag + (bend === 0 ? 0 : (before - after) / (2 * bend))), level };
}

/** 1 where the window, moved by so many frames, is itself. */
function likeness(window: Float32Array, lag: number): number {
  let [sum, power] = [0, 0];
  for (let at = 0; at + lag < window.length; at++) {
    const [one, other] = [window[at] ?? 0, window[at + lag] ?? 0];
    sum += one * other;
    power += one * one + other * other;
  }
  return power === 0 ? 0 : (2 * sum) / power;
}

function firstPeak(like: Float64Array, from: number, to: number): number | undefined {
  const peaks: number[] = [];
  let best = 0;
  for (let lag = from; lag <= to; lag++) {
    const value = like[lag] ?? 0;
    if (value <= (like[lag - 1] ?? 0) || value < (like[lag + 1] ?? 0)) continue;
    peaks.push(lag);
    best = Math.max(best, value);
  }
  return best < clear ? undefined : peaks.find((lag) => (like[lag] ?? 0) >= best * 0.93);
}
