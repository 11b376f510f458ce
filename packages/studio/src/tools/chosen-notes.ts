import type { FieldSchema } from "../song/fields.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { Studio } from "../studio.ts";
import { barsField, stretchOf } from "./bars.ts";
import { type IdNote, type IdTrack, notesOfTrack, trackField, trackOf } from "./song-parts.ts";

/** Which notes a tool works on. */
export interface NotesAsked {
  readonly track?: string;
  readonly bars?: string;
  readonly clips?: readonly string[];
  readonly notes?: readonly string[];
}

export const notesAskedFields: Readonly<Record<keyof NotesAsked, FieldSchema>> = {
  track: { ...trackField, description: "A track's id, or its name. Without one: what the person has selected" },
  bars: barsField,
  clips: { type: "array", items: { type: "string", maxLength: 40 }, maxItems: 200, description: "Only these clips, by id" },
  notes: { type: "array", items: { type: "string", maxLength: 40 }, maxItems: 2_000, description: "Only these notes, by id" },
};

/** The notes of one track that are asked for, or else selected. Throws `missing` where there are none. */
export function chosenNotes({ open, selection }: Studio, asked: NotesAsked): IdTrack & { readonly notes: readonly IdNote[] } {
  const { song } = open;
  const selected = asked.track === undefined;
  const named = asked.track ?? selection.clips[0]?.track ?? selection.tracks[0];
  if (named === undefined) throw new Refusal("missing", "Nothing is selected", "Name a track");
  const found = trackOf(song, named);
  const range = asked.bars === undefined ? (selected ? selection.range : undefined) : stretchOf(song, asked.bars);
  const clips = asked.clips ?? (selected ? selection.clips.filter(({ track }) => track === found.id).map(({ clip }) => clip) : []);
  const ids = asked.notes ?? (selected ? selection.notes : []);
  const notes = notesOfTrack(found.id, found.track, range?.from, range?.to).filter(
    ({ id, clip }) => (clips.length === 0 || clips.includes(clip)) && (ids.length === 0 || ids.includes(id)),
  );
  if (notes.length === 0) throw new Refusal("missing", "There are no notes there", "get_project with view full shows what is");
  return { ...found, notes };
}
