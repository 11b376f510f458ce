import type { JsonObject } from "@jackfield/contract";
import { isOpenProposal } from "../open-song/proposal.ts";
import { MeterMap, barsBeats } from "../song/tempo-map.ts";
import type { Studio } from "../studio.ts";
import { barsIn, songEnd } from "./bars.ts";
import { selectionOf } from "./get-selection.ts";
import { tracksInOrder } from "./song-parts.ts";
import { studioTool } from "./studio-tool.ts";

export const studioContext = studioTool<object>({
  name: "studio_context",
  title: "Where the person is",
  description:
    "Returns where the person is in the studio: what is selected, where the playhead stands and whether it plays, a brief of the song, what waits for a decision, and what could be asked for from there.",
  effect: "read",
  foreign: true,
  places: ["tab", "headless", "review"],
  fields: {},
  run: (studio) => placeOf(studio),
});

/** The place that the person is at, as an agent reads it. */
export function placeOf(studio: Studio): JsonObject {
  const { open, ports, picks } = studio;
  const { song } = open;
  const { room } = ports;
  const waiting = open.proposals.filter(isOpenProposal);
  return {
    song: {
      title: song.title,
      rev: song.rev,
      bars: barsIn(song),
      tracks: tracksInOrder(song).map(({ id, track }) => ({
        id,
        name: track.name,
        device: track.kind === "notes" ? track.device : "audio",
      })),
      ...(song.key === undefined ? {} : { key: `${song.key.tonic} ${song.key.mode}` }),
      saved: !studio.dirty,
    },
    page: room === undefined ? "none is open" : { playing: room.playing, playhead: barsBeats(new MeterMap(song.meter), room.playhead) },
    selection: selectionOf(studio),
    waits: {
      proposals: waiting.map(({ id, title, by }) => ({ id, title, by: by.name })),
      questions: picks.open.map(({ id, question }) => ({ id, question })),
      comments: open.comments.filter(({ resolved }) => resolved === undefined).length,
    },
    suggestions: suggestionsOf(studio),
  };
}

/** What could be asked for from here. */
export function suggestionsOf({ open, selection }: Studio): readonly string[] {
  const { song } = open;
  const tracks = tracksInOrder(song);
  const devices = new Set(tracks.map(({ track }) => track.device));
  const selected = tracks.find(({ id }) => id === (selection.clips[0]?.track ?? selection.tracks[0]));
  const remarks = open.comments.filter(({ resolved }) => resolved === undefined).length;
  return [
    ...(songEnd(song) === 0 ? ["Start with a beat, or with four chords"] : []),
    ...(selected === undefined
      ? []
      : [`Vary what is selected on ${selected.track.name}`, `Make ${selected.track.name} warmer, or tighter`]),
    ...(songEnd(song) > 0 && !devices.has("drums") ? ["Add drums that fit"] : []),
    ...(songEnd(song) > 0 && !devices.has("sub") ? ["Add a bass that follows the chords"] : []),
    ...(Object.keys(song.sections).length === 0 && barsIn(song) >= 8 ? ["Name the sections"] : []),
    ...(song.key === undefined && songEnd(song) > 0 ? ["Find the key"] : []),
    ...(remarks > 0 ? [`Go through ${remarks} open comments`] : []),
    ...(songEnd(song) > 0 ? ["Measure the mix: loudness, balance, peaks"] : []),
  ].slice(0, 6);
}

/** What the song still lacks, as far as can be told from what is in it. */
export function nextSteps(studio: Studio): readonly string[] {
  const { open, dirty } = studio;
  const { song } = open;
  const tracks = tracksInOrder(song);
  const empty = tracks.filter(({ track }) => Object.keys(track.clips).length === 0).map(({ track }) => track.name);
  const alone = tracks.filter(({ track }) => track.strip.solo).map(({ track }) => track.name);
  const waiting = open.proposals.filter(isOpenProposal).length;
  const measured = open.renders.some(({ rev }) => rev === song.rev);
  const flat = tracks.length > 1 && tracks.every(({ track }) => track.strip.pan === 0);
  return [
    ...(tracks.length === 0 ? ["There is no track yet"] : []),
    ...(empty.length > 0 ? [`Nothing is on ${empty.slice(0, 8).join(", ")}`] : []),
    ...(alone.length > 0 ? [`Only ${alone.slice(0, 8).join(", ")} is heard: solo is on`] : []),
    ...(waiting > 0 ? [`${waiting} proposals wait for a decision`] : []),
    ...(Object.keys(song.sections).length === 0 && barsIn(song) >= 8 ? ["Its sections have no names"] : []),
    ...(flat ? ["Every track is in the middle"] : []),
    ...(tracks.length > 0 && !measured ? ["It has not been measured as it is now"] : []),
    ...(dirty ? ["It has changes that are not saved"] : []),
  ];
}
