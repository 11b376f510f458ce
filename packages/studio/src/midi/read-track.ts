import { midiCeilings } from "./midi-ceilings.ts";
import { MidiFileError } from "./midi-file-error.ts";

/** What is read of a track's events: ticks are the file's own. */
export interface TrackEvents {
  note(tick: number, channel: number, pitch: number, velocity: number): void;
  program(channel: number, program: number): void;
  /** `data`: the bytes of a meta event. */
  meta(tick: number, kind: number, data: Uint8Array): void;
  /** Something odd, by one of the names below; how often it came is said once. */
  odd(what: keyof typeof oddities): void;
}

/** What is forgiven, and what is said of it. */
export const oddities = {
  running: "a status was left out after a meta event; the one before it was taken",
  stray: "bytes that belong to no event were passed over",
  cut: "a track ends in the middle of an event",
  system: "events that belong on a cable and not in a file were passed over",
  hung: "notes that nothing ends were ended with their track",
  loose: "ends of notes that had not begun were passed over",
  clamped: "tempos outside 20 to 300 were brought to the nearest",
  meter: "meters that are not known here were left out",
} as const;

/** Counts events over all tracks of a file. */
export interface EventCount {
  events: number;
}

/** How many bytes follow each kind of status, by its upper four bits; of the others the file says it. */
const dataBytes: Readonly<Record<number, number>> = { 8: 2, 9: 2, 10: 2, 11: 2, 12: 1, 13: 1, 14: 2 };
/** And of those that only a cable has. */
const systemBytes: Readonly<Record<number, number>> = { 0xf1: 1, 0xf2: 2, 0xf3: 1 };

/**
 * Reads a track's events. A status may be left out where it is that of the event before ("running status"). After a meta event or a system
 * exclusive one the format forbids it and many programs write it all the same: it is read as they mean it, and counted as odd. What makes no
 * sense ends the track, never the reading. Returns the tick it ends at. Throws `MidiFileError` for too many events.
 */
export function readTrack(bytes: Uint8Array, from: number, to: number, count: EventCount, into: TrackEvents): number {
  let at = from;
  let tick = 0;
  let running = 0;
  let broken = false;
  const byte = (): number => bytes[at++] ?? 0;
  while (at < to) {
    if (++count.events > midiCeilings.events.value)
      throw new MidiFileError("too large", `The file has more than ${midiCeilings.events.value} events`);
    const delta = readLength(bytes, at, to);
    if (delta === undefined) return cutAt(tick, into);
    at = delta.to;
    tick += delta.value;
    if (at >= to) return cutAt(tick, into);
    let status = bytes[at] as number;
    if (status >= 0x80) at++;
    else if (running === 0) {
      into.odd("stray");
      at++;
      continue;
    } else {
      if (broken) into.odd("running");
      status = running;
    }
    broken = false;
    if (status < 0xf0) {
      running = status;
      const size = dataBytes[status >> 4] ?? 0;
      if (at + size > to) return cutAt(tick, into);
      const [one, two] = [byte() & 127, size === 2 ? byte() & 127 : 0];
      const channel = status & 15;
      if (status >> 4 === 8) into.note(tick, channel, one, 0);
      if (status >> 4 === 9) into.note(tick, channel, one, two);
      if (status >> 4 === 12) into.program(channel, one);
      continue;
    }
    if (status !== 0xff && status !== 0xf0 && status !== 0xf7) {
      into.odd("system");
      at += systemBytes[status] ?? 0;
      continue;
    }
    const kind = status === 0xff ? byte() : -1;
    const length = readLength(bytes, at, to);
    if (length === undefined || length.to + length.value > to) return cutAt(tick, into);
    at = length.to + length.value;
    if (kind === 0x2f) return tick;
    if (kind >= 0) into.meta(tick, kind, bytes.subarray(length.to, at));
    broken = true;
  }
  return tick;
}

function cutAt(tick: number, into: TrackEvents): number {
  into.odd("cut");
  return tick;
}

/** A number of seven bits a byte, of four bytes at most. Undefined where it does not end. */
function readLength(bytes: Uint8Array, from: number, to: number): { readonly value: number; readonly to: number } | undefined {
  let value = 0;
  for (let at = from; at < Math.min(to, from + 4); at++) {
    const byte = bytes[at] as number;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, to: at + 1 };
  }
  return undefined;
}
