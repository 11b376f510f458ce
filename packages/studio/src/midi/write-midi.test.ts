import { expect, it } from "vitest";
import { followingIds } from "../open-song/new-ids.ts";
import { emptySong } from "../song/empty-song.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps, opProblem } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import { readMidi } from "./read-midi.ts";
import { songOpsOfMidi } from "./song-ops-of-midi.ts";
import { writeMidi } from "./write-midi.ts";

function made(song: Song, list: readonly Op[]): Song {
  expect(list.map(opProblem).filter((problem) => problem !== undefined)).toEqual([]);
  const { song: after, missed } = applyOps(song, list);
  expect(missed).toEqual([]);
  return after;
}

function imported(file: Uint8Array): Song {
  const song = emptySong("s_1");
  return made(song, songOpsOfMidi(readMidi(file), { newId: followingIds(song), orderAfter: "", asSong: true }));
}

/** Notes by where they sound, of each track. */
function notesOf(song: Song): readonly unknown[] {
  return Object.values(song.tracks)
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ name, clips }) => [
      name,
      Object.values(clips)
        .flatMap(({ tick: from, notes }) =>
          Object.values(notes).map(({ tick, ticks, pitch, velocity }) => [from + tick, ticks, pitch, velocity]),
        )
        .map((note) => note.join(" "))
        .toSorted(),
    ]);
}

function song(): Song {
  const notes = (count: number): readonly object[] =>
    Array.from({ length: count }, (_, n) => ({
      id: `n_${n}a`,
      tick: n * 60,
      ticks: 30 + (n % 30),
      pitch: 30 + (n % 60),
      velocity: 1 + (n % 127),
    }));
  return made(emptySong("s_1", "Rain"), [
    { op: "song.set", tonic: "Eb", mode: "minor" },
    { op: "tempo.set", id: "p_first", tick: 0, bpm: 97.5 },
    { op: "tempo.set", id: "p_two", tick: 3_840, bpm: 133.33 },
    { op: "meter.set", id: "m_first", tick: 0, num: 7, den: 8 },
    { op: "marker.set", id: "k_one", name: "Señor — ☂", tick: 1_000 },
    { op: "track.add", id: "t_one", name: "Bass", kind: "notes", device: "sub", hue: 1, order: "a" },
    { op: "clip.add", track: "t_one", id: "c_one", name: "Riff", tick: 960, ticks: 200_000, notes: notes(2_000) },
    { op: "track.add", id: "t_two", name: "Kit", kind: "notes", device: "drums", hue: 1, order: "b" },
    { op: "clip.add", track: "t_two", id: "c_two", name: "Beat", tick: 0, ticks: 6_000, notes: notes(100) },
  ]);
}

it("a song written and read back has the same notes, names, tempo, meter, key and markers", () => {
  const before = song();
  const after = imported(writeMidi(before));
  expect(notesOf(after)).toEqual(notesOf(before));
  expect(after.title).toBe("Rain");
  expect(after.key).toEqual({ tonic: "Eb", mode: "minor" });
  expect(Object.values(after.tempo)).toEqual(Object.values(before.tempo));
  expect(Object.values(after.meter)).toEqual(Object.values(before.meter));
  expect(Object.values(after.markers)).toEqual(Object.values(before.markers));
  expect(Object.values(after.tracks).map(({ device }) => device)).toEqual(["sub", "drums"]);
  // And once more: nothing is lost by the way.
  expect(notesOf(imported(writeMidi(after)))).toEqual(notesOf(before));
});

it("what does not sound is not written, and every key comes back", () => {
  const clipped = made(emptySong("s_1"), [
    { op: "track.add", id: "t_one", name: "Bass", kind: "notes", device: "sub", hue: 1, order: "a" },
    {
      op: "clip.add",
      track: "t_one",
      id: "c_one",
      name: "Riff",
      tick: 480,
      ticks: 480,
      notes: [
        { id: "n_in", tick: 240, ticks: 960, pitch: 60, velocity: 100 },
        { id: "n_out", tick: 480, ticks: 10, pitch: 61, velocity: 100 },
      ],
    },
  ]);
  expect(readMidi(writeMidi(clipped)).tracks.map(({ notes }) => notes)).toEqual([[{ tick: 720, ticks: 240, pitch: 60, velocity: 100 }]]);
  const tonics = ["C", "C#", "Db", "D", "D#", "Eb", "E", "F", "F#", "Gb", "G", "G#", "Ab", "A", "A#", "Bb", "B"];
  const pitches = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"];
  const other: Readonly<Record<string, string>> = { Db: "C#", "D#": "Eb", Gb: "F#", "G#": "Ab", "A#": "Bb" };
  const same = (tonic: string): number => pitches.indexOf(other[tonic] ?? tonic);
  for (const tonic of tonics) {
    for (const mode of ["major", "minor"] as const) {
      const back = imported(writeMidi(made(clipped, [{ op: "song.set", tonic, mode }]))).key;
      expect([same(back?.tonic ?? ""), back?.mode], `${tonic} ${mode}`).toEqual([same(tonic), mode]);
    }
  }
});

it("tracks alone come in behind those that are there, and leave the song as it is", () => {
  const before = song();
  const list = songOpsOfMidi(readMidi(writeMidi(before)), { newId: followingIds(before), orderAfter: "z", asSong: false });
  expect(new Set(list.map(({ op }) => op))).toEqual(new Set(["track.add", "clip.add"]));
  const after = made(before, list);
  expect(Object.values(after.tracks).map(({ order }) => order)).toEqual(["a", "b", "z00", "z01"]);
  expect(after.tempo).toEqual(before.tempo);
});
