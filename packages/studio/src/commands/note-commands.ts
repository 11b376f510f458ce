import type { Json } from "@jackfield/contract";
import { Refusal } from "../open-song/refusal.ts";
import type { FieldSchema } from "../song/fields.ts";
import type { Id, Note } from "../song/song.ts";
import { eachClip } from "./clip-commands.ts";
import { type Command, command } from "./command.ts";
import { setNotes } from "./copy-clip.ts";
import { clipField, newNotesField, noteIdsField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { targetNotes } from "./lookup.ts";
import { newNotes } from "./op-params.ts";
import { keptPitch } from "./pitch.ts";

/** Note values, and what they are in ticks of 480. */
export const gridTicks: Readonly<Record<string, number>> = {
  "1/1": 1_920,
  "1/2": 960,
  "1/4": 480,
  "1/8": 240,
  "1/16": 120,
  "1/32": 60,
  "1/4T": 320,
  "1/8T": 160,
  "1/16T": 80,
};
const gridField: FieldSchema = { type: "string", maxLength: 5, enum: Object.keys(gridTicks), description: "Default 1/16" };
const semitonesField: FieldSchema = { type: "integer", minimum: -96, maximum: 96, description: "Semitones" };

interface NotesParams {
  clip?: string;
  notes?: readonly Id[];
}

/** Notes of clips: those that are selected or named, or all of them. */
export const noteCommands: readonly Command[] = [
  command<{ clip?: string; notes: Parameters<typeof newNotes>[1] }>({
    id: "note.add",
    title: "Add notes",
    menu: "Notes",
    blurb: "Notes for a clip. Only pitch, place and length must be given.",
    fields: { clip: clipField, notes: newNotesField },
    required: ["notes"],
    run(desk, { clip, notes }) {
      const made = eachClip(desk, clip).map(([at]) => ({ op: "note.set", ...at, notes: newNotes(desk, notes) }));
      return desk.edit("Add notes", made, { notes: made.flatMap((op) => op.notes.map(({ id }) => id)) });
    },
  }),
  changer<{ semitones: number }>(
    "notes.transpose",
    "Transpose notes",
    undefined,
    "Moves notes up or down. What would leave the range stays at its end.",
    { semitones: semitonesField },
    ["semitones"],
    (note, { semitones }) => ({ ...note, pitch: keptPitch(note.pitch + semitones) }),
  ),
  changer<{ grid?: string; strength?: number; lengths?: boolean }>(
    "notes.quantize",
    "Quantize notes",
    "Q",
    "Moves notes to the nearest place on a grid, all the way or by a share of it.",
    {
      grid: gridField,
      strength: { type: "number", minimum: 0, maximum: 1, description: "1, the default: all the way" },
      lengths: { type: "boolean", description: "Their lengths too. Default false" },
    },
    [],
    (note, { grid = "1/16", strength = 1, lengths = false }) => {
      const step = gridTicks[grid] ?? 120;
      const toward = (from: number, to: number): number => Math.round(from + (to - from) * strength);
      const ticks = lengths ? Math.max(1, toward(note.ticks, Math.max(step, Math.round(note.ticks / step) * step))) : note.ticks;
      return { ...note, tick: Math.max(0, toward(note.tick, Math.round(note.tick / step) * step)), ticks };
    },
  ),
  changer<{ velocity?: number; by?: number; scale?: number }>(
    "notes.velocity",
    "Set velocity",
    undefined,
    "How hard notes are played: a value, more or less, or times a factor.",
    {
      velocity: { type: "integer", minimum: 1, maximum: 127 },
      by: { type: "integer", minimum: -126, maximum: 126 },
      scale: { type: "number", minimum: 0, maximum: 4 },
    },
    [],
    (note, { velocity = note.velocity, by = 0, scale = 1 }) => ({
      ...note,
      velocity: Math.min(127, Math.max(1, Math.round(velocity * scale + by))),
    }),
  ),
  changer<{ ticks?: number; scale?: number }>(
    "notes.length",
    "Set note length",
    undefined,
    "How long notes are: a length, or times a factor.",
    { ticks: { type: "integer", minimum: 1, maximum: 10_000_000 }, scale: { type: "number", minimum: 0.01, maximum: 100 } },
    [],
    (note, { ticks = note.ticks, scale = 1 }) => ({ ...note, ticks: Math.max(1, Math.round(ticks * scale)) }),
  ),
  changer<{ ticks: number }>(
    "notes.shift",
    "Shift notes",
    undefined,
    "Moves notes later, or earlier where negative, within their clip.",
    { ticks: { type: "integer", minimum: -1_000_000, maximum: 1_000_000 } },
    ["ticks"],
    (note, { ticks }) => ({ ...note, tick: Math.max(0, note.tick + ticks) }),
  ),
  changer("notes.up", "Up a semitone", "ArrowUp", "Moves notes up a semitone.", {}, [], by(1)),
  changer("notes.down", "Down a semitone", "ArrowDown", "Moves notes down a semitone.", {}, [], by(-1)),
  changer("notes.octave_up", "Up an octave", "Shift+ArrowUp", "Moves notes up an octave.", {}, [], by(12)),
  changer("notes.octave_down", "Down an octave", "Shift+ArrowDown", "Moves notes down an octave.", {}, [], by(-12)),
  command<NotesParams>({
    id: "notes.legato",
    title: "Make legato",
    menu: "Notes",
    blurb: "Lets each note sound until the next begins; those of a chord together.",
    fields: { clip: clipField, notes: noteIdsField },
    run: (desk, params) =>
      change(desk, "Make legato", params, (list) => {
        const starts = [...new Set(list.map(([, { tick }]) => tick))];
        return list.map(([id, note]) => {
          const next = starts.find((tick) => tick > note.tick);
          return { id, ...note, ticks: next === undefined ? note.ticks : next - note.tick };
        });
      }),
  }),
];

type Changed<P> = (note: Note, params: P) => Note;

/** A command that changes each note by itself. */
function changer<P extends object>(
  id: string,
  title: string,
  shortcut: string | undefined,
  blurb: string,
  fields: Readonly<Record<keyof P & string, FieldSchema>>,
  required: readonly (keyof P & string)[],
  changed: Changed<P>,
): Command {
  return command<NotesParams & P>({
    id,
    title,
    menu: "Notes",
    ...(shortcut === undefined ? {} : { shortcut }),
    blurb,
    fields: { clip: clipField, notes: noteIdsField, ...fields } as never,
    required,
    run: (desk, params) => change(desk, title, params, (list) => list.map(([note, is]) => ({ id: note, ...changed(is, params) }))),
  });
}

function by(semitones: number): Changed<object> {
  return (note) => ({ ...note, pitch: keptPitch(note.pitch + semitones) });
}

function change(
  desk: Desk,
  label: string,
  { clip, notes }: NotesParams,
  changed: (list: readonly (readonly [Id, Note])[]) => readonly ({ readonly id: Id } & Note)[],
): Json {
  const lists = eachClip(desk, clip).map(([at]) => ({ at, list: targetNotes(desk, at, notes) }));
  const ops = lists.flatMap(({ at, list }) => setNotes(at, changed(list)));
  if (ops.length === 0)
    throw new Refusal("missing", "There are no such notes in the clip", "inspect_session lists a clip's notes with their ids");
  return desk.edit(label, ops, { notes: lists.reduce((sum, { list }) => sum + list.length, 0) });
}
