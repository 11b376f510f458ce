import type { Op, Song } from "@jackfield/studio";
import type { Random } from "./random.ts";

/** A change that somebody might ask for who sees this song, which may not be the newest. */
export function randomOps(song: Song, random: Random, newId: (prefix: string) => string): readonly Op[] {
  const ops = Array.from({ length: 1 + random.whole(3) }, () => randomOp(song, random, newId));
  return ops.filter((op) => op !== undefined);
}

function randomOp(song: Song, random: Random, newId: (prefix: string) => string): Op | undefined {
  const track = random.one(Object.keys(song.tracks));
  const added = { op: "track.add", id: newId("t"), name: "T", kind: "notes", device: "sub", hue: random.whole(360), order: "a" };
  if (track === undefined) return added;
  const clips = song.tracks[track]?.clips ?? {};
  const clip = random.one(Object.keys(clips));
  const notes = Object.keys((clip === undefined ? undefined : clips[clip]?.notes) ?? {});
  const other = random.one(Object.keys(song.tracks));
  const note = (id: string): object => ({
    id,
    tick: random.whole(1_900),
    ticks: 120,
    pitch: random.whole(128),
    velocity: 1 + random.whole(127),
  });
  const ofClip = { track, clip };
  const kinds: readonly (readonly [weight: number, op: Op | undefined])[] = [
    [6, { op: "strip.set", track, gainDb: -random.whole(60), ...(random.chance(30) ? { pan: random.whole(3) - 1 } : {}) }],
    [2, { op: "track.set", track, name: `N${random.whole(99)}` }],
    [2, { op: "device.set", track, params: { drive: 1 + random.whole(7) } }],
    [2, { op: "eq.set", track, lowDb: random.whole(24) - 12 }],
    [1, { op: "compressor.set", track, on: random.chance(60) }],
    [
      2,
      {
        op: "auto.set",
        track,
        param: "pan",
        id: random.chance(50) ? "a_one" : newId("a"),
        tick: random.whole(5_000),
        value: 0,
        shape: "line",
      },
    ],
    [1, { op: "auto.remove", track, param: "pan" }],
    [3, { op: "clip.add", track, id: newId("c"), name: "C", tick: random.whole(9) * 1_920, ticks: 1_920, notes: [note(newId("n"))] }],
    [
      3,
      clip === undefined
        ? undefined
        : { op: "clip.set", ...ofClip, tick: random.whole(9) * 1_920, ...(random.chance(30) ? { to: other } : {}) },
    ],
    [1, clip === undefined ? undefined : { op: "clip.remove", ...ofClip }],
    [1, clip === undefined ? undefined : { op: "clip.split", ...ofClip, id: newId("c"), tick: (clips[clip]?.tick ?? 0) + 960 }],
    [
      9,
      clip === undefined
        ? undefined
        : { op: "note.set", ...ofClip, notes: [note(random.chance(60) ? (random.one(notes) ?? newId("n")) : newId("n"))] },
    ],
    [2, notes.length === 0 ? undefined : { op: "note.remove", ...ofClip, notes: [random.one(notes)] }],
    [1, clip === undefined ? undefined : { op: "notes.replace", ...ofClip, from: 0, ticks: 960, notes: [note(newId("n"))] }],
    [3, added],
    [1, { op: "track.remove", track }],
    [1, { op: "track.duplicate", track, id: newId("t"), order: "b" }],
    [2, { op: "marker.set", id: random.chance(50) ? "k_one" : newId("k"), name: `M${random.whole(9)}`, tick: random.whole(9_000) }],
    [1, { op: "tempo.set", id: "p_first", tick: 0, bpm: 60 + random.whole(100) }],
    [1, { op: "song.set", title: `S${random.whole(99)}` }],
    [1, { op: "master.set", gainDb: -random.whole(12) }],
    [1, { op: random.chance(40) ? "lock.set" : "lock.clear", path: random.chance(20) ? "master" : track }],
  ];
  const all = kinds.flatMap(([weight, op]) => Array.from({ length: weight }, () => op));
  return random.one(all) ?? added;
}
