/** Where decibels stand on a fader, 0 to 1: wide about 0, narrow far below. */
export function faderPlace(decibels: number): number {
  return decibels <= floor ? 0 : ((decibels - floor) / (top - floor)) ** bend;
}

/** The decibels of a place on a fader; the lowest is silence. */
export function faderDecibels(place: number): number {
  if (place <= 0.004) return -150;
  const value = floor + (top - floor) * Math.min(1, place) ** (1 / bend);
  return Math.round(value * 10) / 10;
}

/** Where a gain stands on a meter, 0 to 1. */
export function meterPlace(gain: number): number {
  const decibels = gain <= 0 ? -150 : 20 * Math.log10(gain);
  return faderPlace(Math.min(top, decibels));
}

const floor = -60;
const top = 12;
const bend = 1.6;
