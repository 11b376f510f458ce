import { emptySong } from "../song/empty-song.ts";
import type { Op } from "../song/op-row.ts";
import { applyOps, opProblem } from "../song/ops.ts";
import type { Song } from "../song/song.ts";
import { bar, placedParts } from "./form.ts";
import { demoTracks, opsOfTrack } from "./tracks.ts";

/** What makes the demo song of an empty one. */
export function demoOps(): readonly Op[] {
  return [
    { op: "song.set", title: "Headland", tonic: "D", mode: "minor" },
    { op: "tempo.set", id: "p_first", tick: 0, bpm: 112 },
    { op: "master.set", gainDb: 2.2, ceilingDb: -2, reverbSeconds: 2.1, reverbDulls: 0.4, echoBeats: 0.75, echoFeedback: 0.38 },
    ...placedParts.map(({ name, title, tick, ticks }) => ({ op: "section.set", id: `s_${name}`, name: title, tick, ticks })),
    { op: "marker.set", id: "k_drop", name: "Chorus in", tick: placedParts.find(({ name }) => name === "chorus")?.tick ?? 0 },
    { op: "marker.set", id: "k_last", name: "Last chord", tick: (placedParts.at(-1)?.tick ?? 0) + 3 * bar },
    ...demoTracks.flatMap(opsOfTrack),
  ];
}

/** A song of a minute to begin with: the same each time. It is made of ops, as everything else is. */
export function demoSong(id = "s_demo"): Song {
  const list = demoOps();
  const problem = list.map(opProblem).find((each) => each !== undefined);
  const { song, missed } = applyOps(emptySong(id), list);
  if (problem !== undefined || missed.length > 0)
    throw new Error(`The demo song does not fit the table of ops: ${problem ?? missed[0]?.op}`);
  return { ...song, rev: 0 };
}
