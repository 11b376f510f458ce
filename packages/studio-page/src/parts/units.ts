import type { ParamSpec } from "@jackfield/studio";

/** Decibels: `−6.0 dB`, and silence as `−∞`. */
export function decibels(value: number): string {
  if (value <= -100) return "−∞";
  return `${signed(value, 1)} dB`;
}

/** `12.3 kHz`, `440 Hz`. */
export function hertz(value: number): string {
  if (value <= 0) return "Off";
  return value >= 1_000 ? `${figure(value / 1_000)} kHz` : `${Math.round(value)} Hz`;
}

/** `340 ms`, `1.2 s`. */
export function seconds(value: number): string {
  return value < 1 ? `${figure(value * 1_000)} ms` : `${figure(value)} s`;
}

export function milliseconds(value: number): string {
  return seconds(value / 1_000);
}

export function percent(value: number): string {
  return `${Math.round(value * 100)}%`;
}

/** `L 30`, `C`, `R 100`. */
export function panned(value: number): string {
  const share = Math.round(value * 100);
  return share === 0 ? "C" : share < 0 ? `L ${-share}` : `R ${share}`;
}

/** A param's value, by its unit. */
export function paramText({ unit, max }: ParamSpec, value: number): string {
  switch (unit) {
    case "hertz":
      return hertz(value);
    case "seconds":
      return seconds(value);
    case "decibels":
      return decibels(value);
    case "semitones":
      return `${signed(value, 0)} st`;
    case "share":
      return max <= 1 ? percent(value) : `×${figure(value)}`;
    case "count":
      return String(Math.round(value));
  }
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : value < 0 ? `−${text}` : `+${text}`;
}

/** Three figures. */
function figure(value: number): string {
  return String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}
