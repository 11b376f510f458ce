import { type Patch, applyPatches, enablePatches } from "immer";
import type { Song } from "./song.ts";

enablePatches();

/** A song with a kept change's patches on it: how a song is come by again from an older state of it and its log. */
export function patchSong(song: Song, patches: readonly Patch[]): Song {
  return applyPatches(song, patches);
}
