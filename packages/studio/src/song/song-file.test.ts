import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInDevices } from "../devices/built-in.ts";
import { emptySong } from "./empty-song.ts";
import type { Op } from "./op-row.ts";
import { applyOps, ops } from "./ops.ts";
import { canonicalSong, checkedSong, readSong } from "./song-file.ts";
import type { Song } from "./song.ts";

const sha = "a".repeat(64);

/** Every op that leaves something in a song. */
const list: readonly Op[] = [
  { op: "song.set", title: "Ohne Ende", tonic: "Eb", mode: "minor" },
  { op: "tempo.set", id: "p_two", tick: 1_920, bpm: 90.5 },
  { op: "meter.set", id: "m_two", tick: 3_840, num: 7, den: 8 },
  { op: "section.set", id: "x_one", name: "Verse", tick: 0, ticks: 7_680 },
  { op: "marker.set", id: "k_one", name: 'Here “{\\"}”', tick: 480 },
  { op: "track.add", id: "t_one", name: "Keys", kind: "notes", device: "keys", hue: 10, order: "a0" },
  { op: "track.add", id: "t_two", name: "Tape", kind: "audio", device: "", hue: 20, order: "a1" },
  { op: "sample.add", sha, name: "Hit", frames: 100, rate: 44_100, channels: 1, from: "made", by: "ann", licence: "CC0" },
  { op: "device.set", track: "t_one", params: { cutoff: 400 }, sample: sha },
  { op: "strip.set", track: "t_one", gainDb: -3, pan: 0.25, mute: true },
  { op: "eq.set", track: "t_one", midDb: 3 },
  { op: "compressor.set", track: "t_one", on: true, ratio: 4 },
  {
    op: "clip.add",
    track: "t_one",
    id: "c_one",
    name: "A",
    tick: 0,
    ticks: 960,
    notes: [{ id: "n_one", tick: 0, ticks: 240, pitch: 60, velocity: 90 }],
  },
  {
    op: "clip.add",
    track: "t_two",
    id: "c_two",
    name: "B",
    tick: 0,
    ticks: 960,
    audio: { sample: sha, from: 0, gainDb: 0, fadeInMs: 1, fadeOutMs: 2 },
  },
  { op: "clip.split", track: "t_two", clip: "c_two", id: "c_three", tick: 480 },
  { op: "track.duplicate", track: "t_one", id: `t_${"d".repeat(38)}`, order: "a2" },
  { op: "auto.set", track: "t_one", param: "gainDb", id: "a_one", tick: 0, value: -6, shape: "line" },
  { op: "master.set", gainDb: 1, echoBeats: 0.5 },
  { op: "lock.set", path: "t_one", by: "ann", at: 5 },
  { op: "ref.set", id: "r_one", name: "Like this", sample: sha },
  { op: "device.define", device: { ...builtInDevices["keys"], id: "mine" } },
];

/** A song that has something of everything. */
function fullSong(): Song {
  const { song, missed } = applyOps(emptySong("s_1"), list);
  if (missed.length > 0) throw new Error(`missed ${JSON.stringify(missed)}`);
  return song;
}

