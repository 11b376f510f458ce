import { builtInDevices } from "../devices/built-in.ts";
import { type Difference, own, same } from "./difference.ts";
import type { ById, Clip, Id, Note, Song, SongTrack } from "./song.ts";
import type { MeterMap } from "./tempo-map.ts";

type Say = (text: string, place?: Omit<Difference, "text" | "track">) => void;

/** What differs between the tracks of two states of a song. */
export function trackDifferences(before: Song, after: Song, meter: MeterMap): readonly Difference[] {
  const found: Difference[] = [];
  for (const id of new Set([...Object.keys(before.tracks), ...Object.keys(after.tracks)])) {
    const [was, is] = [own(before.tracks, id), own(after.tracks, id)];
    if (was === is) continue;
    const name = (is ?? was)?.name ?? id;
    const say: Say = (text, place = {}) => void found.push({ text: `${name}: ${text}`, track: id, ...place });
    if (is === undefined) say("track removed");
    else if (was === undefined) say(`new track, ${insideOf(is)}`);
    else oneTrack(was, is, { before, after, meter, say, id });
  }
  return found;
}

interface Compared {
  readonly before: Song;
  readonly after: Song;
  readonly meter: MeterMap;
  readonly say: Say;
  readonly id: Id;
}

function oneTrack(was: SongTrack, is: SongTrack, { before, after, meter, say, id }: Compared): void {
  if (was.name !== is.name) say(`named so; it was ${was.name}`);
  if (was.hue !== is.hue) say("another color");
  if (was.order !== is.order) say("moved among the tracks");
  if (was.device !== is.device) say(`${was.device} → ${is.device}`);
  else paramDifferences(was, is, after, say);
  if (was.sample !== is.sample)
    say(`plays ${is.sample === undefined ? "no recording" : (own(after.samples, is.sample)?.name ?? "another")}`);
  stripDifferences(was, is, say);
  for (const param of new Set([...Object.keys(was.automation), ...Object.keys(is.automation)])) {
    const [then, now] = [own(was.automation, param), own(is.automation, param)];
    if (then !== now && !same(then, now))
      say(now === undefined ? `no automation of ${param}` : `automation of ${param}, ${count(now, "point")}`);
  }
  if (was.clips !== is.clips) clipDifferences(was, is, { before, after, meter, say, id });
}

function paramDifferences(was: SongTrack, is: SongTrack, song: Song, say: Say): void {
  if (was.params === is.params) return;
  const specs = (own(song.devices, is.device) ?? own(builtInDevices, is.device))?.params ?? {};
  for (const name of new Set([...Object.keys(was.params), ...Object.keys(is.params)])) {
    const spec = own(specs, name);
    const [then, now] = [own(was.params, name) ?? spec?.default, own(is.params, name) ?? spec?.default];
    if (then !== now) say(`${spec?.label ?? name} ${then ?? "?"} → ${now ?? "?"}${unitOf(spec?.unit)}`);
  }
}

function stripDifferences({ strip: was }: SongTrack, { strip: is }: SongTrack, say: Say): void {
  if (was === is) return;
  if (was.gainDb !== is.gainDb) say(`${signed(is.gainDb - was.gainDb)} dB (${was.gainDb} → ${is.gainDb})`);
  if (was.pan !== is.pan) say(`pan ${was.pan} → ${is.pan}`);
  if (was.mute !== is.mute) say(is.mute ? "muted" : "not muted");
  if (was.solo !== is.solo) say(is.solo ? "solo" : "not solo");
  if (was.reverbDb !== is.reverbDb) say(`reverb ${was.reverbDb} → ${is.reverbDb} dB`);
  if (was.echoDb !== is.echoDb) say(`echo ${was.echoDb} → ${is.echoDb} dB`);
  const bands = Object.entries(is.eq).filter(([name, value]) => (was.eq as unknown as Record<string, number>)[name] !== value);
  if (bands.length > 0) say(`equalizer ${bands.map(([name, value]) => `${name} ${value}`).join(", ")}`);
  if (!same(was.compressor, is.compressor)) {
    const { compressor } = is;
    say(compressor === undefined ? "compressor off" : `compressor ${compressor.ratio}:1 at ${compressor.thresholdDb} dB`);
  }
}

