import type { FieldSchema } from "../song/fields.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { Song } from "../song/song.ts";
import { MeterMap } from "../song/tempo-map.ts";

/** A stretch of the song. Ticks: `to` is not in it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Bars as agents write them. */
export const barsField: FieldSchema = {
  type: "string",
  maxLength: 11,
  pattern: "^[1-9][0-9]{0,4}(-[1-9][0-9]{0,4})?$",
  description: 'Bars, counted from 1: "5" or "5-8", both ends included',
};

/** "5-8" as a stretch. Throws `missing` where the end stands before the beginning. */
export function stretchOf(song: Pick<Song, "meter">, bars: string): Stretch {
  const [from = 1, to = from] = bars.split("-").map(Number);
  if (to < from) throw new Refusal("missing", `There are no bars ${from} to ${to}`, "Write the earlier bar first");
  const meter = new MeterMap(song.meter);
  return { from: meter.tickOf(from), to: meter.tickOf(to + 1) };
}

/** Where the last clip or section ends, and at least one bar on. */
export function songEnd(song: Song): number {
  const clips = Object.values(song.tracks).flatMap((track) => Object.values(track.clips));
  return [...clips, ...Object.values(song.sections)].reduce((end, { tick, ticks }) => Math.max(end, tick + ticks), 0);
}

/** All of the song, in whole bars, one at least. */
export function wholeSong(song: Song): Stretch {
  return { from: 0, to: new MeterMap(song.meter).tickOf(barsIn(song) + 1) };
}

/** Bars of the song, one at least. */
export function barsIn(song: Song): number {
  const end = songEnd(song);
  return end === 0 ? 1 : new MeterMap(song.meter).positionAt(end - 1).bar;
}

/** A stretch as bars: "5-8" where it begins and ends with bars or within them. */
export function barsText(song: Pick<Song, "meter">, { from, to }: Stretch): string {
  const meter = new MeterMap(song.meter);
  const [first, last] = [meter.positionAt(from).bar, meter.positionAt(Math.max(from, to - 1)).bar];
  return first === last ? `${first}` : `${first}-${last}`;
}
