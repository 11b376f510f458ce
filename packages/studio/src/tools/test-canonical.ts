import type { Song } from "../song/song.ts";

/** A song as text that is the same for the same song, whatever order its parts came in; without its revision. */
export function canonical({ rev: _rev, ...song }: Song): string {
  return JSON.stringify(song, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
