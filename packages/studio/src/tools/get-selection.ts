import type { JsonObject } from "@jackfield/contract";
import { MeterMap, barsBeats } from "../song/tempo-map.ts";
import type { Studio } from "../studio.ts";
import { barsText } from "./bars.ts";
import { studioTool } from "./studio-tool.ts";

export const getSelection = studioTool<object>({
  name: "get_selection",
  title: "Get selection",
  description:
    "Returns what the person has selected: tracks, clips, notes and a range of bars, by id and name, and where the playhead stands as bar|beat|ticks. Empty lists mean that nothing is selected.",
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {},
  run: (studio) => selectionOf(studio),
});

/** What is selected, with names, as far as it is still there. */
export function selectionOf({ open, selection }: Studio): JsonObject {
  const { song } = open;
  const { range, playhead } = selection;
  const trackName = (id: string): string | undefined => (Object.hasOwn(song.tracks, id) ? song.tracks[id]?.name : undefined);
  const clips = selection.clips.flatMap(({ track, clip }) => {
    const found = Object.hasOwn(song.tracks, track) ? song.tracks[track]?.clips[clip] : undefined;
    return found === undefined
      ? []
      : [{ track, clip, name: found.name, bars: barsText(song, { from: found.tick, to: found.tick + found.ticks }) }];
  });
  return {
    tracks: selection.tracks.flatMap((id) => {
      const name = trackName(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    clips: clips.slice(0, mostListed),
    notes: selection.notes.slice(0, mostListed),
    ...(selection.notes.length > mostListed ? { notes_in_all: selection.notes.length } : {}),
    ...(range === undefined ? {} : { range: { bars: barsText(song, range), from: range.from, to: range.to } }),
    playhead: { at: barsBeats(new MeterMap(song.meter), playhead), tick: playhead },
    rev: song.rev,
  };
}

/** Ids in one answer: who has more selected works by range. */
const mostListed = 500;
