import type { Json } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import { type Op, decibelsField } from "../song/op-row.ts";
import type { Clip, Song } from "../song/song.ts";
import { TempoMap } from "../song/tempo-map.ts";
import { type Command, command } from "./command.ts";
import { clipField, newIdField, trackField } from "./command-fields.ts";
import { copyOfClip, removeNotes, setNotes } from "./copy-clip.ts";
import type { Desk } from "./desk.ts";
import { type ClipAt, clipAt, targetClips, trackOf } from "./lookup.ts";
import { lengthField, positionField, tickOf, ticksOf } from "./positions.ts";

/** Clips: moving, cutting and repeating. */
export const clipCommands: readonly Command[] = [
  command<{ clip?: string; track?: string; at?: unknown; id?: string }>({
    id: "clip.split",
    title: "Split clip",
    menu: "Clip",
    shortcut: "Mod+E",
    blurb: "Two clips of one, at a place within it. A note across the place is cut short; a recording goes on where it was cut.",
    fields: { clip: clipField, track: trackField, at: positionField, id: newIdField },
    run(desk, { clip, track, at, id }) {
      const tick = at === undefined ? desk.selection.playhead : tickOf(desk.song, at);
      const parts = eachClip(desk, clip, track).map(([place, whole]) => {
        if (tick <= whole.tick || tick >= whole.tick + whole.ticks)
          throw new Refusal("missing", "The place lies outside the clip", `It goes from tick ${whole.tick} to ${whole.tick + whole.ticks}`);
        const made = id ?? desk.newId("c");
        const split: Op = { op: "clip.split", ...place, id: made, tick };
        return { made, ops: [split] };
      });
      return desk.edit(
        "Split clip",
        parts.flatMap(({ ops }) => ops),
        parts.length === 1 ? { clip: parts[0]?.made ?? null } : { clips: parts.map(({ made }) => made) },
      );
    },
  }),
  command<{ clip?: string; at?: unknown; by?: number; track?: string }>({
    id: "clip.move",
    title: "Move clip",
    menu: "Clip",
    blurb: "Puts a clip at a place or moves it by ticks, and to another track where one is named. Several keep their distances.",
    fields: {
      clip: clipField,
      at: positionField,
      by: { type: "integer", minimum: -10_000_000, maximum: 10_000_000, description: "Ticks later, or earlier where negative" },
      track: { ...trackField, description: "The track that it goes to" },
    },
    run(desk, { clip, at, by = 0, track }) {
      const list = eachClip(desk, clip);
      const first = Math.min(...list.map(([, { tick }]) => tick));
      const shift = at === undefined ? Math.max(by, -first) : tickOf(desk.song, at) - first;
      const to = track === undefined ? undefined : trackOf(desk.song, track);
      return desk.edit(
        "Move clip",
        list.map(([place, { tick }]) => ({ op: "clip.set", ...place, tick: tick + shift, ...(to === undefined ? {} : { to }) })),
        { clips: list.map(([place]) => place.clip) },
      );
    },
  }),
  command<{ clip?: string; times?: number; at?: unknown }>({
    id: "clip.duplicate",
    title: "Duplicate clip",
    menu: "Clip",
    shortcut: "Mod+D",
    blurb: "The same clips once more, or several times, right behind themselves or at a place.",
    fields: { clip: clipField, times: { type: "integer", minimum: 1, maximum: 64, description: "Default 1" }, at: positionField },
    run(desk, { clip, times = 1, at }) {
      const list = eachClip(desk, clip);
      const first = Math.min(...list.map(([, { tick }]) => tick));
      const length = Math.max(...list.map(([, { tick, ticks }]) => tick + ticks)) - first;
      const begins = at === undefined ? first + length : tickOf(desk.song, at);
      const made = Array.from({ length: times }, (_, time) =>
        list.map(([place, each]) => copyOfClip(desk, each, place.track, begins + time * length + each.tick - first)),
      ).flat();
      return desk.edit(
        "Duplicate clip",
        made.flatMap(({ ops }) => ops),
        { clips: made.map(({ id }) => id) },
      );
    },
  }),
  command<{ clip?: string; from?: unknown; to?: unknown }>({
    id: "clip.trim",
    title: "Trim clip",
    menu: "Clip",
    blurb: "Where a clip begins and ends: what is in it stays where it sounds.",
    destructive: true,
    fields: { clip: clipField, from: positionField, to: positionField },
    run: (desk, { clip, from, to }) =>
      desk.edit(
        "Trim clip",
        eachClip(desk, clip).flatMap(([place, each]) => trimmed(desk.song, place, each, from, to)),
      ),
  }),
  command<{ clip?: string; in?: unknown; out?: unknown }>({
    id: "clip.fade",
    title: "Fade clip",
    menu: "Clip",
    blurb: "How long a clip of a recording takes to come and to go.",
    fields: { clip: clipField, in: lengthField, out: lengthField },
    run: (desk, { clip, in: comes, out }) =>
      desk.edit(
        "Fade clip",
        eachAudioClip(desk, clip).map(([place, each]) => ({
          op: "clip.set",
          ...place,
          ...(comes === undefined ? {} : { fadeInMs: millisecondsOf(desk.song, comes, each.tick) }),
          ...(out === undefined ? {} : { fadeOutMs: millisecondsOf(desk.song, out, each.tick) }),
        })),
      ),
  }),
  command<{ clip?: string; gainDb: number }>({
    id: "clip.gain",
    title: "Set clip gain",
    menu: "Clip",
    blurb: "How loud a clip of a recording is.",
    fields: { clip: clipField, gainDb: decibelsField },
    required: ["gainDb"],
    run: (desk, { clip, gainDb }) =>
      desk.edit(
        "Set clip gain",
        eachAudioClip(desk, clip).map(([place]) => ({ op: "clip.set", ...place, gainDb })),
      ),
  }),
  command<{ clips?: readonly string[] }>({
    id: "clip.join",
    title: "Join clips",
    menu: "Clip",
    shortcut: "Mod+J",
    blurb: "One clip of notes out of several on a track. The first keeps its id.",
    destructive: true,
    fields: {
      clips: {
        type: "array",
        maxItems: 200,
        items: { type: "string", minLength: 1, maxLength: 64 },
        description: "Ids. Default: those selected",
      },
    },
    run: (desk, { clips }) => join(desk, clips),
  }),
];

