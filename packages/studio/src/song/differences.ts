import { type Difference, own, same } from "./difference.ts";
import { trackDifferences } from "./track-differences.ts";
import { MeterMap } from "./tempo-map.ts";
import type { ById, Id, Song } from "./song.ts";

/** Differences that are told one by one: the others are counted. */
export const differencesMost = 100;

/** What differs between two states of a song, in the order of a person's interest: tracks first, then what is the whole song's. */
export function songDifferences(before: Song, after: Song): readonly Difference[] {
  if (before === after) return [];
  const meter = new MeterMap(after.meter);
  const all = [...trackDifferences(before, after, meter), ...wholeDifferences(before, after)];
  if (all.length <= differencesMost) return all;
  return [...all.slice(0, differencesMost - 1), { text: `and ${all.length - differencesMost + 1} more` }];
}

function wholeDifferences(before: Song, after: Song): readonly Difference[] {
  const found: Difference[] = [];
  const say = (text: string): void => void found.push({ text });
  if (before.title !== after.title) say(`Title: ${after.title}`);
  if (!same(before.key, after.key)) say(`Key: ${after.key === undefined ? "none" : `${after.key.tonic} ${after.key.mode}`}`);
  found.push(...mapDifferences("Tempo", before.tempo, after.tempo, ({ bpm }) => `${bpm} to the minute`));
  found.push(...mapDifferences("Meter", before.meter, after.meter, ({ num, den }) => `${num}/${den}`));
  found.push(...mapDifferences("Section", before.sections, after.sections, ({ name }) => name));
  found.push(...mapDifferences("Marker", before.markers, after.markers, ({ name }) => name));
  found.push(...mapDifferences("Device", before.devices, after.devices, ({ name }) => name));
  found.push(...mapDifferences("Recording", before.samples, after.samples, ({ name }) => name));
  found.push(...mapDifferences("Reference", before.refs, after.refs, ({ name }) => name));
  found.push(...mapDifferences("Lock", before.locks, after.locks, ({ name, by }) => name ?? by, nameOfLocked(before, after)));
  for (const part of ["master", "rooms"] as const)
    for (const [name, value] of Object.entries(after[part])) {
      const was = (before[part] as Readonly<Record<string, number>>)[name];
      if (was !== value) say(`${partNames[name] ?? name}: ${was} → ${value}`);
    }
  return found;
}

function mapDifferences<T>(
  what: string,
  before: ById<T>,
  after: ById<T>,
  say: (each: T) => string,
  nameOf: (id: Id) => string = () => "",
): readonly Difference[] {
  if (before === after) return [];
  const found: Difference[] = [];
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [own(before, id), own(after, id)];
    if (was === is || same(was, is)) continue;
    const place = placeOf(is ?? was);
    const head = `${what}${nameOf(id)}`;
    if (is === undefined) found.push({ text: `${head} removed: ${was === undefined ? "" : say(was)}`, ...place });
    else if (was === undefined) found.push({ text: `${head} added: ${say(is)}`, ...place });
    else found.push({ text: `${head}: ${say(was) === say(is) ? `${say(is)}, moved or changed` : `${say(was)} → ${say(is)}`}`, ...place });
  }
  return found;
}

function nameOfLocked(before: Song, after: Song): (id: Id) => string {
  return (id) => ` of ${(own(after.tracks, id) ?? own(before.tracks, id))?.name ?? id}`;
}

function placeOf(value: unknown): { readonly from?: number; readonly to?: number } {
  if (typeof value !== "object" || value === null || !("tick" in value) || typeof value.tick !== "number") return {};
  const ticks = "ticks" in value && typeof value.ticks === "number" ? value.ticks : 0;
  return { from: value.tick, to: value.tick + ticks };
}

const partNames: Readonly<Record<string, string>> = {
  gainDb: "Master level, dB",
  ceilingDb: "Master ceiling, dB",
  reverbSeconds: "Reverb, seconds",
  reverbDulls: "Reverb dullness",
  echoBeats: "Echo, beats",
  echoFeedback: "Echo feedback",
};
