import type { Clip, Id, Op, Song } from "@jackfield/studio";
import type { Desk } from "../desk/desk.ts";
import { type ClipRef, clipKey, clipOfKey } from "../desk/view.ts";
import { newId } from "../song/new-id.ts";
import { barAround, temposOf } from "../song/positions.ts";

export interface FoundClip extends ClipRef {
  readonly it: Clip;
}

export function clipAt(song: Song, { track, clip }: ClipRef): Clip | undefined {
  return song.tracks[track]?.clips[clip];
}

/** The selected clips that are there, by place. */
export function selectedClips({ song, view }: Desk): readonly FoundClip[] {
  return [...view.clips.peek()]
    .map(clipOfKey)
    .flatMap((ref) => {
      const it = clipAt(song.peek(), ref);
      return it === undefined ? [] : [{ ...ref, it }];
    })
    .toSorted((a, b) => a.it.tick - b.it.tick);
}

/** Takes clips in hand, and shows the last of them in the editor. */
export function selectClips({ view }: Desk, refs: readonly ClipRef[]): void {
  view.clips.value = new Set(refs.map(clipKey));
  const last = refs.at(-1);
  if (last === undefined) return;
  view.track.value = last.track;
  showClip({ view }, last);
}

export function showClip({ view }: Pick<Desk, "view">, ref: ClipRef): void {
  const shown = view.clip.peek();
  if (shown?.track === ref.track && shown.clip === ref.clip) return;
  view.clip.value = ref;
  view.notes.value = new Set();
}

/** Takes a track in hand, and shows its clip at the cursor, or else its first. */
export function showTrack({ view, song }: Pick<Desk, "view" | "song">, track: Id): void {
  view.track.value = track;
  const clips = Object.entries(song.peek().tracks[track]?.clips ?? {}).toSorted(([, a], [, b]) => a.tick - b.tick);
  const cursor = view.cursor.peek();
  const [clip] = clips.find(([, { tick, ticks }]) => cursor >= tick && cursor < tick + ticks) ?? clips[0] ?? [];
  if (clip === undefined) view.clip.value = undefined;
  else showClip({ view }, { track, clip });
}

/** A new clip of some bars on a track, in hand and in the editor. Says why not, where the track takes none. */
export function addClip(desk: Desk, track: Id, tick: number, bars = 1): ClipRef | undefined {
  const song = desk.song.peek();
  const on = song.tracks[track];
  if (on === undefined) return undefined;
  if (on.kind !== "notes") {
    desk.tell("A track of recordings takes sound files: drop one on it");
    return undefined;
  }
  const { from, to } = barAround(song, tick);
  const ticks = (to - from) * bars;
  const id = newId("c");
  const done = desk.act("Add clip", [{ op: "clip.add", track, id, name: on.name, tick: from, ticks }]);
  if (done === undefined) return undefined;
  selectClips(desk, [{ track, clip: id }]);
  return { track, clip: id };
}

export function removeClips(desk: Desk): void {
  const clips = selectedClips(desk);
  desk.act(
    named("Remove", clips),
    clips.map(({ track, clip }) => ({ op: "clip.remove", track, clip })),
  );
}

/** The same clips once more, behind the last of them. */
export function duplicateClips(desk: Desk): void {
  const clips = selectedClips(desk);
  const from = Math.min(...clips.map(({ it }) => it.tick));
  const to = Math.max(...clips.map(({ it }) => it.tick + it.ticks));
  copyClips(desk, clips, to - from, (track) => track, "Duplicate");
}

/** Copies of clips, moved by ticks and to other tracks. */
export function copyClips(desk: Desk, clips: readonly FoundClip[], by: number, to: (track: Id) => Id, verb = "Copy"): void {
  const made = clips.map(({ track, it }) => ({ track: to(track), clip: newId("c"), it }));
  const done = desk.act(
    named(verb, clips),
    made.map(({ track, clip, it }) => ({
      op: "clip.add",
      track,
      id: clip,
      name: it.name,
      tick: Math.max(0, it.tick + by),
      ticks: it.ticks,
      ...(it.audio === undefined ? { notes: Object.values(it.notes).map((note) => ({ id: newId("n"), ...note })) } : { audio: it.audio }),
    })),
  );
  if (done !== undefined) selectClips(desk, made);
}

/** Moves clips by ticks and to other tracks. */
export function moveClips(desk: Desk, clips: readonly FoundClip[], by: number, to: (track: Id) => Id): void {
  const ops = clips.flatMap(({ track, clip, it }): Op[] => {
    const tick = Math.max(0, it.tick + by);
    const target = to(track);
    if (tick === it.tick && target === track) return [];
    return [{ op: "clip.set", track, clip, tick, ...(target === track ? {} : { to: target }) }];
  });
  const done = desk.act(named("Move", clips), ops);
  if (done !== undefined)
    selectClips(
      desk,
      clips.map(({ track, clip }) => ({ track: to(track), clip })),
    );
}

export function resizeClips(desk: Desk, clips: readonly FoundClip[], by: number): void {
  desk.act(
    named("Resize", clips),
    clips.flatMap(({ track, clip, it }): Op[] => {
      const ticks = Math.max(30, it.ticks + by);
      return ticks === it.ticks ? [] : [{ op: "clip.set", track, clip, ticks }];
    }),
  );
}

/** Cuts the selected clips in two where the cursor stands. */
export function splitClips(desk: Desk): void {
  const tick = desk.view.cursor.peek();
  const clips = selectedClips(desk).filter(({ it }) => tick > it.tick && tick < it.tick + it.ticks);
  if (clips.length === 0) return desk.tell("Put the cursor within a selected clip to split it there");
  const song = desk.song.peek();
  const tempo = temposOf(song);
  const ops = clips.flatMap(({ track, clip, it }): Op[] => {
    const id = newId("c");
    const split: Op = { op: "clip.split", track, clip, id, tick };
    if (it.audio === undefined) return [split];
    const rate = song.samples[it.audio.sample]?.rate ?? 48_000;
    const from = it.audio.from + Math.round((tempo.secondsAt(tick) - tempo.secondsAt(it.tick)) * rate);
    return [split, { op: "clip.set", track, clip: id, from }];
  });
  desk.act(named("Split", clips), ops);
}

/** Takes the clip before or behind the one in hand, or the nearest on another track. */
export function stepClips(desk: Desk, rows: readonly Id[], along: -1 | 0 | 1, across: -1 | 0 | 1): void {
  const { view } = desk;
  const song = desk.song.peek();
  const row = Math.max(0, rows.indexOf(view.track.peek() ?? ""));
  const track = rows[Math.min(rows.length - 1, Math.max(0, row + across))];
  if (track === undefined) return;
  const shown = selectedClips(desk).find((each) => each.track === view.track.peek());
  const place = shown?.it.tick ?? view.cursor.peek();
  const clips = Object.entries(song.tracks[track]?.clips ?? {})
    .map(([clip, it]) => ({ track, clip, it }))
    .toSorted((a, b) => a.it.tick - b.it.tick);
  const next =
    across !== 0 || shown === undefined
      ? clips.toSorted((a, b) => Math.abs(a.it.tick - place) - Math.abs(b.it.tick - place))[0]
      : clips[clips.findIndex(({ clip }) => clip === shown.clip) + along];
  if (next === undefined) {
    view.track.value = track;
    if (across !== 0) view.clips.value = new Set();
  } else selectClips(desk, [next]);
}

function named(verb: string, clips: readonly unknown[]): string {
  return clips.length === 1 ? `${verb} clip` : `${verb} ${clips.length} clips`;
}
