import { notesOf } from "../engine/hits.ts";
import { authorKind, authorName } from "../model/author.ts";
import { noteName } from "../model/scale.ts";
import { type Level, type PatternId, type Song, stepAt } from "../model/song.ts";
import { type TrackId, trackOf } from "../model/tracks.ts";

/** How hard, in words. */
export const levelNames: { readonly [L in Level]: string } = { 0: "off", 1: "soft", 2: "normal", 3: "accent" };

/** The lowest note a step plays, as people write it: empty for drums. */
export function stepNote(song: Song, track: TrackId, degree: number): string {
  const note = notesOf(song, track, degree)[0];
  return note === undefined ? "" : noteName(note).replace("#", "♯");
}

/** A step as a screen reader says it: "Bass step 5, accent, A1, by claude.ai". */
export function stepWords(song: Song, pattern: PatternId, track: TrackId, step: number): string {
  const { level, degree, by } = stepAt(song, pattern, track, step);
  const parts = [`${trackOf(track).name} step ${step + 1}`, levelNames[level]];
  if (level > 0 && trackOf(track).tonal) parts.push(stepNote(song, track, degree));
  if (level > 0 && authorKind(by) !== "nobody") parts.push(`by ${authorName(by)}`);
  return parts.join(", ");
}
