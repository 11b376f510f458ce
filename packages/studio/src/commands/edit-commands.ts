import type { Json } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import type { Undone } from "../song/history.ts";
import type { Op } from "../song/op-row.ts";
import { type Command, command } from "./command.ts";
import { trackField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { clipAt, compare, targetClips, targetTracks } from "./lookup.ts";
import { copyOfClip, removeNotes, setNotes } from "./copy-clip.ts";
import { positionField, tickOf } from "./positions.ts";

/** The Edit menu: taking back, and what acts on whatever is selected. */
export const editCommands: readonly Command[] = [
  command({
    id: "edit.undo",
    title: "Undo",
    menu: "Edit",
    shortcut: "Mod+Z",
    blurb: "Takes back the caller's own last change. What somebody else has changed since stays, and is listed as kept.",
    destructive: true,
    undoable: false,
    atomic: false,
    fields: {},
    run: ({ studio, call }) => told(studio.open.undo(call.caller), studio.open.song.rev, "There is nothing of yours to undo"),
  }),
  command({
    id: "edit.redo",
    title: "Redo",
    menu: "Edit",
    shortcut: "Mod+Shift+Z",
    blurb: "Brings back what the caller undid last.",
    undoable: false,
    atomic: false,
    fields: {},
    run: ({ studio, call }) => told(studio.open.redo(call.caller), studio.open.song.rev, "There is nothing of yours to redo"),
  }),
  command<{ since?: number }>({
    id: "edit.revert",
    title: "Revert my changes",
    menu: "Edit",
    blurb: "Takes back all that the caller has done, or all since a change; it is one change itself, and can be undone.",
    destructive: true,
    atomic: false,
    fields: { since: { type: "integer", minimum: 1, maximum: 1_000_000_000, description: "The first change to take back, by its number" } },
    run: ({ studio, call }, { since }) =>
      told(studio.open.revert(call.caller, call.caller.author, since), studio.open.song.rev, "There is nothing of yours to revert"),
  }),
  command({
    id: "edit.delete",
    title: "Delete",
    menu: "Edit",
    shortcut: "Delete",
    blurb: "Removes what is selected: notes, or else clips, or else tracks.",
    destructive: true,
    fields: {},
    run: (desk) => desk.edit("Delete", removal(desk)),
  }),
  command({
    id: "edit.copy",
    title: "Copy",
    menu: "Edit",
    shortcut: "Mod+C",
    blurb: "Copies the selected notes, or else clips.",
    kind: "view",
    fields: {},
    run: (desk) => copy(desk),
  }),
  command({
    id: "edit.cut",
    title: "Cut",
    menu: "Edit",
    shortcut: "Mod+X",
    blurb: "Copies the selected notes, or else clips, and removes them.",
    destructive: true,
    fields: {},
    run(desk) {
      copy(desk);
      return desk.edit("Cut", removal(desk));
    },
  }),
  command<{ at?: unknown; track?: string }>({
    id: "edit.paste",
    title: "Paste",
    menu: "Edit",
    shortcut: "Mod+V",
    blurb:
      "Puts what was copied at the playhead: clips on the track that they came from, or the one that is named; notes into the selected clip.",
    fields: { at: positionField, track: { ...trackField, description: "For clips. Default: where they came from" } },
    blocked: ({ clipboard }) => (clipboard === undefined ? "Nothing has been copied" : undefined),
    run: (desk, { at, track }) => paste(desk, at === undefined ? desk.selection.playhead : tickOf(desk.song, at), track),
  }),
];

function told({ change, kept }: Undone, rev: number, otherwise: string): Json {
  if (change === undefined && kept.length === 0) throw new Refusal("nothing", otherwise);
  return {
    done: change?.label ?? null,
    rev,
    ...(kept.length === 0 ? {} : { kept: kept.slice(0, 50).map(({ path, of }) => ({ path, of: of.name })), kept_in_all: kept.length }),
  };
}

function removal(desk: Desk): readonly Op[] {
  const { song, selection } = desk;
  const clips = selection.clips.filter((each) => clipAt(song, each) !== undefined);
  const notes = clips.flatMap((at) => {
    const ids = selection.notes.filter((id) => Object.hasOwn(clipAt(song, at)?.notes ?? {}, id));
    return removeNotes(at, ids);
  });
  if (notes.length > 0) return notes;
  if (clips.length > 0) return clips.map((at) => ({ op: "clip.remove", ...at }));
  return targetTracks(desk, undefined).map((track) => ({ op: "track.remove", track }));
}

function copy(desk: Desk): Json {
  const { song, selection, studio } = desk;
  const clips = targetClips(desk, undefined).flatMap((at) => {
    const clip = clipAt(song, at);
    return clip === undefined ? [] : [{ track: at.track, clip }];
  });
  const wanted = new Set(selection.notes);
  const notes = clips
    .flatMap(({ clip }) => Object.entries(clip.notes).flatMap(([id, note]) => (wanted.has(id) ? [note] : [])))
    .toSorted((a, b) => a.tick - b.tick || a.pitch - b.pitch);
  const first = notes[0];
  if (first !== undefined) {
    studio.copy({ is: "notes", notes: notes.map((note) => ({ ...note, tick: note.tick - first.tick })) });
    return { copied: "notes", count: notes.length };
  }
  const from = Math.min(...clips.map(({ clip }) => clip.tick));
  const sorted = clips.toSorted((a, b) => a.clip.tick - b.clip.tick || compare(a.track, b.track));
  studio.copy({ is: "clips", clips: sorted.map(({ track, clip }) => ({ track, after: clip.tick - from, clip })) });
  return { copied: "clips", count: clips.length };
}

function paste(desk: Desk, at: number, named: string | undefined): Json {
  const { clipboard } = desk.studio;
  if (clipboard === undefined) throw new Refusal("nothing", "Nothing has been copied");
  if (clipboard.is === "clips") {
    const to = named === undefined ? undefined : targetTracks(desk, named)[0];
    const made = clipboard.clips.map(({ track, after, clip }) => copyOfClip(desk, clip, to ?? track, at + after));
    return desk.edit(
      "Paste",
      made.flatMap(({ ops }) => ops),
      { clips: made.map(({ id }) => id) },
    );
  }
  const [into] = targetClips(desk, undefined);
  const clip = into === undefined ? undefined : clipAt(desk.song, into);
  if (into === undefined || clip === undefined) throw new Refusal("missing", "No clip is selected to paste notes into");
  const begins = Math.max(0, at - clip.tick);
  const notes = clipboard.notes.map((note) => ({ id: desk.newId("n"), ...note, tick: begins + note.tick }));
  return desk.edit("Paste", setNotes(into, notes), { ...into, notes: notes.map(({ id }) => id) });
}
