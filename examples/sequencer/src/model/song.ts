import { type AuthorId, NOBODY } from "./author.ts";
import type { Key, ScaleId } from "./scale.ts";
import type { Sound } from "./sound.ts";
import { type TrackId, trackIds } from "./tracks.ts";

export const STEPS = 16;
export const patternIds = ["A", "B", "C", "D"] as const;
export type PatternId = (typeof patternIds)[number];

/** How hard a step is hit: 0 off, 1 soft, 2 normal, 3 accent. */
export type Level = 0 | 1 | 2 | 3;

/** One step. `degree` counts up the song's scale and matters on tonal tracks only. `by` is who last set it. */
export interface Step {
  readonly level: Level;
  readonly degree: number;
  readonly by: AuthorId;
}

export type Row = readonly Step[];

export interface Pattern {
  /** The person's own words. */
  readonly name: string;
  readonly rows: { readonly [T in TrackId]: Row };
}

/** Everything that is saved, played and shared. Never changed in place. */
export interface Song {
  /** Beats a minute. */
  readonly tempo: number;
  /** Where the second sixteenth of each pair falls, in percent of the pair: 50 is straight, 66 a triplet feel. */
  readonly swing: number;
  readonly root: number;
  readonly scale: ScaleId;
  /** Patterns in the order the song plays them. */
  readonly order: readonly PatternId[];
  readonly patterns: { readonly [P in PatternId]: Pattern };
  readonly sounds: { readonly [T in TrackId]: Sound };
}

export const SWING_LEAST = 50;
export const SWING_MOST = 75;

const off: Step = { level: 0, degree: 0, by: NOBODY };

/** A row with nothing in it. */
export function emptyRow(): Row {
  return Array.from({ length: STEPS }, () => off);
}

/** A pattern with nothing in it. */
export function emptyPattern(name: string): Pattern {
  return { name, rows: mapTracks(emptyRow) };
}

/** A value for each track. */
export function mapTracks<V>(of: (track: TrackId) => V): { readonly [T in TrackId]: V } {
  return {
    kick: of("kick"),
    snare: of("snare"),
    clap: of("clap"),
    hat: of("hat"),
    open: of("open"),
    bass: of("bass"),
    pluck: of("pluck"),
    keys: of("keys"),
  };
}

/** One step of a song. Steps are counted from 0 inside, from 1 wherever people or agents see them. */
export function stepAt(song: Song, pattern: PatternId, track: TrackId, step: number): Step {
  return song.patterns[pattern].rows[track][step] ?? off;
}

/** The song's key. */
export function keyOf(song: Song): Key {
  return { root: song.root, scale: song.scale };
}

/** Whether a track is heard: with any solo on, only soloed tracks are. */
export function audible(song: Song, track: TrackId): boolean {
  const soloed = trackIds.some((each) => song.sounds[each].solo);
  return soloed ? song.sounds[track].solo : !song.sounds[track].mute;
}

/** True for the id of a pattern. */
export function isPatternId(value: unknown): value is PatternId {
  return patternIds.some((id) => id === value);
}
