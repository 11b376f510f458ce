import { MeterMap, type Song, TempoMap } from "@jackfield/studio";

const meters = new WeakMap<Song["meter"], MeterMap>();
const tempos = new WeakMap<Song["tempo"], TempoMap>();

/** A song's meters as a map, made once for as long as they stay the same. */
export function metersOf({ meter }: Song): MeterMap {
  let map = meters.get(meter);
  if (map === undefined) meters.set(meter, (map = new MeterMap(meter)));
  return map;
}

/** A song's tempos as a map, likewise. */
export function temposOf({ tempo }: Song): TempoMap {
  let map = tempos.get(tempo);
  if (map === undefined) tempos.set(tempo, (map = new TempoMap(tempo)));
  return map;
}

/** `5.2.3`: bar, beat and sixteenth, as people read them. */
export function shortPosition(song: Song, tick: number): string {
  const { bar, beat, ticks } = metersOf(song).positionAt(tick);
  const rest = Math.floor(ticks / 120);
  return rest === 0 ? `${bar}.${beat}` : `${bar}.${beat}.${rest + 1}`;
}

/** `1:04.3` */
export function clock(seconds: number): string {
  const whole = Math.max(0, seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole - minutes * 60;
  return `${minutes}:${rest < 10 ? "0" : ""}${(Math.floor(rest * 10) / 10).toFixed(1)}`;
}

/** Where the last clip or section ends. */
export function endOf(song: Song): number {
  let end = 0;
  for (const { clips } of Object.values(song.tracks)) for (const { tick, ticks } of Object.values(clips)) end = Math.max(end, tick + ticks);
  for (const { tick, ticks } of Object.values(song.sections)) end = Math.max(end, tick + ticks);
  return end;
}

/** Where the bar begins that a tick lies in, and where it ends. */
export function barAround(song: Song, tick: number): { readonly from: number; readonly to: number } {
  const map = metersOf(song);
  const { bar } = map.positionAt(tick);
  return { from: map.tickOf(bar), to: map.tickOf(bar + 1) };
}