function clipDifferences(was: SongTrack, is: SongTrack, { before, after, meter, say, id }: Compared): void {
  for (const clip of new Set([...Object.keys(was.clips), ...Object.keys(is.clips)])) {
    const [then, now] = [own(was.clips, clip), own(is.clips, clip)];
    if (then === now) continue;
    const [from, to] = [Math.min(startOf(then), startOf(now)), Math.max(endOf(then), endOf(now))];
    const place = { clip, from, to };
    if (now === undefined) {
      const other = trackWith(after, clip, id);
      say(
        other === undefined
          ? `clip ${then?.name ?? ""} removed from ${barsOf(meter, from, to)}`
          : `clip ${then?.name ?? ""} goes to ${other}`,
        place,
      );
    } else if (then === undefined) {
      const other = trackWith(before, clip, id);
      say(
        `${other === undefined ? "new clip" : "clip"} ${now.name}${other === undefined ? "" : ` from ${other}`} in ${barsOf(meter, from, to)}`,
        place,
      );
    } else oneClip(then, now, place, meter, say);
  }
}

function oneClip(was: Clip, is: Clip, place: { clip: Id; from: number; to: number }, meter: MeterMap, say: Say): void {
  if (was.name !== is.name) say(`clip ${was.name} is named ${is.name}`, place);
  if (was.tick !== is.tick)
    say(`clip ${is.name} moved from ${barsOf(meter, was.tick, was.tick)} to ${barsOf(meter, is.tick, is.tick)}`, place);
  if (was.ticks !== is.ticks)
    say(`clip ${is.name} ${is.ticks < was.ticks ? "shorter" : "longer"}, to ${barsOf(meter, place.from, place.to)}`, place);
  if (!same(was.audio, is.audio)) say(`recording of ${is.name}: beginning, level or fades`, place);
  if (was.notes === is.notes) return;
  const kinds: Readonly<Record<"added" | "removed" | "changed", Note[]>> = { added: [], removed: [], changed: [] };
  for (const [id, note] of Object.entries(is.notes)) {
    const then = own(was.notes, id);
    if (then === undefined) kinds.added.push(note);
    else if (then !== note && !same(then, note)) kinds.changed.push(note);
  }
  for (const [id, note] of Object.entries(was.notes)) if (!Object.hasOwn(is.notes, id)) kinds.removed.push(note);
  for (const [kind, notes] of Object.entries(kinds)) {
    if (notes.length === 0) continue;
    let from = Number.POSITIVE_INFINITY;
    let to = 0;
    for (const { tick, ticks } of notes) {
      from = Math.min(from, is.tick + tick);
      to = Math.max(to, is.tick + tick + ticks);
    }
    say(`${notes.length === 1 ? "1 note" : `${notes.length} notes`} ${kind} in ${barsOf(meter, from, to)}`, { clip: place.clip, from, to });
  }
}

/** The bars of a stretch that ends before `to`: `bar 5`, `bars 5–8`. */
function barsOf(meter: MeterMap, from: number, to: number): string {
  const first = meter.positionAt(from).bar;
  const last = meter.positionAt(Math.max(from, to - 1)).bar;
  return first === last ? `bar ${first}` : `bars ${first}–${last}`;
}

function trackWith(song: Song, clip: Id, but: Id): string | undefined {
  return Object.entries(song.tracks).find(([id, { clips }]) => id !== but && Object.hasOwn(clips, clip))?.[1].name;
}

function insideOf({ clips, device, kind }: SongTrack): string {
  const notes = Object.values(clips).reduce((sum, clip) => sum + Object.keys(clip.notes).length, 0);
  return `${kind === "audio" ? "audio" : device}, ${count(clips, "clip")}${kind === "audio" ? "" : `, ${notes === 1 ? "1 note" : `${notes} notes`}`}`;
}

function count(map: ById<unknown>, what: string): string {
  const size = Object.keys(map).length;
  return size === 1 ? `1 ${what}` : `${size} ${what}s`;
}

function signed(value: number): string {
  const round = Math.floor(value * 10 + 0.5) / 10;
  return round < 0 ? `−${-round}` : `+${round}`;
}

function unitOf(unit: string | undefined): string {
  return unit === "hertz" ? " Hz" : unit === "seconds" ? " s" : unit === "decibels" ? " dB" : unit === "semitones" ? " semitones" : "";
}

function startOf(clip: Clip | undefined): number {
  return clip?.tick ?? Number.POSITIVE_INFINITY;
}

function endOf(clip: Clip | undefined): number {
  return clip === undefined ? 0 : clip.tick + clip.ticks;
}
