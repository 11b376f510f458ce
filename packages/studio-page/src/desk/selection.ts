import { batch } from "@preact/signals";
import type { Selection } from "@jackfield/studio";
import { type View, clipKey, clipOfKey } from "./view.ts";

/** What the person has in hand, as commands and agents are told. Reads the signals that it is made of. */
export function selectionOfView({ track, clips, notes, loop, cursor }: View): Selection {
  const { on, from, to } = loop.value;
  return {
    tracks: track.value === undefined ? [] : [track.value],
    clips: [...clips.value].map(clipOfKey),
    notes: [...notes.value],
    range: on ? { from, to } : undefined,
    playhead: Math.round(cursor.value),
  };
}

/** Selects on the page what a command selected. */
export function viewSelection(view: View, { tracks, clips, notes, range, playhead }: Selection): void {
  batch(() => {
    const [track] = tracks;
    if (track !== undefined) view.track.value = track;
    view.clips.value = new Set(clips.map(clipKey));
    const [clip] = clips;
    if (clip !== undefined) view.clip.value = clip;
    view.notes.value = new Set(notes);
    view.loop.value = range === undefined ? { ...view.loop.peek(), on: false } : { ...range, on: true };
    view.cursor.value = playhead;
  });
}
