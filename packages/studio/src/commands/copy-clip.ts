import type { Clip, Id } from "../song/song.ts";
import type { Desk } from "./desk.ts";

/** The op that makes a clip once more. Its notes get ids of their own. */
export function copyOfClip(desk: Desk, clip: Clip, track: Id, tick: number, name: string = clip.name) {
  const notes = Object.values(clip.notes)
    .toSorted((a, b) => a.tick - b.tick || a.pitch - b.pitch)
    .map((note) => ({ id: desk.newId("n"), ...note }));
  const made = { op: "clip.add", track, id: desk.newId("c"), name, tick, ticks: clip.ticks };
  return clip.audio === undefined ? { ...made, notes } : { ...made, audio: { ...clip.audio } };
}
