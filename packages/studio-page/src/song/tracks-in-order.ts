import type { Id, Song, SongTrack } from "@jackfield/studio";

export interface ListedTrack {
  readonly id: Id;
  readonly track: SongTrack;
}

/** Tracks as they are listed, and as the kernel has them: by order, then by id. */
export function tracksInOrder(song: Song): readonly ListedTrack[] {
  return Object.entries(song.tracks)
    .map(([id, track]) => ({ id, track }))
    .toSorted((a, b) => compare(a.track.order, b.track.order) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
