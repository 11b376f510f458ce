import { midiCeilings } from "./midi-ceilings.ts";
import { MidiFileError } from "./midi-file-error.ts";
import type { MidiNote, MidiSong, MidiTrack } from "./midi-song.ts";
import { type TrackEvents, oddities } from "./read-track.ts";

/** Puts a song together from the events of a file's tracks. */
export class SongReader {
  readonly #scale: number;
  readonly #odd = new Map<keyof typeof oddities, number>();
  readonly #warnings: string[] = [];
  readonly #tempo = new Map<number, number>();
  readonly #meter = new Map<number, { num: number; den: number }>();
  readonly #markers: { tick: number; name: string }[] = [];
  readonly #tracks: MidiTrack[] = [];
  #key: MidiSong["key"];
  #title: string | undefined;
  #notes = 0;
  #open: OpenTrack | undefined;

  /** `scale`: our ticks by the file's. */
  constructor(scale: number) {
    this.#scale = scale;
  }

  odd(what: keyof typeof oddities): void {
    this.#odd.set(what, (this.#odd.get(what) ?? 0) + 1);
  }

  warn(text: string): void {
    this.#warnings.push(text);
  }

  beginTrack(number: number): TrackEvents {
    const open: OpenTrack = { number, name: undefined, channels: new Map() };
    this.#open = open;
    const at = (tick: number): number => Math.min(latestTick, Math.round(tick * this.#scale));
    return {
      note: (tick, channel, pitch, velocity) => this.#note(channelOf(open, channel), at(tick), pitch, velocity),
      program: (channel, program) => {
        channelOf(open, channel).program ??= program;
      },
      meta: (tick, kind, data) => this.#meta(open, at(tick), kind, data),
      odd: (what) => this.odd(what),
    };
  }

  /** Ends the track that was begun: what still sounds ends at the file's tick. */
  endTrack(tick: number): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const end = Math.min(latestTick, Math.round(tick * this.#scale));
    const channels = [...open.channels].toSorted(([a], [b]) => a - b);
    for (const [channel, { notes, sounding, program }] of channels) {
      for (const [pitch, begun] of sounding) {
        for (const { tick: from, velocity } of begun) {
          this.odd("hung");
          notes.push({ tick: from, ticks: Math.max(1, end - from), pitch, velocity });
        }
      }
      if (notes.length === 0) continue;
      const name = open.name ?? `Track ${open.number}`;
      this.#tracks.push({
        name: channels.length > 1 ? `${name} ${channel + 1}`.slice(0, longestName) : name,
        channel,
        program,
        notes: notes.toSorted((a, b) => a.tick - b.tick || a.pitch - b.pitch || a.ticks - b.ticks),
      });
    }
  }

  song(): MidiSong {
    const inOrder = <T>(points: ReadonlyMap<number, T>): readonly (readonly [number, T])[] => [...points].toSorted(([a], [b]) => a - b);
    return {
      title: this.#title,
      tempo: inOrder(this.#tempo).map(([tick, bpm]) => ({ tick, bpm })),
      meter: inOrder(this.#meter).map(([tick, { num, den }]) => ({ tick, num, den })),
      key: this.#key,
      markers: this.#markers.toSorted((a, b) => a.tick - b.tick),
      tracks: this.#tracks,
      warnings: [...this.#warnings, ...[...this.#odd].map(([what, times]) => `${oddities[what]} (${times})`)],
    };
  }

  #note(channel: OpenChannel, tick: number, pitch: number, velocity: number): void {
    const begun = channel.sounding.get(pitch) ?? [];
    if (velocity > 0) {
      if (++this.#notes > midiCeilings.notes.value)
        throw new MidiFileError("too large", `The file has more than ${midiCeilings.notes.value} notes`);
      begun.push({ tick, velocity });
      channel.sounding.set(pitch, begun);
      return;
    }
    // Of two that sound at once, the one that began first ends first.
    const first = begun.shift();
    if (first === undefined) this.odd("loose");
    else channel.notes.push({ tick: first.tick, ticks: Math.max(1, tick - first.tick), pitch, velocity: first.velocity });
  }

  #meta(open: OpenTrack, tick: number, kind: number, data: Uint8Array): void {
    const [one = 0, two = 0, three = 0] = data;
    if (kind === 0x03 && data.length > 0) {
      open.name ??= textOf(data);
      // In the first track it is the song's; there it is the track's too, where that has notes.
      if (open.number === 1) this.#title ??= textOf(data);
    }
    if (kind === 0x06) {
      if (this.#markers.length === midiCeilings.texts.value)
        throw new MidiFileError("too large", `The file has more than ${midiCeilings.texts.value} markers`);
      this.#markers.push({ tick, name: textOf(data) ?? "Marker" });
    }
    if (kind === 0x51 && data.length >= 3) {
      const micros = Math.max(1, one * 65_536 + two * 256 + three);
      // Micros of a quarter come of tempos that people wrote in hundredths.
      const bpm = Math.round(6_000_000_000 / micros) / 100;
      if (bpm < 20 || bpm > 300) this.odd("clamped");
      this.#tempo.set(tick, Math.max(20, Math.min(300, bpm)));
    }
    if (kind === 0x58 && data.length >= 2) {
      if (one < 1 || one > 32 || two > 4) this.odd("meter");
      else this.#meter.set(tick, { num: one, den: 1 << two });
    }
    if (kind === 0x59 && data.length >= 2) {
      const tonic = (two === 1 ? minors : majors)[((one << 24) >> 24) + 7];
      if (tonic !== undefined) this.#key ??= { tonic, mode: two === 1 ? "minor" : "major" };
    }
  }
}

interface OpenTrack {
  readonly number: number;
  name: string | undefined;
  readonly channels: Map<number, OpenChannel>;
}

interface OpenChannel {
  program: number | undefined;
  readonly notes: MidiNote[];
  readonly sounding: Map<number, { readonly tick: number; readonly velocity: number }[]>;
}

function channelOf(open: OpenTrack, number: number): OpenChannel {
  const found = open.channels.get(number);
  if (found !== undefined) return found;
  const made: OpenChannel = { program: undefined, notes: [], sounding: new Map() };
  open.channels.set(number, made);
  return made;
}

/** Text of a file, one line of it: as UTF-8 where it is that, else as Latin 1. Undefined where nothing is left. */
function textOf(data: Uint8Array): string | undefined {
  const bytes = data.subarray(0, 1_024);
  const utf8 = new TextDecoder().decode(bytes);
  const text = utf8.includes("\ufffd") ? String.fromCharCode(...bytes) : utf8;
  const clean = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, longestName)
    // Half a character at the cut would be none.
    .replace(/[\ud800-\udbff]$/, "");
  return clean === "" ? undefined : clean;
}

/** As the song has it (`nameField`). */
const longestName = 64;
/** As the song has it (`tickField`). */
const latestTick = 10_000_000;
/** By flats and sharps, from seven flats to seven sharps. Those that the song does not know are written as what they sound like. */
const majors = ["B", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#"];
const minors = ["Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#", "G#", "D#", "A#"];
