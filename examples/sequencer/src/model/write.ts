import { type Pattern, type PatternId, type Row, type Song, type Step, stepAt } from "./song.ts";
import type { Param, Sound } from "./sound.ts";
import type { ScaleId } from "./scale.ts";
import type { TrackId } from "./tracks.ts";

/** One place of a song that a change set, with what was there and what is there since. A change is a list of these, so undo needs no op of its own. */
export type Write =
  | {
      readonly at: "step";
      readonly pattern: PatternId;
      readonly track: TrackId;
      readonly step: number;
      readonly before: Step;
      readonly after: Step;
    }
  | { readonly at: "sound"; readonly track: TrackId; readonly param: Param; readonly before: number; readonly after: number }
  | { readonly at: "switch"; readonly track: TrackId; readonly param: "mute" | "solo"; readonly before: boolean; readonly after: boolean }
  | { readonly at: "tempo" | "swing" | "root"; readonly before: number; readonly after: number }
  | { readonly at: "scale"; readonly before: ScaleId; readonly after: ScaleId }
  | { readonly at: "order"; readonly before: readonly PatternId[]; readonly after: readonly PatternId[] }
  | { readonly at: "name"; readonly pattern: PatternId; readonly before: string; readonly after: string };

export type Side = "before" | "after";

/** The song with one side of a write in place. */
export function put(song: Song, write: Write, side: Side): Song {
  switch (write.at) {
    case "step": {
      const row = song.patterns[write.pattern].rows[write.track];
      return withRow(
        song,
        write.pattern,
        write.track,
        row.map((step, index) => (index === write.step ? write[side] : step)),
      );
    }
    case "sound":
    case "switch":
      return withSound(song, write.track, { ...song.sounds[write.track], [write.param]: write[side] });
    case "tempo":
    case "swing":
    case "root":
      return { ...song, [write.at]: write[side] };
    case "scale":
      return { ...song, scale: write[side] };
    case "order":
      return { ...song, order: write[side] };
    case "name":
      return withPattern(song, write.pattern, { ...song.patterns[write.pattern], name: write[side] });
  }
}

/** Whether the song still holds one side of a write. */
export function holds(song: Song, write: Write, side: Side): boolean {
  switch (write.at) {
    case "step":
      return sameStep(stepAt(song, write.pattern, write.track, write.step), write[side]);
    case "sound":
      return song.sounds[write.track][write.param] === write[side];
    case "switch":
      return song.sounds[write.track][write.param] === write[side];
    case "tempo":
    case "swing":
    case "root":
      return song[write.at] === write[side];
    case "scale":
      return song.scale === write[side];
    case "order":
      return song.order.join() === write[side].join();
    case "name":
      return song.patterns[write.pattern].name === write[side];
  }
}

/** A write with its `before` read from a song: how it looks from there. */
export function since(song: Song, write: Write): Write {
  switch (write.at) {
    case "step":
      return { ...write, before: stepAt(song, write.pattern, write.track, write.step) };
    case "sound":
      return { ...write, before: song.sounds[write.track][write.param] };
    case "switch":
      return { ...write, before: song.sounds[write.track][write.param] };
    case "tempo":
    case "swing":
    case "root":
      return { ...write, before: song[write.at] };
    case "scale":
      return { ...write, before: song.scale };
    case "order":
      return { ...write, before: song.order };
    case "name":
      return { ...write, before: song.patterns[write.pattern].name };
  }
}

/** The place a write sets, as text: two writes of the same place have the same. */
export function placeOf(write: Write): string {
  switch (write.at) {
    case "step":
      return `${write.pattern}.${write.track}.${write.step}`;
    case "sound":
    case "switch":
      return `${write.track}.${write.param}`;
    case "name":
      return `${write.pattern}.name`;
    case "tempo":
    case "swing":
    case "root":
    case "scale":
    case "order":
      return write.at;
  }
}

/** Whether two steps are the same in every respect, author included. */
export function sameStep(one: Step, other: Step): boolean {
  return one.level === other.level && one.degree === other.degree && one.by === other.by;
}

function withRow(song: Song, pattern: PatternId, track: TrackId, row: Row): Song {
  const old = song.patterns[pattern];
  return withPattern(song, pattern, { ...old, rows: { ...old.rows, [track]: row } });
}

function withPattern(song: Song, id: PatternId, pattern: Pattern): Song {
  return { ...song, patterns: { ...song.patterns, [id]: pattern } };
}

function withSound(song: Song, track: TrackId, sound: Sound): Song {
  return { ...song, sounds: { ...song.sounds, [track]: sound } };
}
