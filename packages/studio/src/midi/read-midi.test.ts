import { describe, expect, it } from "vitest";
import { be, bytesOf, le } from "../audio-files/test-bytes.ts";
import { Random } from "../kernel/random.ts";
import { MidiFileError } from "./midi-file-error.ts";
import { readMidi } from "./read-midi.ts";
import { oddities } from "./read-track.ts";

function midi(
  tracks: readonly (readonly number[])[],
  { division = 96, format = 1, more = new Uint8Array() } = {},
): Uint8Array<ArrayBuffer> {
  const chunks = tracks.map((events) => bytesOf("MTrk", be(events.length, 4), events));
  return bytesOf("MThd", be(6, 4), be(format, 2), be(tracks.length, 2), be(division, 2), more, ...chunks);
}

const end = [0, 0xff, 0x2f, 0];
/** 96 of the file's ticks are a quarter: 480 of ours. */
const quarter = { tick: 0, ticks: 480, pitch: 60, velocity: 100 };

describe("running status (D16)", () => {
  it("an end of a note without a status is read", () => {
    const { tracks, warnings } = readMidi(midi([[0, 0x90, 60, 100, 96, 60, 0, ...end]]));
    expect(tracks).toEqual([{ name: "Track 1", channel: 0, program: undefined, notes: [quarter] }]);
    expect(warnings).toEqual([]);
  });

  it("and so it is behind a meta event, with a warning", () => {
    const { tracks, warnings } = readMidi(midi([[0, 0x90, 60, 100, 0, 0xff, 1, 1, 65, 96, 60, 0, ...end]]));
    expect(tracks.map(({ notes }) => notes)).toEqual([[quarter]]);
    expect(warnings).toEqual([`${oddities.running} (1)`]);
  });
});