/** `song`, or the name of what was thrown. */
function endOf(text: string): string {
  try {
    checkedSong(readSong(text).song);
    return "song";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

describe("a song as text", () => {
  test("is read with nothing hidden in its names, whoever wrote it", () => {
    const hidden = applyOps(emptySong("s_1"), [
      { op: "song.set", title: "\u202e\u2066" },
      { op: "track.add", id: "t_one", name: "gnp\u202e.wav", kind: "notes", device: "keys", hue: 10, order: "a0" },
    ]).song;
    const { song } = readSong(canonicalSong(hidden));
    expect([song.title, song.tracks["t_one"]?.name]).toEqual(["Unnamed", "gnp.wav"]);
  });

  test("comes back as it was, and is the same text whatever the order it was made in", () => {
    const song = fullSong();
    const text = canonicalSong(song, { log: { file: "log.jsonl", lines: 3, hash: sha }, pitches: { [sha]: 440 } });
    const read = readSong(text);
    expect(read.song).toEqual(song);
    expect(Object.keys(read.song.devices["mine"]?.sound ?? {})).toEqual(Object.keys(song.devices["mine"]?.sound ?? {}));
    expect([read.log?.lines, read.pitches[sha]]).toEqual([3, 440]);
    expect(canonicalSong(read.song, read)).toBe(text);
    const shuffled = JSON.parse(text, (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
    ) as { song: Omit<Song, "devices"> };
    expect(canonicalSong({ ...shuffled.song, devices: song.devices })).toBe(canonicalSong(song));
    expect(text.endsWith("}\n")).toBe(true);
  });

  test("no op leaves anything in a song that this test does not know", () => {
    const others = [...ops.keys()].filter((name) => !list.some(({ op }) => op === name));
    expect(others.filter((name) => !/(\.(remove|replace|clear)|^(clip|track|note)\.(set))$/.test(name))).toEqual([]);
    expect(ops.size).toBeGreaterThan(25);
  });

  test("the empty song too", () => {
    const song = emptySong("s_1");
    expect(readSong(canonicalSong(song))).toStrictEqual({ song, log: undefined, pitches: {} });
    expect(checkedSong(song)).toStrictEqual(song);
  });
});

describe("a foreign song", () => {
  const whole = JSON.parse(canonicalSong(fullSong())) as Record<string, unknown>;

  /** Each is put at a place, and the error must name it. */
  const planted: readonly (readonly [path: string, value: unknown, says: string])[] = [
    ["song.title", 5, "song.title must be text"],
    ["song.rev", -1, "song.rev must be from 0 to"],
    ["song.rev", 1.5, "song.rev must be a whole number"],
    ["song.key", [], "song.key must be an object"],
    ["song.key.tonic", "H", "song.key.tonic must be one of"],
    ["song.tempo", {}, "song.tempo.p_first is missing"],
    ["song.tempo.p_first.bpm", 0, "song.tempo.p_first.bpm must be from 20 to 300"],
    ["song.tempo.p_first.bpm", Infinity, "song.tempo.p_first.bpm must be a number"],
    ["song.tracks", [], "song.tracks must be an object"],
    ["song.tracks.t_one.kind", "both", "song.tracks.t_one.kind must be one of"],
    ["song.tracks.t_one.clips.c_one.notes.n_one.pitch", 128, "song.tracks.t_one.clips.c_one.notes.n_one.pitch must be from 0 to 127"],
    ["song.tracks.t_one.clips.c_one.notes.n_one.velocity", "90", "n_one.velocity must be a number"],
    ["song.tracks.t_one.clips.c_one.notes.__proto__", {}, "notes.__proto__ has no name that may be there"],
    ["song.tracks.t_one.clips.constructor", {}, "clips.constructor has no name that may be there"],
    ["song.tracks.t_one.extra", 1, "song.tracks.t_one.extra is not known here"],
    ["song.tracks.t_one.strip.pan", null, "song.tracks.t_one.strip.pan must be a number"],
    ["song.tracks.t_one.params.cutoff", "high", "params.cutoff must be a number"],
    ["song.tracks.t_two.clips.c_two.audio.sample", "../../etc/passwd", "audio.sample must have 64 to 64 characters"],
    ["song.tracks.t_one.name", "", "song.tracks.t_one.name must have 1 to 64 characters"],
    ["song.tracks.t_one.name", "x".repeat(65), "song.tracks.t_one.name must have 1 to 64 characters"],
    ["song.samples.evil", {}, "song.samples.evil has no name that may be there"],
    ["devices.mine", { id: "mine" }, "devices.mine.name must be text of 1 to 64 characters"],
    ["song.locks.t_one.at", -1, "song.locks.t_one.at must be from 0"],
    ["song.\u001b[2J", 1, "song.??2J is not known here"],
    ["log", { file: "../log.jsonl", lines: 0, hash: sha }, "log.file must match"],
    ["pitches", { [sha]: -1 }, `pitches.${sha} must be from 0`],
    ["format", "reaper", 'it is no song: its "format" is not "jackfield-song"'],
    ["version", 2, "it has version 2, and this program knows version 1: use a newer one"],
    ["version", "1", 'its "version" must be 1'],
    ["more", 1, "more is not known here"],
  ];

  test.each(planted)("%s: is refused, and named", (path, value, says) => {
    const copy = structuredClone(whole);
    const steps = path.split(".");
    let into = copy;
    for (const step of steps.slice(0, -1)) into = into[step] as Record<string, unknown>;
    Object.defineProperty(into, steps.at(-1) ?? "", { value, enumerable: true, configurable: true, writable: true });
    expect(() => readSong(JSON.stringify(copy))).toThrow(says);
  });

  test("each member of the full song is needed, or may go, and nothing else happens", () => {
    let needed = 0;
    let free = 0;
    const drop = (value: unknown, path: readonly string[]): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [key, field] of Object.entries(value)) {
        const copy = structuredClone(whole);
        let into = copy;
        for (const step of path) into = into[step] as Record<string, unknown>;
        delete into[key];
        const end = endOf(JSON.stringify(copy));
        expect(["song", "SongFileError"]).toContain(end);
        if (end === "song") free += 1;
        else needed += 1;
        drop(field, [...path, key]);
      }
    };
    drop(whole, []);
    expect(needed).toBeGreaterThan(100);
    expect(free).toBeGreaterThan(15);
  });

  test.each(["", "nonsense", "null", "[]", "7", '"song"', "{", "{}", "[".repeat(100_000), "\ufeff{}"])("%s: is no song", (text) => {
    expect(() => readSong(text)).toThrow(/^Cannot read the song: it is /);
  });

  test("whatever JSON comes, it is a song or a SongFileError", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(...Object.keys(whole["song"] as object)), (json, member) => {
        const copy = structuredClone(whole);
        (copy["song"] as Record<string, unknown>)[member] = JSON.parse(json);
        expect(["song", "SongFileError"]).toContain(endOf(JSON.stringify(copy)));
      }),
      { numRuns: 500 },
    );
  });
});
