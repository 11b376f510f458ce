import { type Song, emptySong } from "@jackfield/studio";

/** A song of nothing, by an id that no other has. */
export function newSong(title = "Untitled"): Song {
  return emptySong(`s_${crypto.randomUUID().slice(0, 8)}`, title);
}
