import type { Json, JsonObject } from "@jackfield/contract";
import { clipOf, trackOf, tracksInOrder } from "../../commands/lookup.ts";
import { endOf } from "../../commands/transport-commands.ts";
import { builtInDevices } from "../../devices/built-in.ts";
import type { Clip, Id, SongTrack } from "../../song/song.ts";
import { songRate } from "../../song/song-rate.ts";
import { MeterMap, TempoMap, barsBeats } from "../../song/tempo-map.ts";
import type { Studio } from "../../studio.ts";

/** What is asked of a section. */
export interface SectionAsked {
  readonly track?: string;
  readonly clip?: string;
}

/** Rows of a section, in an order that does not change by itself. */
type Section = (studio: Studio, asked: SectionAsked) => readonly Json[];

/** Everything there is to see of a session, by what it is about. */
export const inspectSections: Readonly<Record<string, Section>> = {
  tracks: (studio, asked) => each(studio, asked).map(([id, track]) => trackRow(id, track)),
  clips: (studio, asked) =>
    each(studio, asked).flatMap(([track, { clips }]) => inOrder(clips).map(([id, clip]) => ({ track, id, ...clipRow(studio, clip) }))),
  notes: (studio, asked) => notesOf(studio, asked),
  mixer: (studio, asked) =>
    each(studio, asked).map(([track, { name, strip }]) => ({
      track,
      name,
      gainDb: strip.gainDb,
      pan: strip.pan,
      mute: strip.mute,
      solo: strip.solo,
      eq: { ...strip.eq },
      compressor: strip.compressor === undefined ? null : { ...strip.compressor },
    })),
  sends: (studio, asked) =>
    each(studio, asked).map(([track, { name, strip }]) => ({ track, name, reverbDb: strip.reverbDb, echoDb: strip.echoDb })),
  devices: (studio, asked) => each(studio, asked).flatMap(([track, of]) => deviceRow(studio, track, of)),
  automation: (studio, asked) =>
    each(studio, asked).flatMap(([track, { automation }]) =>
      Object.entries(automation).flatMap(([param, points]) => inOrder(points).map(([id, point]) => ({ track, param, id, ...point }))),
    ),
  markers: ({ open: { song } }) => inOrder(song.markers).map(([id, marker]) => ({ id, ...marker, ...placeOf(song, marker.tick) })),
  sections: ({ open: { song } }) => inOrder(song.sections).map(([id, section]) => ({ id, ...section, ...placeOf(song, section.tick) })),
  tempo: ({ open: { song } }) => inOrder(song.tempo).map(([id, point]) => ({ id, ...point, ...placeOf(song, point.tick) })),
  meter: ({ open: { song } }) => inOrder(song.meter).map(([id, point]) => ({ id, ...point, ...placeOf(song, point.tick) })),
  sources: ({ open: { song }, ports }) =>
    Object.entries(song.samples).map(([sha, info]) => ({
      sha,
      ...info,
      seconds: round(info.frames / info.rate),
      loaded: ports.samples.get(sha) !== undefined,
    })),
};

/** Facts that are no list. */
export function overview(studio: Studio): JsonObject {
  const { open, path, dirty, selection, ports } = studio;
  const { song } = open;
  const end = endOf(song);
  const { tracks, clips, notes, range, playhead } = selection;
  return {
    session: song.id,
    title: song.title,
    path: path ?? null,
    unsaved: dirty,
    rev: song.rev,
    changes: open.changes.length,
    key: song.key === undefined ? null : { ...song.key },
    rate: songRate,
    ends: { ticks: end, seconds: round(new TempoMap(song.tempo).secondsAt(end)), ...placeOf(song, end) },
    master: { ...song.master },
    rooms: { ...song.rooms },
    locks: Object.entries(song.locks).map(([on, { by }]) => ({ on, by })),
    selection: {
      tracks: tracks.slice(0, 100),
      clips: clips.slice(0, 100).map((one) => ({ ...one })),
      notes: notes.length,
      range: range === undefined ? null : { ...range },
      playhead,
    },
    files: filesOf(ports.files.roots),
  };
}

/** What may be read and written here, for agents. */
export function filesOf({ confined, read, write }: Studio["ports"]["files"]["roots"]): JsonObject {
  if (!confined) return { confined: false, note: "Nothing confines which files are read and written here" };
  return { confined: true, read_root: read ?? null, write_root: write ?? null };
}

function each({ open: { song } }: Studio, { track }: SectionAsked): readonly (readonly [Id, SongTrack])[] {
  const all = tracksInOrder(song);
  if (track === undefined) return all;
  const id = trackOf(song, track);
  return all.filter(([one]) => one === id);
}

function trackRow(id: Id, { name, kind, device, hue, strip, clips, automation, sample }: SongTrack): Json {
  const { gainDb, pan, mute, solo } = strip;
  return {
    id,
    name,
    kind,
    ...(kind === "notes" ? { device } : {}),
    ...(sample === undefined ? {} : { sample }),
    hue,
    gainDb,
    pan,
    mute,
    solo,
    clips: Object.keys(clips).length,
    notes: Object.values(clips).reduce((sum, clip) => sum + Object.keys(clip.notes).length, 0),
    automated: Object.keys(automation),
  };
}

function clipRow({ open: { song }, ports }: Studio, { name, tick, ticks, notes, audio }: Clip): JsonObject {
  return {
    name,
    tick,
    ticks,
    ...placeOf(song, tick),
    ...(audio === undefined
      ? { notes: Object.keys(notes).length }
      : { audio: { ...audio, loaded: ports.samples.get(audio.sample) !== undefined } }),
  };
}

function notesOf({ open: { song } }: Studio, { track, clip }: SectionAsked): readonly Json[] {
  const on = track === undefined ? undefined : trackOf(song, track);
  const clips =
    clip === undefined
      ? tracksInOrder(song).flatMap(([id, { clips: all }]) => (on === undefined || on === id ? inOrder(all) : []))
      : [clipOf(song, clip, on)].flatMap((at): [Id, Clip][] => {
          const found = song.tracks[at.track]?.clips[at.clip];
          return found === undefined ? [] : [[at.clip, found]];
        });
  return clips.flatMap(([id, { notes }]) =>
    inOrder(notes).map(([note, { tick, ticks, pitch, velocity }]) => ({ clip: id, id: note, tick, ticks, pitch, velocity })),
  );
}

function deviceRow({ open: { song } }: Studio, track: Id, { kind, name, device, params }: SongTrack): readonly Json[] {
  if (kind !== "notes") return [];
  const own = Object.hasOwn(song.devices, device) ? song.devices[device] : undefined;
  const graph = own ?? (Object.hasOwn(builtInDevices, device) ? builtInDevices[device] : undefined);
  const specs = Object.entries(graph?.params ?? {});
  return [
    {
      track,
      name,
      device,
      known: graph !== undefined,
      own: own !== undefined,
      params: Object.fromEntries(
        specs.map(([param, { unit, min, max, default: first }]) => [param, { value: params[param] ?? first, unit, min, max }]),
      ),
    },
  ];
}

function placeOf(song: Studio["open"]["song"], tick: number): JsonObject {
  return { bars_beats: barsBeats(new MeterMap(song.meter), tick) };
}

/** By their place in time, then by id. */
function inOrder<T extends { readonly tick: number }>(map: Readonly<Record<Id, T>>): [Id, T][] {
  return Object.entries(map).toSorted(([a, one], [b, other]) => one.tick - other.tick || (a < b ? -1 : 1));
}

function round(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
