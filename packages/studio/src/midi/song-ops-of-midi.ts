import type { NewIds } from "../open-song/new-ids.ts";
import type { Op } from "../song/op-row.ts";
import type { Id } from "../song/song.ts";
import { MeterMap } from "../song/tempo-map.ts";
import { type MidiSong, type MidiTrack, drumChannel } from "./midi-song.ts";

export interface MidiImport {
  readonly newId: NewIds;
  /** Sorts behind the tracks that are there: what is put before each new track's own place. */
  readonly orderAfter: string;
  /** Title, tempo, meter, key and markers are taken too: for a song that is empty. Otherwise only the tracks are. */
  readonly asSong: boolean;
}

/** The ops that make a song of what a MIDI file has: a track for each of its own, with one clip from bar to bar. */
export function songOpsOfMidi(midi: MidiSong, { newId, orderAfter, asSong }: MidiImport): readonly Op[] {
  const timeline = asSong ? timelineOps(midi, newId) : [];
  const meter = new MeterMap(Object.fromEntries(midi.meter.map((point, index) => [`m_${index}`, point])));
  return [
    ...timeline,
    ...midi.tracks.flatMap((track, index) => trackOps(track, meter, newId, `${orderAfter}${orderOf(index)}`, (index * 47) % 360)),
  ];
}

function timelineOps({ title, key, tempo, meter, markers }: MidiSong, newId: NewIds): readonly Op[] {
  const about = { ...(title === undefined ? {} : { title }), ...key };
  return [
    ...(Object.keys(about).length === 0 ? [] : [{ op: "song.set", ...about }]),
    ...tempo.map(({ tick, bpm }) => ({ op: "tempo.set", id: tick === 0 ? "p_first" : newId("p"), tick, bpm })),
    ...meter.map(({ tick, num, den }) => ({ op: "meter.set", id: tick === 0 ? "m_first" : newId("m"), tick, num, den })),
    ...markers.map(({ tick, name }) => ({ op: "marker.set", id: newId("k"), tick, name })),
  ];
}

function trackOps(track: MidiTrack, meter: MeterMap, newId: NewIds, order: string, hue: number): readonly Op[] {
  const { notes, name } = track;
  const first = notes[0]?.tick ?? 0;
  const last = notes.reduce((most, { tick, ticks }) => Math.max(most, tick + ticks), 0);
  const from = meter.tickOf(meter.positionAt(first).bar);
  const to = meter.tickOf(meter.positionAt(Math.max(first, last - 1)).bar + 1);
  const id: Id = newId("t");
  const clip: Id = newId("c");
  const all = notes.map(({ tick, ...note }) => ({ id: newId("n"), tick: tick - from, ...note }));
  const ops: Op[] = [
    { op: "track.add", id, name, kind: "notes", device: deviceOf(track), hue, order },
    { op: "clip.add", track: id, id: clip, name, tick: from, ticks: Math.max(1, to - from), notes: all.slice(0, notesAtOnce) },
  ];
  for (let at = notesAtOnce; at < all.length; at += notesAtOnce)
    ops.push({ op: "note.set", track: id, clip, notes: all.slice(at, at + notesAtOnce) });
  return ops;
}

/** The device that is most like General MIDI's instrument. */
function deviceOf({ channel, program = 0 }: MidiTrack): string {
  if (channel === drumChannel) return "drums";
  return families[program >> 3] ?? "keys";
}

/** By eights: pianos, bells, organs, guitars, basses, strings, ensembles, brass, reeds, pipes, leads, pads, effects, plucked, drums, noises. */
const families = [
  "keys",
  "keys",
  "pad",
  "pluck",
  "sub",
  "pad",
  "pad",
  "poly",
  "poly",
  "poly",
  "poly",
  "pad",
  "pad",
  "pluck",
  "pluck",
  "noise",
];

/** A text that sorts as its number does, for 0 to 1,295. */
function orderOf(index: number): string {
  return `${digits[Math.floor(index / 36) % 36]}${digits[index % 36]}`;
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
/** As many as one op takes. */
const notesAtOnce = 2_000;
