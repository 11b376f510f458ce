import { Fault } from "@jackfield/contract";
import type { AnySchema, FieldSchema } from "../song/fields.ts";
import type { Song } from "../song/song.ts";
import { songRate } from "../song/song-rate.ts";
import { MeterMap, TempoMap } from "../song/tempo-map.ts";

const mostTicks = 10_000_000;
const samplesField: FieldSchema = {
  type: "integer",
  minimum: 0,
  maximum: 24 * 3_600 * songRate,
  description: `Samples, ${songRate} a second`,
};
const secondsField = one("seconds", { type: "number", minimum: 0, maximum: 24 * 3_600 });
const ticksField = one("ticks", { type: "integer", minimum: 0, maximum: mostTicks, description: "480 to the quarter" });

/** A place in the song, as people and agents write one. */
export const positionField: AnySchema = {
  anyOf: [
    samplesField,
    secondsField,
    ticksField,
    {
      type: "string",
      maxLength: 32,
      pattern: "^(bars_beats:)?[0-9]{1,5}\\|[0-9]{1,2}\\|[0-9]{1,4}$",
      description: "Bar|beat|ticks, from 1|1|000",
    },
  ],
  description: `a position: samples (${songRate} a second), {"seconds": 2.5}, {"ticks": 960} or "bars_beats:5|1|000"`,
};

/** How long something is. */
export const lengthField: AnySchema = {
  anyOf: [
    samplesField,
    secondsField,
    ticksField,
    one("bars", { type: "number", minimum: 0, maximum: 10_000 }),
    one("beats", { type: "number", minimum: 0, maximum: 100_000, description: "Quarters" }),
  ],
  description: `a length: samples (${songRate} a second), {"seconds": 2}, {"ticks": 480}, {"beats": 4} or {"bars": 2}`,
};

/** A checked position as a tick of this song. */
export function tickOf(song: Song, position: unknown): number {
  const tick = anyTick(song, position);
  return Math.min(mostTicks, Math.max(0, tick));
}

function anyTick(song: Song, position: unknown): number {
  if (typeof position === "number") return new TempoMap(song.tempo).tickAt(position / songRate);
  if (typeof position === "string") {
    const [bar = 1, beat = 1, ticks = 0] = position.replace("bars_beats:", "").split("|").map(Number);
    return inBar(new MeterMap(song.meter), position, bar, beat, ticks);
  }
  const { seconds, ticks } = position as { readonly seconds?: number; readonly ticks?: number };
  return seconds === undefined ? (ticks ?? 0) : new TempoMap(song.tempo).tickAt(seconds);
}

/** Of a beat or ticks that the bar does not have nobody knows where they are meant. */
function inBar(meter: MeterMap, position: string, bar: number, beat: number, ticks: number): number {
  const first = Math.max(1, bar);
  const tick = meter.tickOf(first, Math.max(1, beat), ticks);
  const beatTicks = meter.tickOf(first, 2) - meter.tickOf(first, 1);
  const beats = Math.round((meter.tickOf(first + 1) - meter.tickOf(first)) / beatTicks);
  if (beat > beats || ticks >= beatTicks)
    throw new Fault("arguments_invalid", `There is no ${position}: bar ${first} has beats 1 to ${beats}, each of ${beatTicks} ticks`, {
      hint: "Write bar|beat|ticks within the bar, as 5|1|000",
    });
  return Math.round(tick);
}

/** A checked length as ticks, from a place on: seconds and bars are as long as they are there. At least one. */
export function ticksOf(song: Song, length: unknown, from: number): number {
  const until = typeof length === "number" ? { seconds: length / songRate } : (length as Readonly<Record<string, number | undefined>>);
  const ticks = lengthOf(song, until, from);
  return Math.min(mostTicks, Math.max(1, Math.round(ticks)));
}

function lengthOf(song: Song, { seconds, ticks, bars, beats }: Readonly<Record<string, number | undefined>>, from: number): number {
  if (seconds !== undefined) {
    const tempo = new TempoMap(song.tempo);
    return tempo.tickAt(tempo.secondsAt(from) + seconds) - from;
  }
  if (bars !== undefined) return ticksOfBars(song, bars, from);
  return beats === undefined ? (ticks ?? 0) : beats * 480;
}

/** Bars from a place on, through whatever meters lie there. */
export function ticksOfBars(song: Song, bars: number, from: number): number {
  const meter = new MeterMap(song.meter);
  const { bar, beat, ticks } = meter.positionAt(from);
  const whole = Math.floor(bars);
  const to = meter.tickOf(bar + whole, beat, ticks);
  const barTicks = meter.tickOf(bar + whole + 1) - meter.tickOf(bar + whole);
  return to - from + (bars - whole) * barTicks;
}

function one(name: string, schema: FieldSchema): FieldSchema {
  return { type: "object", properties: { [name]: schema }, required: [name], additionalProperties: false };
}
