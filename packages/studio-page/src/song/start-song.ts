import { type Op, type Song, applyOps, emptySong } from "@jackfield/studio";

/** What a new song begins with. */
export type Start = "empty" | "beat" | "band";

const clipTicks = 4 * 1_920;

const tracks: Readonly<Record<Start, readonly (readonly [id: string, name: string, device: string, hue: number])[]>> = {
  empty: [],
  beat: [
    ["t_drums", "Drums", "drums", 20],
    ["t_bass", "Bass", "sub", 150],
  ],
  band: [
    ["t_drums", "Drums", "drums", 20],
    ["t_bass", "Bass", "sub", 150],
    ["t_keys", "Keys", "keys", 265],
    ["t_pad", "Pad", "pad", 85],
  ],
};

/** A song to begin with: its tracks have an empty clip each, to write in. */
export function startSong(start: Start, id: string): Song {
  const ops = tracks[start].flatMap(([track, name, device, hue], index): Op[] => [
    { op: "track.add", id: track, name, kind: "notes", device, hue, order: "cfilor"[index] ?? "z" },
    { op: "clip.add", track, id: `c_${track.slice(2)}`, name, tick: 0, ticks: clipTicks },
  ]);
  const { song } = applyOps(emptySong(id), [{ op: "song.set", tonic: "A", mode: "minor" }, ...ops]);
  return { ...song, rev: 0 };
}
