import type { Patch } from "immer";
import { PatchPass } from "./patch-pass.ts";
import type { Song } from "./song.ts";

/** A song with a kept change's patches on it: how a song is come by again from an older state of it and its log. What finds no place is left out. */
export function patchSong(song: Song, patches: readonly Patch[]): Song {
  const pass = new PatchPass(song);
  for (const patch of patches) pass.apply(patch);
  return pass.finish();
}