/** The clips that a command is about, with what is in them. */
export function eachClip(desk: Desk, named?: string, track?: string): readonly (readonly [ClipAt, Clip])[] {
  return targetClips(desk, named, track).flatMap((place) => {
    const clip = clipAt(desk.song, place);
    return clip === undefined ? [] : [[{ track: place.track, clip: place.clip }, clip] as const];
  });
}

function eachAudioClip(desk: Desk, named: string | undefined): readonly (readonly [ClipAt, Clip])[] {
  const list = eachClip(desk, named).filter(([, { audio }]) => audio !== undefined);
  if (list.length === 0) throw new Refusal("missing", "That is no clip of a recording", "Notes have velocities: notes.velocity");
  return list;
}

/** Frames of a clip's recording from its beginning to a tick. */
function framesInto(song: Song, { tick: from, audio }: Clip, tick: number): number {
  const tempo = new TempoMap(song.tempo);
  const rate = audio === undefined ? 0 : (song.samples[audio.sample]?.rate ?? 0);
  return Math.max(0, Math.round((tempo.secondsAt(tick) - tempo.secondsAt(from)) * rate));
}

function trimmed(song: Song, place: ClipAt, clip: Clip, from: unknown, to: unknown): readonly Op[] {
  const begins = from === undefined ? clip.tick : tickOf(song, from);
  const ends = to === undefined ? clip.tick + clip.ticks : tickOf(song, to);
  if (ends <= begins)
    throw new Refusal("invalid_op", "Nothing would be left of the clip", "Give a place to end that lies behind its beginning");
  const shift = begins - clip.tick;
  const set: Op = { op: "clip.set", ...place, tick: begins, ticks: ends - begins };
  if (clip.audio !== undefined) {
    const into = shift >= 0 ? framesInto(song, clip, begins) : -framesInto(song, { ...clip, tick: begins }, clip.tick);
    return [{ ...set, from: Math.max(0, clip.audio.from + into) }];
  }
  if (shift === 0) return [set];
  const all = Object.entries(clip.notes);
  const gone = all.filter(([, note]) => note.tick < shift).map(([id]) => id);
  const kept = all.filter(([, note]) => note.tick >= shift).map(([id, note]) => ({ id, ...note, tick: note.tick - shift }));
  return [set, ...removeNotes(place, gone), ...setNotes(place, kept)];
}

function millisecondsOf(song: Song, length: unknown, from: number): number {
  if (typeof length === "object" && length !== null && "seconds" in length) return Math.min(30_000, Number(length.seconds) * 1_000);
  if (length === 0) return 0;
  const tempo = new TempoMap(song.tempo);
  return Math.min(30_000, (tempo.secondsAt(from + ticksOf(song, length, from)) - tempo.secondsAt(from)) * 1_000);
}

function join(desk: Desk, named: readonly string[] | undefined): Json {
  const list = (named === undefined ? eachClip(desk) : named.flatMap((each) => eachClip(desk, each))).toSorted(
    ([, a], [, b]) => a.tick - b.tick,
  );
  const [first, ...others] = list;
  if (first === undefined || others.length === 0) throw new Refusal("missing", "It takes two clips to join", "Name them, or select them");
  const [place, whole] = first;
  if (list.some(([each, { audio }]) => each.track !== place.track || audio !== undefined))
    throw new Refusal("invalid_op", "Only clips of notes on one track are joined");
  const ends = Math.max(...list.map(([, { tick, ticks }]) => tick + ticks));
  const notes = others.flatMap(([, clip]) =>
    Object.values(clip.notes)
      .filter(({ tick }) => tick < clip.ticks)
      .toSorted((a, b) => a.tick - b.tick || a.pitch - b.pitch)
      .map((note) => ({ id: desk.newId("n"), ...note, tick: note.tick + clip.tick - whole.tick })),
  );
  return desk.edit(
    "Join clips",
    [
      ...others.map(([each]) => ({ op: "clip.remove", ...each })),
      { op: "clip.set", ...place, ticks: ends - whole.tick },
      ...setNotes(place, notes),
    ],
    { clip: place.clip },
  );
}
