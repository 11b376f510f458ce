import { joinBytes } from "../audio-files/join-bytes.ts";
import { builtInDevices } from "../devices/built-in.ts";
import { isKit } from "../kernel/device.ts";
import { type Song, type SongTrack, ticksPerQuarter } from "../song/song.ts";
import { drumChannel } from "./midi-song.ts";

interface MidiEvent {
  readonly tick: number;
  /** What comes first at one tick: ends of notes, then what is said of the song, then beginnings. */
  readonly rank: 0 | 1 | 2;
  readonly bytes: readonly number[];
}

/**
 * A song as a Standard MIDI File: format 1, 480 ticks to the quarter. The first track has title, tempo, meter, key, markers and sections; then
 * comes each track of notes, with what sounds of it: what lies outside a clip is left out, what reaches past it is cut, as in a render.
 * Recordings, devices, mixer and automation have no place in such a file.
 */
export function writeMidi(song: Song): Uint8Array<ArrayBuffer> {
  const tracks = Object.entries(song.tracks)
    .filter(([, { kind }]) => kind === "notes")
    .toSorted(([a, one], [b, other]) => compare(one.order, other.order) || compare(a, b));
  let next = 0;
  const parts = tracks.map(([, track]) => {
    if (hasKit(song, track)) return trackChunk(partEvents(track, drumChannel));
    // Past fifteen tracks channels are used again: what is on each track stays its own.
    const channel = next % 15;
    next++;
    return trackChunk(partEvents(track, channel < drumChannel ? channel : channel + 1));
  });
  const head = [...be(6, 4), ...be(1, 2), ...be(parts.length + 1, 2), ...be(ticksPerQuarter, 2)];
  return joinBytes([Uint8Array.of(...ascii("MThd"), ...head), trackChunk(songEvents(song)), ...parts]);
}

function songEvents(song: Song): readonly MidiEvent[] {
  const meta = (tick: number, kind: number, data: readonly number[]): MidiEvent => ({
    tick,
    rank: 1,
    bytes: [0xff, kind, ...lengthOf(data.length), ...data],
  });
  const { key } = song;
  const signs: number | undefined = key === undefined ? undefined : (keySigns[key.mode] as Readonly<Record<string, number>>)[key.tonic];
  return [
    meta(0, 0x03, textBytes(song.title)),
    ...(signs === undefined ? [] : [meta(0, 0x59, [signs & 255, key?.mode === "minor" ? 1 : 0])]),
    ...Object.values(song.tempo).map(({ tick, bpm }) => meta(tick, 0x51, be(Math.min(0xffffff, Math.round(60_000_000 / bpm)), 3))),
    ...Object.values(song.meter).map(({ tick, num, den }) => meta(tick, 0x58, [num, 31 - Math.clz32(den), 24, 8])),
    ...[...Object.values(song.sections), ...Object.values(song.markers)].map(({ tick, name }) => meta(tick, 0x06, textBytes(name))),
  ];
}

function partEvents(track: SongTrack, channel: number): readonly MidiEvent[] {
  const name = textBytes(track.name);
  const program = programs[track.device];
  const events: MidiEvent[] = [{ tick: 0, rank: 1, bytes: [0xff, 0x03, ...lengthOf(name.length), ...name] }];
  if (program !== undefined && channel !== drumChannel) events.push({ tick: 0, rank: 1, bytes: [0xc0 | channel, program] });
  for (const clip of Object.values(track.clips)) {
    for (const { tick, ticks, pitch, velocity } of Object.values(clip.notes)) {
      if (tick < 0 || tick >= clip.ticks) continue;
      events.push({ tick: clip.tick + tick, rank: 2, bytes: [0x90 | channel, pitch, velocity] });
      events.push({ tick: clip.tick + Math.min(tick + ticks, clip.ticks), rank: 0, bytes: [0x80 | channel, pitch, 64] });
    }
  }
  return events;
}

function trackChunk(events: readonly MidiEvent[]): Uint8Array {
  const bytes: number[] = [];
  let at = 0;
  for (const event of events.toSorted((a, b) => a.tick - b.tick || a.rank - b.rank)) {
    bytes.push(...lengthOf(event.tick - at), ...event.bytes);
    at = event.tick;
  }
  bytes.push(0, 0xff, 0x2f, 0);
  return Uint8Array.from([...ascii("MTrk"), ...be(bytes.length, 4), ...bytes]);
}

/** Seven bits a byte; all but the last have the eighth. */
function lengthOf(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128);
  return bytes;
}

function be(value: number, bytes: number): readonly number[] {
  return Array.from({ length: bytes }, (_, index) => (value >> ((bytes - 1 - index) * 8)) & 255);
}

function ascii(letters: string): readonly number[] {
  return Array.from(letters, (letter) => letter.charCodeAt(0));
}

function textBytes(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

function hasKit(song: Song, track: SongTrack): boolean {
  const own = Object.hasOwn(song.devices, track.device) ? song.devices[track.device] : undefined;
  const graph = own ?? (Object.hasOwn(builtInDevices, track.device) ? builtInDevices[track.device] : undefined);
  return graph !== undefined && isKit(graph.sound);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** General MIDI's numbers of what our devices are most like. */
const programs: Readonly<Record<string, number>> = { sub: 38, poly: 81, keys: 4, pluck: 24, pad: 89, noise: 122, sampler: 80 };
/** Flats below 0, sharps above. */
const keySigns = {
  major: {
    Gb: -6,
    Db: -5,
    Ab: -4,
    Eb: -3,
    Bb: -2,
    F: -1,
    C: 0,
    G: 1,
    D: 2,
    A: 3,
    E: 4,
    B: 5,
    "F#": 6,
    "C#": 7,
    "D#": -3,
    "G#": -4,
    "A#": -2,
  },
  minor: {
    Ab: -7,
    Eb: -6,
    Bb: -5,
    F: -4,
    C: -3,
    G: -2,
    D: -1,
    A: 0,
    E: 1,
    B: 2,
    "F#": 3,
    "C#": 4,
    "G#": 5,
    "D#": 6,
    "A#": 7,
    Db: 4,
    Gb: 3,
  },
} as const satisfies Record<string, Readonly<Record<string, number>>>;
