import type { Json } from "@jackfield/contract";
import type { Selection } from "../selection.ts";
import type { FieldSchema } from "../song/fields.ts";
import { type Command, command } from "./command.ts";
import { noteIdsField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { clipOf, trackOf, tracksInOrder } from "./lookup.ts";
import { positionField, tickOf } from "./positions.ts";

const namesField = (what: string): FieldSchema => ({
  type: "array",
  items: { type: "string", minLength: 1, maxLength: 64 },
  maxItems: 500,
  description: what,
});

/** What commands without a target act on. */
export const selectCommands: readonly Command[] = [
  command<{ tracks: readonly string[] }>({
    id: "select.tracks",
    title: "Select tracks",
    menu: "Select",
    blurb: "Selects these tracks and no others.",
    kind: "view",
    fields: { tracks: namesField("Names or ids") },
    required: ["tracks"],
    run: (desk, { tracks }) => select(desk, { tracks: tracks.map((each) => trackOf(desk.song, each)), clips: [], notes: [] }),
  }),
  command<{ clips: readonly string[] }>({
    id: "select.clips",
    title: "Select clips",
    menu: "Select",
    blurb: "Selects these clips, and the tracks that they are on.",
    kind: "view",
    fields: { clips: namesField("Ids") },
    required: ["clips"],
    run(desk, { clips }) {
      const found = clips.map((each) => clipOf(desk.song, each, undefined));
      return select(desk, { clips: found, tracks: [...new Set(found.map(({ track }) => track))], notes: [] });
    },
  }),
  command<{ clip: string; notes?: readonly string[] }>({
    id: "select.notes",
    title: "Select notes",
    menu: "Select",
    blurb: "Selects notes of a clip: these, or all of them.",
    kind: "view",
    fields: {
      clip: { type: "string", minLength: 1, maxLength: 64, description: "The clip, by id" },
      notes: { ...noteIdsField, description: "Default: all" },
    },
    required: ["clip"],
    run(desk, { clip, notes }) {
      const at = clipOf(desk.song, clip, undefined);
      const there = desk.song.tracks[at.track]?.clips[at.clip]?.notes ?? {};
      return select(desk, {
        clips: [at],
        tracks: [at.track],
        notes: (notes ?? Object.keys(there)).filter((id) => Object.hasOwn(there, id)),
      });
    },
  }),
  command<{ from: unknown; to: unknown }>({
    id: "select.range",
    title: "Select range",
    menu: "Select",
    blurb: "A stretch of time, for what is bounced, looped or played.",
    kind: "view",
    fields: { from: positionField, to: positionField },
    required: ["from", "to"],
    run(desk, { from, to }) {
      const [a, b] = [tickOf(desk.song, from), tickOf(desk.song, to)];
      return select(desk, { range: a === b ? undefined : { from: Math.min(a, b), to: Math.max(a, b) } });
    },
  }),
  command({
    id: "select.all",
    title: "Select all",
    menu: "Select",
    shortcut: "Mod+A",
    blurb: "Selects every track and every clip.",
    kind: "view",
    fields: {},
    run(desk) {
      const all = tracksInOrder(desk.song);
      const clips = all.flatMap(([track, each]) => Object.keys(each.clips).map((clip) => ({ track, clip })));
      return select(desk, { tracks: all.map(([id]) => id), clips, notes: [] });
    },
  }),
  command({
    id: "select.none",
    title: "Select nothing",
    menu: "Select",
    shortcut: "Escape",
    blurb: "Selects no track, clip, note or range.",
    kind: "view",
    fields: {},
    run: (desk) => select(desk, { tracks: [], clips: [], notes: [], range: undefined }),
  }),
];

function select(desk: Desk, selection: Partial<Selection>): Json {
  desk.select(selection);
  const { tracks, clips, notes, range } = desk.selection;
  return {
    tracks: tracks.length,
    clips: clips.length,
    notes: notes.length,
    range: range === undefined ? null : { from: range.from, to: range.to },
  };
}
