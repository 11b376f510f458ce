import type { NewIds } from "../open-song/new-ids.ts";
import type { Op } from "../song/op-row.ts";
import type { Clip, Id, Song } from "../song/song.ts";
import { TempoMap } from "../song/tempo-map.ts";
import { type Piece, type Segment, piecesOf } from "./arrangement.ts";
import { clipOps } from "./note-ops.ts";

/** Ops that put clips where a song's time goes: those that are parted are cut, those that come twice are copied. */
export function clipArrangeOps(song: Song, segments: readonly Segment[], newIds: NewIds): readonly Op[] {
  return Object.entries(song.tracks).flatMap(([track, { clips }]) =>
    Object.entries(clips).flatMap(([id, clip]) => opsOfClip(song, track, id, clip, segments, newIds)),
  );
}

function opsOfClip(song: Song, track: Id, id: Id, clip: Clip, segments: readonly Segment[], newIds: NewIds): readonly Op[] {
  const pieces = piecesOf(segments, clip.tick, clip.ticks);
  const [first, ...others] = pieces;
  if (first === undefined) return [{ op: "clip.remove", track, clip: id }];
  const isWhole = first.ticks === clip.ticks;
  const kept: readonly Op[] = isWhole
    ? first.to === clip.tick
      ? []
      : [{ op: "clip.set", track, clip: id, tick: first.to }]
    : [{ op: "clip.remove", track, clip: id }, ...partOps(song, track, id, clip, first, (note) => note)];
  return [...kept, ...others.flatMap((piece) => partOps(song, track, newIds("c"), clip, piece, () => newIds("n")))];
}

/** A clip of a part of another: the notes that begin in it, cut where it ends. */
function partOps(song: Song, track: Id, id: Id, clip: Clip, { from, ticks, to }: Piece, noteId: (old: Id) => Id): readonly Op[] {
  const skipped = from - clip.tick;
  const place = { track, id, name: clip.name, tick: to, ticks };
  if (clip.audio !== undefined) return [{ op: "clip.add", ...place, audio: { ...clip.audio, ...audioPart(song, clip, from, ticks) } }];
  const notes = Object.entries(clip.notes)
    .filter(([, note]) => note.tick >= skipped && note.tick < skipped + ticks)
    .map(([old, note]) => ({
      id: noteId(old),
      tick: note.tick - skipped,
      ticks: Math.min(note.ticks, skipped + ticks - note.tick),
      pitch: note.pitch,
      velocity: note.velocity,
    }));
  return clipOps(place, notes);
}

/** A recording goes on where its part begins; where it is cut it does not fade. */
function audioPart({ tempo, samples }: Song, clip: Clip, from: number, ticks: number): object {
  if (clip.audio === undefined) return {};
  const time = new TempoMap(tempo);
  const rate = samples[clip.audio.sample]?.rate ?? 0;
  const frames = Math.round((time.secondsAt(from) - time.secondsAt(clip.tick)) * rate);
  return {
    from: clip.audio.from + frames,
    ...(from > clip.tick ? { fadeInMs: 0 } : {}),
    ...(from + ticks < clip.tick + clip.ticks ? { fadeOutMs: 0 } : {}),
  };
}
