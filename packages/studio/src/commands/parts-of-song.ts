import type { Clip, Id, Song, SongTrack } from "../song/song.ts";

/**
 * A song of some of another's tracks, and of those only some clips where they are named. `from`: that tick is its beginning, and what lies before
 * is left out. It has the recordings and devices that it needs, and no locks.
 */
export function songWith(song: Song, tracks: readonly Id[], clips?: ReadonlySet<Id>, from = 0): Song {
  const kept = Object.fromEntries(
    tracks.flatMap((id): [Id, SongTrack][] => {
      const track = song.tracks[id];
      return track === undefined ? [] : [[id, { ...track, clips: clipsOf(track, clips, from) }]];
    }),
  );
  const all = Object.values(kept);
  const played = new Set(all.flatMap((track) => [track.sample, ...Object.values(track.clips).map(({ audio }) => audio?.sample)]));
  const devices = new Set(all.map(({ device }) => device));
  const only = <T>(map: Readonly<Record<Id, T>>, keep: (id: Id) => boolean): Readonly<Record<Id, T>> =>
    Object.fromEntries(Object.entries(map).filter(([id]) => keep(id)));
  return {
    ...song,
    tracks: kept,
    samples: only(song.samples, (sha) => played.has(sha)),
    devices: only(song.devices, (id) => devices.has(id)),
    refs: {},
    locks: {},
    ...(from === 0 ? {} : { tempo: shifted(song.tempo, from), meter: shifted(song.meter, from), sections: {}, markers: {} }),
  };
}

function clipsOf({ clips }: SongTrack, named: ReadonlySet<Id> | undefined, from: number): Readonly<Record<Id, Clip>> {
  const some = Object.entries(clips).filter(([id, { tick }]) => (named?.has(id) ?? true) && tick >= from);
  return Object.fromEntries(some.map(([id, clip]) => [id, { ...clip, tick: clip.tick - from }]));
}

/** What holds at a tick holds from the beginning on; what comes later comes so much earlier. */
function shifted<T extends { readonly tick: number }>(points: Readonly<Record<Id, T>>, from: number): Readonly<Record<Id, T>> {
  const sorted = Object.entries(points).toSorted(([, a], [, b]) => a.tick - b.tick);
  const [first] = sorted;
  const holds = sorted.findLast(([, { tick }]) => tick <= from) ?? first;
  if (first === undefined || holds === undefined) return points;
  const later = sorted
    .filter(([id, { tick }]) => tick > from && id !== first[0])
    .map(([id, point]) => [id, { ...point, tick: point.tick - from }] as const);
  return Object.fromEntries([[first[0], { ...holds[1], tick: 0 }], ...later]);
}
