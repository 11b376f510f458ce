import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import type { Change } from "../song/history.ts";
import type { Song } from "../song/song.ts";
import { TempoMap } from "../song/tempo-map.ts";
import type { Studio } from "../studio.ts";
import { type Stretch, barsField, barsIn, barsText, songEnd, stretchOf, wholeSong } from "./bars.ts";
import { type IdTrack, clipsInOrder, notesInOrder, notesOfTrack, trackField, trackOf, tracksInOrder } from "./song-parts.ts";
import { studioTool } from "./studio-tool.ts";
import { toolCeilings } from "./tool-ceilings.ts";

/** Characters of JSON of one song: below the 150,000 that clients take, with room for the mark and what carries it. */
export const projectCharacters = toolCeilings.projectCharacters.value;

export const getProject = studioTool<{ view?: "summary" | "full"; track?: string; bars?: string; since?: number }>({
  name: "get_project",
  title: "Get project",
  description: `Returns the song. "summary" (default): title, key, tempo, meter, sections, markers, and each track's device, level, clips and density. "full": every clip and note, mixer settings and automation as well; with track, that track alone; with bars, what sounds in those bars. With since, only the tracks that changes after that revision touched. Notes are [tick, ticks, pitch, velocity, id], ticks counted from the clip's beginning, 480 to the quarter. What would be longer than ${projectCharacters} characters is refused.`,
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {
    view: { type: "string", maxLength: 7, enum: ["summary", "full"] },
    track: trackField,
    bars: barsField,
    since: { type: "integer", minimum: 0, maximum: 1_000_000_000, description: "A revision that has been read before" },
  },
  run(studio, { view = "summary", track, bars, since }) {
    const { song } = studio.open;
    const stretch = bars === undefined ? undefined : stretchOf(song, bars);
    const touched = since === undefined ? undefined : touchedSince(studio.open.changes, since);
    const chosen = track === undefined ? tracksInOrder(song) : [trackOf(song, track)];
    const tracks = chosen.filter(({ id }) => touched?.has(id) ?? true);
    const describe =
      view === "full" ? (each: IdTrack) => wholeTrack(song, each, stretch) : (each: IdTrack) => trackSummary(song, each, stretch);
    const data = {
      ...songSummary(studio),
      ...(stretch === undefined ? {} : { bars: barsText(song, stretch) }),
      ...(touched === undefined ? {} : { removed: [...touched].filter((id) => !Object.hasOwn(song.tracks, id)) }),
      tracks: tracks.map(describe),
    };
    return within(data);
  },
});

/** A song's facts, but for its tracks. */
export function songSummary({ open }: Studio): JsonObject {
  const { song } = open;
  const { title, rev, key, tempo, meter, sections, markers, master, rooms, locks, samples, devices } = song;
  const places = Object.entries(sections).toSorted(([, a], [, b]) => a.tick - b.tick);
  const tempos = Object.entries(tempo).map(([id, point]) => ({ id, ...point }));
  const meters = Object.entries(meter).map(([id, point]) => ({ id, ...point }));
  return {
    title,
    rev,
    ...(key === undefined ? {} : { key: `${key.tonic} ${key.mode}` }),
    tempo: tempos.toSorted((a, b) => a.tick - b.tick),
    meter: meters.toSorted((a, b) => a.tick - b.tick),
    bars_in_all: barsIn(song),
    seconds: rounded(new TempoMap(tempo).secondsAt(songEnd(song)), 2),
    sections: places.map(([id, { name, tick, ticks }]) => ({
      id,
      name,
      bars: barsText(song, { from: tick, to: tick + ticks }),
      tick,
      ticks,
    })),
    markers: Object.entries(markers).map(([id, { name, tick }]) => ({ id, name, tick })),
    master: { ...master },
    rooms: { ...rooms },
    locks: Object.entries(locks).map(([path, { by }]) => ({ path, by })),
    recordings: Object.entries(samples).map(([sha, { name, frames, rate }]) => ({ sha, name, seconds: rounded(frames / rate, 2) })),
    own_devices: Object.keys(devices),
    agents: open.agents,
  };
}

function trackSummary(song: Song, { id, track }: IdTrack, stretch: Stretch = wholeSong(song)): JsonObject {
  const { name, kind, device, strip, clips } = track;
  const notes = notesOfTrack(id, track, stretch.from, stretch.to);
  const pitches = notes.map(({ pitch }) => pitch);
  const { gainDb, pan, mute, solo } = strip;
  return {
    id,
    name,
    kind,
    ...(kind === "notes" ? { device } : {}),
    gainDb,
    pan,
    ...(mute ? { mute } : {}),
    ...(solo ? { solo } : {}),
    clips: Object.keys(clips).length,
    notes: notes.length,
    ...(pitches.length === 0 ? {} : { pitches: [least(pitches), -least(pitches.map((pitch) => -pitch))] }),
    automated: Object.keys(track.automation),
  };
}

/** Everything of a track, its notes as short as they can be written. */
function wholeTrack(song: Song, each: IdTrack, stretch: Stretch | undefined): JsonObject {
  const { id, track } = each;
  const { hue, order, params, sample, strip, automation } = track;
  const inside = (tick: number, ticks: number): boolean => stretch === undefined || (tick < stretch.to && tick + ticks > stretch.from);
  return {
    ...trackSummary(song, each, stretch),
    hue,
    order,
    params: { ...params },
    ...(sample === undefined ? {} : { sample }),
    strip: { ...strip, eq: { ...strip.eq }, compressor: strip.compressor === undefined ? null : { ...strip.compressor } },
    automation: Object.fromEntries(
      Object.entries(automation).map(([param, points]) => [
        param,
        Object.entries(points)
          .toSorted(([, a], [, b]) => a.tick - b.tick)
          .map(([point, { tick, value, shape }]) => [tick, value, shape, point]),
      ]),
    ),
    clips: clipsInOrder(id, track)
      .filter(({ clip }) => inside(clip.tick, clip.ticks))
      .map(({ id: clipId, clip }) => ({
        id: clipId,
        name: clip.name,
        tick: clip.tick,
        ticks: clip.ticks,
        bars: barsText(song, { from: clip.tick, to: clip.tick + clip.ticks }),
        ...(clip.audio === undefined
          ? {
              notes: notesInOrder(clipId, clip)
                .filter(({ at, ticks }) => inside(at, ticks))
                .map((note) => [note.tick, note.ticks, note.pitch, note.velocity, note.id]),
            }
          : { audio: { ...clip.audio } }),
      })),
  };
}

/** Tracks that changes past a revision wrote to. */
function touchedSince(changes: readonly Change[], since: number): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const { patches } of changes.toReversed()) {
    const rev: unknown = patches.find(({ path }) => path.length === 1 && path[0] === "rev")?.value;
    if (typeof rev === "number" && rev <= since) break;
    for (const { path } of patches) if (path[0] === "tracks") touched.add(String(path[1]));
  }
  return touched;
}

function within(data: JsonObject): Json {
  const length = JSON.stringify(data).length;
  if (length <= projectCharacters) return data;
  throw new Fault("result_too_large", `That part of the song is ${length} characters long, at most ${projectCharacters} are returned`, {
    hint: 'Ask for less: one track, fewer bars, or the view "summary"',
  });
}

function least(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY);
}

/** A number as people write it. */
export function rounded(value: number, digits: number): number {
  const by = Number(`1e${digits}`);
  return Math.round(value * by) / by;
}
