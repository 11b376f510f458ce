import type { Song } from "@jackfield/studio";
import { tracksInOrder } from "../song/tracks-in-order.ts";
import { type View, clipKey, clipOfKey } from "./view.ts";

/** Lets go of what is selected and not there any more, whoever took it away; some track is always in hand while there is one. */
export function tidy(view: View, song: Song): void {
  const track = view.track.peek();
  if (track === undefined || !Object.hasOwn(song.tracks, track)) view.track.value = tracksInOrder(song)[0]?.id;
  const there = (key: string): boolean => {
    const ref = clipOfKey(key);
    return song.tracks[ref.track]?.clips[ref.clip] !== undefined;
  };
  const clips = view.clips.peek();
  if (![...clips].every(there)) view.clips.value = new Set([...clips].filter(there));
  const clip = view.clip.peek();
  if (clip !== undefined && !there(clipKey(clip))) view.clip.value = elsewhere(song, clip.clip);
  const shown = view.clip.peek();
  const notes = shown === undefined ? {} : (song.tracks[shown.track]?.clips[shown.clip]?.notes ?? {});
  const held = view.notes.peek();
  if (![...held].every((id) => Object.hasOwn(notes, id))) view.notes.value = new Set([...held].filter((id) => Object.hasOwn(notes, id)));
}

/** Begins with a song: its first track is in hand, and the first of its clips is shown. */
export function beginWith(view: View, song: Song): void {
  tidy(view, song);
  const track = tracksInOrder(song)[0];
  const [clip] = Object.entries(track?.track.clips ?? {}).toSorted(([, a], [, b]) => a.tick - b.tick)[0] ?? [];
  view.track.value = track?.id;
  view.clip.value = track === undefined || clip === undefined ? undefined : { track: track.id, clip };
}

/** A clip that was moved to another track is still the one that is shown. */
function elsewhere(song: Song, clip: string): { track: string; clip: string } | undefined {
  const found = Object.entries(song.tracks).find(([, { clips }]) => Object.hasOwn(clips, clip));
  return found === undefined ? undefined : { track: found[0], clip };
}
