import { chordOf, midiOf } from "../model/scale.ts";
import { type Level, type PatternId, type Song, keyOf, stepAt } from "../model/song.ts";
import { type TrackId, trackOf } from "../model/tracks.ts";

/** One sound to make: which track, how hard, and for tonal tracks which MIDI notes. */
export interface Hit {
  readonly track: TrackId;
  readonly level: Exclude<Level, 0>;
  readonly notes: readonly number[];
}

/** What one step of a pattern plays, on the tracks given. */
export function hitsAt(song: Song, pattern: PatternId, step: number, tracks: readonly TrackId[]): readonly Hit[] {
  return tracks.flatMap((track): Hit[] => {
    const { level, degree } = stepAt(song, pattern, track, step);
    return level === 0 ? [] : [{ track, level, notes: notesOf(song, track, degree) }];
  });
}

/** The MIDI notes of a degree on a track: none for drums, a chord for keys. */
export function notesOf(song: Song, track: TrackId, degree: number): readonly number[] {
  const { tonal, octave } = trackOf(track);
  if (!tonal) return [];
  return track === "keys" ? chordOf(degree, octave, keyOf(song)) : [midiOf(degree, octave, keyOf(song))];
}
