import { builtInDevices } from "../devices/built-in.ts";
import type { Op } from "../song/op-row.ts";
import type { Id, Song, SongTrack } from "../song/song.ts";
import { copyOfClip } from "./copy-clip.ts";
import type { Desk } from "./desk.ts";

/** The ops that make the recordings of some tracks the song's. Those that it has already do nothing. */
export function sampleOps(from: Song, tracks: readonly Id[]): readonly Op[] {
  const played = new Set(
    tracks.flatMap((id) => {
      const track = from.tracks[id];
      return track === undefined ? [] : [track.sample, ...Object.values(track.clips).map(({ audio }) => audio?.sample)];
    }),
  );
  return Object.entries(from.samples)
    .filter(([sha]) => played.has(sha))
    .map(([sha, info]) => ({ op: "sample.add", sha, ...info }));
}

/** The ops that make a track of another song once more in this one: its clips get ids of their own. */
export function opsOfTrack(desk: Desk, from: Song, track: Id, as: { readonly id: Id; readonly order: string }): readonly Op[] {
  const is = from.tracks[track];
  if (is === undefined) return [];
  const { name, kind, device, hue, clips, automation } = is;
  return [
    { op: "track.add", id: as.id, name, kind, device, hue, order: as.order },
    ...soundOps(desk.song, from, is, as.id),
    ...Object.values(clips)
      .toSorted((a, b) => a.tick - b.tick)
      .flatMap((clip) => copyOfClip(desk, clip, as.id, clip.tick).ops),
    ...Object.entries(automation).flatMap(([param, points]) =>
      Object.values(points).map((point) => ({ op: "auto.set", track: as.id, param, id: desk.newId("a"), ...point })),
    ),
  ];
}

/** A track's device with its params, and its strip: what a preset has. */
export function soundOps(
  song: Song,
  from: Pick<Song, "devices" | "samples">,
  { kind, device, params, sample, strip }: SongTrack,
  id: Id,
): readonly Op[] {
  const own = Object.hasOwn(from.devices, device) ? from.devices[device] : undefined;
  const isThere = Object.hasOwn(song.devices, device) || Object.hasOwn(builtInDevices, device);
  const { gainDb, pan, mute, solo, reverbDb, echoDb, eq, compressor } = strip;
  const hasSample = sample !== undefined && Object.hasOwn(from.samples, sample);
  return [
    ...(own === undefined || isThere ? [] : [{ op: "device.define", device: own }]),
    ...(kind === "notes" ? [{ op: "device.set", track: id, device, params, ...(hasSample ? { sample } : {}) }] : []),
    { op: "strip.set", track: id, gainDb, pan, mute, solo, reverbDb, echoDb },
    { op: "eq.set", track: id, ...eq },
    ...(compressor === undefined
      ? [{ op: "compressor.set", track: id, on: false }]
      : [{ op: "compressor.set", track: id, on: true, ...compressor }]),
  ];
}
