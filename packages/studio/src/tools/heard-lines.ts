import type { JsonObject } from "@jackfield/contract";
import { type BandName, bands } from "../measure/tone-meter.ts";
import { rounded } from "./get-project.ts";
import type { Heard } from "./listen.ts";

/** What was heard, as an agent reads it: rounded, and null where there is no number. */
export function heardLine(heard: Heard): JsonObject {
  if (heard.silent) return { silent: true, seconds: rounded(heard.seconds, 2) };
  return {
    seconds: rounded(heard.seconds, 2),
    lufs: number(heard.integrated, 1),
    loudness_range: number(heard.range, 1),
    momentary_most: number(heard.momentaryMost, 1),
    true_peak_dbtp: number(heard.truePeak, 2),
    bands_db: Object.fromEntries(Object.keys(bands).map((name) => [name, number(heard.bands[name as BandName], 1)])),
    centroid_hz: number(heard.centroidHz, 0),
    width: number(heard.width, 3),
    correlation: number(heard.correlation, 2),
    ...(heard.onsetsPerSecond === undefined ? {} : { onsets_per_second: rounded(heard.onsetsPerSecond, 2) }),
    punch_db: number(heard.punch, 1),
    ring: number(heard.ring, 3),
    ...(heard.clipped > 0 ? { clipped_samples: heard.clipped } : {}),
    ...(heard.silentStart > 0.5 ? { silent_at_start_seconds: rounded(heard.silentStart, 2) } : {}),
  };
}

/** What went from one to the other: measures that changed by more than their last digit. */
export function heardDifference(before: Heard, after: Heard): JsonObject {
  const changes = Object.entries(differing).flatMap(([name, [read, digits]]): readonly (readonly [string, number | string])[] => {
    const [was, is] = [read(before), read(after)];
    if (was === undefined || is === undefined) return was === is ? [] : [[name, is === undefined ? "silent now" : "silent before"]];
    const change = rounded(is - was, digits);
    return change === 0 ? [] : [[name, change]];
  });
  const shares = Object.keys(bands).flatMap((name) => {
    const [was, is] = [before.bands[name as BandName], after.bands[name as BandName]];
    const change = was === undefined || is === undefined ? 0 : rounded(is - was, 1);
    return change === 0 ? [] : [[name, change] as const];
  });
  return {
    ...Object.fromEntries(changes),
    ...(shares.length === 0 ? {} : { bands_db: Object.fromEntries(shares) }),
    same_sound: before.hash === after.hash,
  };
}

const differing: Readonly<Record<string, readonly [read: (heard: Heard) => number | undefined, digits: number]>> = {
  lufs: [(heard) => heard.integrated, 1],
  loudness_range: [(heard) => heard.range, 1],
  true_peak_dbtp: [(heard) => heard.truePeak, 2],
  centroid_hz: [(heard) => heard.centroidHz, 0],
  width: [(heard) => heard.width, 3],
  correlation: [(heard) => heard.correlation, 2],
  onsets_per_second: [(heard) => heard.onsetsPerSecond, 2],
  punch_db: [(heard) => heard.punch, 1],
  ring: [(heard) => heard.ring, 3],
};

/** A number that there is, or null: JSON has neither undefined nor infinity. */
export function number(value: number | undefined, digits: number): number | null {
  return value === undefined || !Number.isFinite(value) ? null : rounded(value, digits);
}
