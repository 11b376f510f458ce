import { isKit } from "../kernel/device.ts";
import type { Song } from "../song/song.ts";
import { MeterMap } from "../song/tempo-map.ts";
import { type Chord, chordIn, keyIn, usualChord } from "../theory/chords.ts";
import { type Scale, scaleOf } from "../theory/scale.ts";
import type { Stretch } from "./bars.ts";
import { deviceOf } from "./devices.ts";
import { type IdNote, notesOfTrack } from "./song-parts.ts";

/** A bar with what sounds in it. */
export interface BarAround {
  /** Counted from 1. */
  readonly bar: number;
  readonly from: number;
  readonly beats: number;
  readonly beatTicks: number;
  /** Of each half of the bar; the same where harmony stands. */
  readonly chords: readonly [Chord, Chord];
  /** Where kits strike their lowest pieces: what a bass may lock to. Ticks from the bar's beginning. */
  readonly kicks: readonly number[];
  /** A section begins here, or ends behind it. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** What a new part is to fit. */
export interface Surroundings {
  readonly scale: Scale;
  /** Whether the key is the song's, heard in its notes, or taken for lack of either. */
  readonly keyFrom: "song" | "notes" | "nothing";
  readonly bars: readonly BarAround[];
  /** Onsets of the other tracks in a beat. */
  readonly onsetsPerBeat: number;
  /** The middle of what plays chords and melodies, as a pitch. */
  readonly middle: number | undefined;
}

/** Listens to a stretch of a song. */
export function surroundingsOf(song: Song, { from, to }: Stretch): Surroundings {
  const sounding: IdNote[] = [];
  const kicks: number[] = [];
  let onsets = 0;
  for (const [id, track] of Object.entries(song.tracks)) {
    if (track.strip.mute) continue;
    const notes = notesOfTrack(id, track, from, to);
    onsets += new Set(notes.map(({ at }) => Math.round(at / 60))).size;
    const device = deviceOf(song, track.device);
    if (device !== undefined && isKit(device.sound)) kicks.push(...notes.filter(({ pitch }) => pitch <= 36).map(({ at }) => at));
    // What sounded before the stretch may sound in it.
    else sounding.push(...notesOfTrack(id, track, 0, to));
  }
  const heard = song.key === undefined ? keyIn(sounding) : undefined;
  const scale = scaleOf(song.key ?? heard ?? { tonic: "C", mode: "major" });
  const bars = barsOf(song, { from, to }, scale, sounding, kicks);
  const beats = bars.reduce((sum, bar) => sum + bar.beats, 0);
  const high = sounding.filter(({ pitch, at }) => pitch >= 48 && at >= from);
  return {
    scale,
    keyFrom: song.key !== undefined ? "song" : heard === undefined ? "nothing" : "notes",
    bars,
    onsetsPerBeat: onsets / Math.max(1, beats),
    middle: high.length === 0 ? undefined : high.reduce((sum, { pitch }) => sum + pitch, 0) / high.length,
  };
}

function barsOf(
  song: Song,
  { from, to }: Stretch,
  scale: Scale,
  sounding: readonly IdNote[],
  kicks: readonly number[],
): readonly BarAround[] {
  const meter = new MeterMap(song.meter);
  const sections = Object.values(song.sections);
  const first = meter.positionAt(from).bar;
  const bars: BarAround[] = [];
  let last: Chord | undefined;
  for (let bar = first; meter.tickOf(bar) < to; bar++) {
    const [begin, end] = [meter.tickOf(bar), meter.tickOf(bar + 1)];
    const { num, den } = meterAt(song, begin);
    const beatTicks = 1_920 / den;
    const half = begin + Math.ceil(num / 2) * beatTicks;
    const whole = chordIn(sounding, begin, end, scale) ?? last ?? usualChord(scale, bar - 1);
    const [one, other] = [chordIn(sounding, begin, half, scale) ?? whole, chordIn(sounding, half, end, scale) ?? whole];
    bars.push({
      bar,
      from: begin,
      beats: num,
      beatTicks,
      chords: [one, other],
      kicks: kicks.filter((at) => at >= begin && at < end).map((at) => at - begin),
      begins: bar === first || sections.some(({ tick }) => tick === begin),
      ends: end >= to || sections.some(({ tick, ticks }) => tick + ticks === end),
    });
    last = sounding.length === 0 ? undefined : other;
  }
  return bars;
}

function meterAt({ meter }: Song, tick: number): { readonly num: number; readonly den: number } {
  const points = Object.values(meter).toSorted((a, b) => a.tick - b.tick);
  return points.findLast((point) => point.tick <= tick) ?? { num: 4, den: 4 };
}
