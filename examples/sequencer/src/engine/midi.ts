import { type Song, STEPS, keyOf } from "../model/song.ts";
import { noteNames } from "../model/scale.ts";
import { type TrackId, trackIds, trackOf } from "../model/tracks.ts";
import { type Hit, hitsAt } from "./hits.ts";

const DIVISION = 480;
/** General MIDI percussion notes, on channel 10. */
const drums: { readonly [T in TrackId]?: number } = { kick: 36, snare: 38, clap: 39, hat: 42, open: 46 };
const velocities = { 1: 56, 2: 92, 3: 120 } as const;

/** The whole song in its order as a Standard MIDI File of type 1: a tempo track, then one track for each voice that plays. Swing is in the times. */
export function midiOfSong(song: Song): Uint8Array {
  const used = trackIds.filter((track) => song.order.some((pattern) => song.patterns[pattern].rows[track].some((step) => step.level > 0)));
  const head = [...ascii("MThd"), ...long(6), ...short(1), ...short(used.length + 1), ...short(DIVISION)];
  return Uint8Array.from([...head, ...tempoTrack(song), ...used.flatMap((track) => voiceTrack(song, track))]);
}

interface Event {
  readonly tick: number;
  readonly bytes: readonly number[];
}

function tempoTrack(song: Song): readonly number[] {
  const micros = Math.round(60_000_000 / song.tempo);
  return chunk([
    { tick: 0, bytes: [0xff, 0x51, 3, (micros >> 16) & 255, (micros >> 8) & 255, micros & 255] },
    { tick: 0, bytes: [0xff, 0x58, 4, 4, 2, 24, 8] },
    { tick: 0, bytes: meta(1, `${noteNames[keyOf(song).root] ?? ""} ${song.scale}, swing ${song.swing}`) },
  ]);
}

function voiceTrack(song: Song, track: TrackId): readonly number[] {
  const channel = trackOf(track).tonal ? trackIds.indexOf(track) : 9;
  const events: Event[] = [{ tick: 0, bytes: meta(3, trackOf(track).name) }];
  for (const [index, pattern] of song.order.entries()) {
    for (let step = 0; step < STEPS; step++) {
      const tick = Math.round((index * STEPS + step - (step % 2 === 1 ? 1 - song.swing / 50 : 0)) * (DIVISION / 4));
      for (const hit of hitsAt(song, pattern, step, [track])) events.push(...notes(hit, tick, channel));
    }
  }
  return chunk(events.toSorted((one, other) => one.tick - other.tick || (one.bytes[0] ?? 0) - (other.bytes[0] ?? 0)));
}

function notes(hit: Hit, tick: number, channel: number): readonly Event[] {
  const drum = drums[hit.track];
  return (drum === undefined ? hit.notes : [drum]).flatMap((note) => [
    { tick, bytes: [0x90 | channel, note, velocities[hit.level]] },
    { tick: tick + DIVISION / 4 - 1, bytes: [0x80 | channel, note, 0] },
  ]);
}

function chunk(events: readonly Event[]): readonly number[] {
  let last = 0;
  const body = events.flatMap((event) => {
    const delta = event.tick - last;
    last = event.tick;
    return [...variable(delta), ...event.bytes];
  });
  const whole = [...body, 0, 0xff, 0x2f, 0];
  return [...ascii("MTrk"), ...long(whole.length), ...whole];
}

function meta(kind: number, text: string): readonly number[] {
  return [0xff, kind, ...variable(text.length), ...ascii(text)];
}

/** A MIDI variable-length quantity. */
function variable(value: number): readonly number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}

function ascii(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0) & 127);
}

function long(value: number): readonly number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function short(value: number): readonly number[] {
  return [(value >> 8) & 255, value & 255];
}
