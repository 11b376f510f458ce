import type { Difference, Song } from "@jackfield/studio";

/** Where what differs is first heard, in ticks: a track's sound is heard where its first clip begins. */
export function startOf(differences: readonly Difference[], song: Song): number {
  const starts = differences.map(({ from, track }) => from ?? firstClip(song, track) ?? 0);
  return starts.length === 0 ? 0 : Math.min(...starts);
}

function firstClip(song: Song, track: string | undefined): number | undefined {
  const on = track !== undefined && Object.hasOwn(song.tracks, track) ? song.tracks[track] : undefined;
  const ticks = Object.values(on?.clips ?? {}).map(({ tick }) => tick);
  return ticks.length === 0 ? undefined : Math.min(...ticks);
}
