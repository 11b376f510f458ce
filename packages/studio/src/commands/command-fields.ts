import { type FieldSchema } from "../song/fields.ts";
import { idField, tickField, ticksField } from "../song/op-row.ts";
import { pitchField } from "./pitch.ts";

/** Fields that many commands have. */
export const trackField: FieldSchema = {
  type: "string",
  minLength: 1,
  maxLength: 64,
  description: "A track, by name or id. Default: those selected",
};
export const clipField: FieldSchema = {
  type: "string",
  minLength: 1,
  maxLength: 64,
  description: "A clip, by id. Default: those selected",
};
export const newIdField: FieldSchema = {
  type: "string",
  minLength: 3,
  maxLength: 40,
  pattern: "^[a-z]_[A-Za-z0-9_-]+$",
  description: "The id of what is made. Default: one that follows from the song",
};
export const pathField: FieldSchema = { type: "string", minLength: 1, maxLength: 1_024, description: "A path" };
export const replaceField: FieldSchema = { type: "boolean", description: "Over a file that is there. Default false" };

/** A note as a command takes it: its id and velocity may be left out. */
export const newNoteField: FieldSchema = {
  type: "object",
  properties: {
    id: idField,
    tick: tickField,
    ticks: ticksField,
    pitch: pitchField,
    velocity: { type: "integer", minimum: 1, maximum: 127, description: "Default 96" },
  },
  required: ["tick", "ticks", "pitch"],
  additionalProperties: false,
  description: "Ticks count from the clip's beginning, 480 to the quarter",
};
export const newNotesField: FieldSchema = { type: "array", items: newNoteField, maxItems: 2_000 };
export const noteIdsField: FieldSchema = { type: "array", items: idField, maxItems: 2_000, description: "Default: those selected, or all" };
