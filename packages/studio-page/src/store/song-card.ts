import { type Song, plainName } from "@jackfield/studio";

/** What a list of songs shows of one. */
export interface SongCard {
  readonly id: string;
  readonly title: string;
  readonly rev: number;
  /** When it was changed last. Milliseconds since the epoch. */
  readonly at: number;
  readonly tracks: number;
  /** When it was thrown away; it is gone for good some days later. */
  readonly thrown: number | undefined;
}

export function songCard(id: string, song: Song, at: number = Date.now()): SongCard {
  return { id, title: song.title, rev: song.rev, at, tracks: Object.keys(song.tracks).length, thrown: undefined };
}

/** A card from the shelf, or undefined where it is none. */
export function asCard(value: unknown): SongCard | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, title, rev, at, tracks, thrown } = value as Record<string, unknown>;
  if (typeof id !== "string" || typeof title !== "string") return undefined;
  return {
    id,
    // Kept before names were held plain, it may hide something.
    title: plainName(title) || "Unnamed",
    rev: numberOr(rev, 0),
    at: numberOr(at, 0),
    tracks: numberOr(tracks, 0),
    thrown: typeof thrown === "number" ? thrown : undefined,
  };
}

function numberOr(value: unknown, other: number): number {
  return typeof value === "number" ? value : other;
}
