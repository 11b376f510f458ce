import type { Json, JsonObject } from "@jackfield/contract";
import type { Loudness } from "../engine/loudness.ts";
import { notesOf } from "../engine/hits.ts";
import { type AuthorId, authorKind, authorName } from "../model/author.ts";
import { degreesOf, lineOf } from "../model/line.ts";
import { noteName, noteNames, scales } from "../model/scale.ts";
import type { PatternId, Song } from "../model/song.ts";
import { type TrackId, trackIds, trackOf } from "../model/tracks.ts";

/** How agents read and write a row. Said in the tools' descriptions. */
export const legend = "sixteen characters, one for each step: . off, o soft, x normal, X accent";

/** The song's key in words. */
export function keyText(song: Song): string {
  return `${noteNames[song.root] ?? ""} ${scales[song.scale].name}`;
}

/** One row for an agent: the line, for tonal tracks the degrees and notes of its steps, and who set each step where anyone did. */
export function rowWords(song: Song, pattern: PatternId, track: TrackId, reader: AuthorId): JsonObject {
  const row = song.patterns[pattern].rows[track];
  const owners = row.map((step) => ownerMark(step.by, reader)).join("");
  return {
    line: lineOf(row),
    ...(trackOf(track).tonal
      ? { degrees: degreesOf(row), notes: degreesOf(row).map((degree) => notesOf(song, track, degree).map(noteName).join("+")) }
      : {}),
    ...(/^\.+$/.test(owners) ? {} : { set_by: owners }),
  };
}

/** A whole pattern for an agent. */
export function patternWords(song: Song, pattern: PatternId, reader: AuthorId): JsonObject {
  return {
    pattern,
    name: song.patterns[pattern].name,
    rows: Object.fromEntries(trackIds.map((track) => [track, rowWords(song, pattern, track, reader)])),
    set_by: "p the person, a you, b another agent, . the song as it came",
  };
}

/** Loudness figures to a tenth; null is silence. */
export function loudnessWords(loudness: Loudness): JsonObject {
  return {
    lufs: tenth(loudness.lufs),
    true_peak_dbtp: tenth(loudness.truePeak),
    peak_dbfs: tenth(loudness.peak),
    rms_dbfs: tenth(loudness.rms),
  };
}

/** A figure in dB to a tenth; null is silence. */
export function tenth(value: number): Json {
  return Number.isFinite(value) ? Math.round(value * 10) / 10 : null;
}

/** The name of an author in a result. */
export function authorWords(id: AuthorId, reader: AuthorId): string {
  return id === reader ? "you" : authorKind(id) === "person" ? "the person" : authorName(id);
}

/** A row as marks of who set each step. */
function ownerMark(by: AuthorId, reader: AuthorId): string {
  switch (authorKind(by)) {
    case "nobody":
      return ".";
    case "person":
      return "p";
    case "agent":
      return by === reader ? "a" : "b";
  }
}
