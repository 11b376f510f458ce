import type { SampleData, Song } from "@jackfield/studio";
import { loadSong } from "./load-song.ts";
import type { Shelf } from "./shelf.ts";

/** Puts the recordings that a song names into a map, in the place of what is in it. Returns the names of those that are not there. */
export async function loadSamples(shelf: Shelf, song: Song, into: Map<string, SampleData>): Promise<readonly string[]> {
  const missing: string[] = [];
  const found = new Map<string, SampleData>();
  for (const [sha, { name }] of Object.entries(song.samples)) {
    const sample = into.get(sha) ?? asSample(await shelf.value("samples", sha));
    if (sample === undefined) missing.push(name);
    else found.set(sha, sample);
  }
  into.clear();
  for (const [sha, sample] of found) into.set(sha, sample);
  return missing;
}

/** Recordings that none of these songs names, neither now nor in anything that could be undone. */
export async function unusedSamples(shelf: Shelf, ids: readonly string[]): Promise<readonly string[]> {
  const unused = new Set(await shelf.keys("samples", ""));
  for (const id of ids) {
    if (unused.size === 0) return [];
    const loaded = await loadSong(shelf, id);
    // What cannot be read now may be read by hand: it keeps its recordings.
    if (loaded === undefined) return [];
    for (const sha of Object.keys(loaded.song.samples)) unused.delete(sha);
    for (const { ops } of loaded.changes) for (const op of ops) if (op.op === "sample.add") unused.delete(String(op["sha"]));
  }
  return [...unused];
}

function asSample(value: unknown): SampleData | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { rate, hertz, left, right } = value as Record<string, unknown>;
  if (typeof rate !== "number" || typeof hertz !== "number") return undefined;
  return left instanceof Float32Array && right instanceof Float32Array ? { rate, hertz, left, right } : undefined;
}
