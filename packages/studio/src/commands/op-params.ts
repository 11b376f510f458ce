import type { FieldSchema } from "../song/fields.ts";
import type { Id } from "../song/song.ts";
import { clipField, newIdField, newNotesField, noteIdsField, trackField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { sampleOf, trackOf } from "./lookup.ts";
import { pitchOf } from "./pitch.ts";
import { lengthField, positionField, tickOf, ticksOf } from "./positions.ts";

/** A field of an op as a command has it: by which name, in which form, and how it becomes the op's. */
export interface OpParam {
  readonly name: string;
  readonly schema: FieldSchema;
  /** `so` is what the op has so far: a length depends on where it begins. */
  value(desk: Desk, given: unknown, so: Readonly<Record<string, unknown>>): unknown;
}

/** By the op's field; others are the command's as they stand. `place.notes` are ids where the op removes them. */
export const opParams: Readonly<Record<string, OpParam>> = {
  track: { name: "track", schema: trackField, value: (desk, given) => trackOf(desk.song, String(given)) },
  clip: { name: "clip", schema: clipField, value: (_desk, given) => given },
  to: {
    name: "to",
    schema: { ...trackField, description: "The track that it goes to, by name or id" },
    value: (desk, given) => trackOf(desk.song, String(given)),
  },
  id: { name: "id", schema: newIdField, value: (_desk, given) => given },
  tick: { name: "at", schema: positionField, value: (desk, given) => tickOf(desk.song, given) },
  ticks: {
    name: "length",
    schema: lengthField,
    value: (desk, given, so) => ticksOf(desk.song, given, typeof so["tick"] === "number" ? so["tick"] : 0),
  },
  notes: { name: "notes", schema: newNotesField, value: (desk, given) => newNotes(desk, given as readonly NewNote[]) },
  sample: {
    name: "sample",
    schema: { type: "string", minLength: 1, maxLength: 64, description: "A recording of the song's, by name or hash" },
    value: (desk, given) => sampleOf(desk.song, String(given)),
  },
};

/** Notes that are named, not made. */
export const noteIdsParam: OpParam = { name: "notes", schema: noteIdsField, value: (_desk, given) => given };

interface NewNote {
  readonly id?: Id;
  readonly tick: number;
  readonly ticks: number;
  readonly pitch: unknown;
  readonly velocity?: number;
}

/** Notes with what was left out of them. */
export function newNotes(desk: Desk, notes: readonly NewNote[]) {
  return notes.map(({ id, tick, ticks, pitch, velocity = 96 }) => ({
    id: id ?? desk.newId("n"),
    tick,
    ticks,
    pitch: pitchOf(pitch),
    velocity,
  }));
}