describe("files as they are met", () => {
  it.each([
    ["a track that claims more than there is", midi([[0, 0x90, 60, 100, 96, 0x80, 60, 0]]).with(21, 200), oddities.cut],
    ["no end", midi([[0, 0x90, 60, 100, 96, 0x80, 60]]), oddities.cut],
    ["a note that nothing ends", midi([[0, 0x90, 60, 100, 96, 0xff, 0x2f, 0]]), oddities.hung],
    ["an end of nothing", midi([[0, 0x80, 61, 0, 0, 0x90, 60, 100, 96, 0x90, 60, 0, ...end]]), oddities.loose],
    ["a byte that is no event", midi([[0, 5, 0, 0x90, 60, 100, 96, 60, 0, ...end]]), oddities.stray],
    ["a clock, as on a cable", midi([[0, 0xf8, 0, 0x90, 60, 100, 96, 60, 0, ...end]]), oddities.system],
    ["a tempo of a second", midi([[0, 0xff, 0x51, 3, 0xff, 0xff, 0xff, 0, 0x90, 60, 100, 96, 60, 0, ...end]]), oddities.clamped],
    ["a meter of 0", midi([[0, 0xff, 0x58, 2, 0, 2, 0, 0x90, 60, 100, 96, 60, 0, ...end]]), oddities.meter],
  ])("%s", (_, file, oddity) => {
    const { tracks, warnings } = readMidi(file);
    expect(tracks.map(({ notes }) => notes)).toEqual([[{ ...quarter, ticks: expect.any(Number) as number }]]);
    expect(warnings.some((warning) => warning.startsWith(oddity))).toBe(true);
  });

  it("tempo, meter, key, names and markers; other parts are passed over", () => {
    const song = readMidi(
      midi(
        [
          [
            ...[0, 0xff, 3, 3, 0x52, 0x61, 0xed],
            ...[0, 0xff, 0x59, 2, 0xfd, 1],
            ...[0, 0xff, 0x51, 3, 0x07, 0xa1, 0x20],
            ...[0, 0xff, 0x58, 4, 6, 3, 24, 8],
            ...[0x83, 0x60, 0xff, 6, 2, 0x1b, 0x41],
            ...[0, 0xff, 0x51, 3, 0x06, 0x1a, 0x80],
            ...end,
          ],
          [0, 0xff, 3, 4, 0x42, 0x61, 0x73, 0x73, 0, 0xc3, 33, 0, 0x93, 40, 90, 48, 0x83, 40, 0, ...end],
        ],
        { more: bytesOf("XFIH", be(3, 4), [1, 2, 3]) },
      ),
    );
    expect(song).toEqual({
      title: "Raí",
      key: { tonic: "C", mode: "minor" },
      tempo: [
        { tick: 0, bpm: 120 },
        { tick: 2_400, bpm: 150 },
      ],
      meter: [{ tick: 0, num: 6, den: 8 }],
      markers: [{ tick: 2_400, name: "A" }],
      tracks: [{ name: "Bass", channel: 3, program: 33, notes: [{ tick: 0, ticks: 240, pitch: 40, velocity: 90 }] }],
      warnings: [],
    });
  });

  it("one track of several channels is several; film frames; inside RIFF", () => {
    const events = [0, 0x90, 60, 100, 0, 0x99, 36, 90, 96, 0x80, 60, 0, 0, 0x89, 36, 0, ...end];
    const file = midi([events], { format: 0 });
    expect(readMidi(file).tracks.map(({ name, channel }) => [name, channel])).toEqual([
      ["Track 1 1", 0],
      ["Track 1 10", 9],
    ]);
    // 25 frames of 40: a second has 1,000 ticks.
    expect(readMidi(midi([events], { division: 0xe728 })).tracks[0]?.notes[0]?.ticks).toBe(92);
    const wrapped = bytesOf("RIFF", le(file.length + 12, 4), "RMID", "data", le(file.length, 4), file);
    expect(readMidi(wrapped)).toEqual(readMidi(file));
  });

  it.each([
    ["nothing", new Uint8Array(), "This is no MIDI file"],
    ["no track", midi([]), "There is not one track in the file"],
    ["no ticks", midi([end], { division: 0 }), "The file says that a quarter has 0 ticks"],
    ["257 tracks", midi(Array.from({ length: 257 }, () => end)), "The file has more than 256 tracks"],
    ["nine megabytes", new Uint8Array(9 * 1024 * 1024), "The file has 9437184 bytes; at most 8388608 are read"],
    ["too many notes", midi([Array.from({ length: 100_001 }, () => [0, 0x90, 60, 1]).flat()]), "The file has more than 100000 notes"],
    ["too many events", midi([Array.from({ length: 400_001 }, () => [0, 0xc0, 1]).flat()]), "The file has more than 400000 events"],
    ["too many markers", midi([Array.from({ length: 501 }, () => [0, 0xff, 6, 0]).flat()]), "The file has more than 500 markers"],
  ])("refused: %s", (_, file, message) => {
    expect(() => readMidi(file)).toThrow(expect.objectContaining({ name: "MidiFileError", message }));
  });
});

it("files with wrong bytes are read or refused, and no note hangs or has no length", () => {
  const seed = midi([
    [0, 0xff, 0x51, 3, 7, 0xa1, 0x20, ...end],
    [0, 0xff, 3, 2, 65, 66, 0, 0x90, 60, 100, 96, 60, 0, 0, 64, 90, 48, 64, 0, ...end],
  ]);
  const random = new Random(5);
  const upTo = (most: number): number => Math.floor(random.unit() * most);
  let ended = 0;
  for (let round = 0; round < 2_000; round++) {
    const file = round % 5 === 0 ? seed.slice(0, upTo(seed.length)) : seed.slice();
    for (let n = upTo(4) + 1; n > 0; n--) file[upTo(file.length)] = upTo(256);
    const notes = outcomeOf(file);
    expect(notes.filter(({ ticks, tick, velocity }) => !(ticks >= 1 && tick >= 0 && velocity >= 1))).toEqual([]);
    ended++;
  }
  expect(ended).toBe(2_000);
});

function outcomeOf(file: Uint8Array): readonly { tick: number; ticks: number; velocity: number }[] {
  try {
    return readMidi(file).tracks.flatMap(({ notes }) => notes);
  } catch (error) {
    if (error instanceof MidiFileError) return [];
    throw error;
  }
}
