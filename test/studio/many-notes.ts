import { type Op, type Song, applyOps, emptySong } from "@jackfield/studio";

const devices = ["drums", "sub", "keys", "pad", "pluck", "poly", "poly", "noise"];
const clips = 8;
const notesOfClip = 250;

/** A song of 8 tracks, 64 clips and 16,000 notes: longer than most, and what an edit is measured in. */
export function manyNotes(): Song {
  const list: Op[] = devices.flatMap((device, track): Op[] => [
    { op: "track.add", id: trackId(track), name: `Track ${track + 1}`, kind: "notes", device, hue: track * 40, order: `a${track}` },
    { op: "strip.set", track: trackId(track), gainDb: -14, reverbDb: -20 },
    ...Array.from({ length: clips }, (_, clip) => ({
      op: "clip.add",
      track: trackId(track),
      id: clipId(track, clip),
      name: "Clip",
      tick: clip * 7_680,
      ticks: 7_680,
      notes: Array.from({ length: notesOfClip }, (_, note) => ({ id: noteId(track, clip, note), ...noteAt(note, track * 7 + clip) })),
    })),
  ]);
  const { song, missed } = applyOps(emptySong("s_many"), list);
  if (missed.length > 0) throw new Error(`The song of many notes is not whole: ${missed[0]?.op} missed`);
  return song;
}

/** An edit of one note, another each time. */
export function noteEdit(edit: number): Op {
  const [track, clip, note] = [edit % devices.length, Math.floor(edit / devices.length) % clips, (edit * 37) % notesOfClip];
  const id = noteId(track, clip, note);
  return {
    op: "note.set",
    track: trackId(track),
    clip: clipId(track, clip),
    notes: [{ id, ...noteAt(note, edit + 11), velocity: 60 + (edit % 60) }],
  };
}

function noteAt(
  note: number,
  by: number,
): { readonly tick: number; readonly ticks: number; readonly pitch: number; readonly velocity: number } {
  return { tick: note * 30, ticks: 28, pitch: 40 + ((note * 5 + by) % 32), velocity: 90 };
}

function trackId(track: number): string {
  return `t_${track}x`;
}

function clipId(track: number, clip: number): string {
  return `c_${track}-${clip}`;
}

function noteId(track: number, clip: number, note: number): string {
  return `n_${track}-${clip}-${note}`;
}
