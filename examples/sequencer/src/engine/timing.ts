import { STEPS } from "../model/song.ts";

/** A sixteenth at a tempo, in seconds. */
export function sixteenth(tempo: number): number {
  return 15 / tempo;
}

/** A bar of sixteen steps, in seconds. Swing moves steps inside it and leaves its length. */
export function barSeconds(tempo: number): number {
  return STEPS * sixteenth(tempo);
}

/** Where a step begins, in seconds from the start of its bar. With swing the second of each pair comes at that percent of the pair. */
export function stepOffset(step: number, tempo: number, swing: number): number {
  const pair = 2 * sixteenth(tempo);
  return Math.floor(step / 2) * pair + (step % 2 === 1 ? (pair * swing) / 100 : 0);
}

/** How long a step lasts until the next one begins, in seconds. */
export function stepSeconds(step: number, tempo: number, swing: number): number {
  const pair = 2 * sixteenth(tempo);
  return (pair * (step % 2 === 0 ? swing : 100 - swing)) / 100;
}
