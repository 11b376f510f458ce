import { logOfTwo, powerOfTwo } from "../../kernel/exact-math.ts";
import type { SongCompressor } from "../../song/song.ts";
import type { Stretch } from "../bars.ts";
import type { Knobs } from "./knobs.ts";
import type { Move } from "./words.ts";

export interface MoveContext {
  /** 0 to 1: how much of the word. */
  readonly amount: number;
  readonly stretch: Stretch;
  /** The loudest moment of the track as it is, LUFS. */
  readonly level: number;
}

/** Makes a word's moves on a track's knobs, as far as the track has them. */
export function makeMoves(knobs: Knobs, moves: readonly Move[], context: MoveContext): void {
  for (const move of moves) make(knobs, move, context);
}

function make(knobs: Knobs, move: Move, { amount, stretch, level }: MoveContext): void {
  if ("add" in move) return knobs.move(move.add, (value, { min }) => added(value, move, amount, min));
  if ("times" in move) return knobs.move(move.times, (value) => value * power(move.by, amount));
  if ("set" in move) return knobs.value(move.where) === 0 ? knobs.move(move.set, () => move.to) : undefined;
  if ("pan" in move)
    return knobs.move("strip.pan", (pan) => (move.pan === 1 ? pan + (pan < 0 ? -1 : 1) * 0.5 * amount : pan * (1 - 0.8 * amount)));
  if ("compress" in move) return knobs.compress(compressed(knobs, move.compress, amount, level));
  const isUp = move.to === "up";
  if ("ramp" in move) {
    const now = knobs.value(`strip.${move.ramp}`) ?? 0;
    const low = now - move.below * amount;
    return knobs.ramp(`strip.${move.ramp}`, isUp ? low : now, isUp ? now : low, now, stretch);
  }
  const now = knobs.value(move.rampTimes);
  if (now === undefined) return undefined;
  const low = now * power(move.least, amount);
  return knobs.ramp(move.rampTimes, isUp ? low : now, isUp ? now : low, now, stretch);
}

/** Of a factor above 0. It goes into the song, so that it must be the same number everywhere: `**` is not. */
function power(factor: number, amount: number): number {
  return powerOfTwo(logOfTwo(factor) * amount);
}

/** What is off stays off where it would go down, and begins somewhere where it goes up. */
function added(value: number, { by, off }: { readonly by: number; readonly off?: number }, amount: number, min: number): number {
  const isOff = value <= min && min <= -150;
  if (isOff && (by < 0 || off === undefined)) return value;
  return (isOff ? (off ?? value) : value) + by * amount;
}

/** From where the track is: 6 dB into what it plays, and no deeper than it is already. */
function compressed(
  knobs: Knobs,
  { ratio, attackMs, releaseMs }: { readonly ratio: number; readonly attackMs: number; readonly releaseMs: number },
  amount: number,
  loudest: number,
): SongCompressor {
  const was = knobs.compressor;
  const level = loudest - (knobs.value("strip.gainDb") ?? 0);
  const threshold = Math.round((level - 6 * amount) * 10) / 10;
  return {
    thresholdDb: Math.max(-60, Math.min(0, was === undefined ? threshold : Math.min(was.thresholdDb, threshold))),
    ratio: Math.min(20, Math.max(was?.ratio ?? 1, 1 + (ratio - 1) * amount)),
    attackMs: was === undefined ? attackMs : Math.max(was.attackMs, attackMs),
    releaseMs,
    makeupDb: was?.makeupDb ?? 0,
  };
}
