import { type MidiNote, applyOps, emptySong, followingIds, readMidi, songOpsOfMidi, writeMidi } from "@jackfield/studio";
import { be, bytesOf } from "../../../../packages/studio/src/audio-files/test-bytes.ts";
import type { CaseRow } from "../cases-a/case-row.ts";

/** Track A leaves a status out; track B does so behind a meta event, which the format forbids and most players take. */
const tracks = {
  A: [0x00, 0x90, 0x3c, 0x64, 0x60, 0x3c, 0x00, 0x00, 0xff, 0x2f, 0x00],
  B: [0x00, 0x90, 0x3c, 0x64, 0x00, 0xff, 0x01, 0x01, 0x41, 0x60, 0x3c, 0x00, 0x00, 0xff, 0x2f, 0x00],
} as const;

/** A quarter of 96 ticks, as the studio counts them. */
const quarter: readonly MidiNote[] = [{ tick: 0, ticks: 480, pitch: 60, velocity: 100 }];

/** D16: one note of 96 ticks in both, with a warning for B, and the same when it is written and read again. */
export function midiCases(): Promise<readonly CaseRow[]> {
  const rows = Object.entries(tracks).map(([name, events]): CaseRow => {
    const what = `track ${name}: one note of 96 ticks${name === "B" ? ", with a warning" : ""}, also after export and import`;
    return { id: "D16", target: "readMidi", what, problem: problemOf(name, events) };
  });
  return Promise.resolve(rows);
}

function problemOf(name: string, events: readonly number[]): string | undefined {
  const midi = readMidi(bytesOf("MThd", be(6, 4), be(1, 2), be(1, 2), be(96, 2), "MTrk", be(events.length, 4), events));
  if (!same(midi.tracks.map(({ notes }) => notes))) return JSON.stringify(midi.tracks);
  if (midi.warnings.length !== (name === "B" ? 1 : 0)) return `it warned: ${midi.warnings.join("; ")}`;
  const empty = emptySong("s_1");
  const { song, missed } = applyOps(empty, songOpsOfMidi(midi, { newId: followingIds(empty), orderAfter: "", asSong: true }));
  if (missed.length > 0) return `the song took no ${missed.map(({ op }) => op).join(", ")}`;
  const again = readMidi(writeMidi(song));
  return same(again.tracks.map(({ notes }) => notes)) ? undefined : `after export: ${JSON.stringify(again.tracks)}`;
}

function same(notes: readonly (readonly MidiNote[])[]): boolean {
  return JSON.stringify(notes) === JSON.stringify([quarter]);
}
