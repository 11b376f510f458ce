import type { Draft } from "immer";
import type { FieldSchema, ObjectSchema } from "./fields.ts";
import type { Song } from "./song.ts";

/** Who may: each may what those before it may. */
export const roles = ["viewer", "reviewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

/** A change that somebody asks for, as it is written down: its name, and its fields. Ids of what it makes are in it, so that it can be rerun. */
export interface Op {
  readonly op: string;
  readonly [field: string]: unknown;
}

/**
 * One kind of change. All that is made of ops comes from these rows: what tools take, what commands and menus there are, who may, what a guide
 * says, and what is tested.
 */
export interface OpRow {
  readonly op: string;
  /** In a menu. */
  readonly title: string;
  readonly blurb: string;
  readonly role: Role;
  /** It can remove or replace what somebody made. */
  readonly destructive: boolean;
  readonly fields: ObjectSchema;
  /** Changes the song, or `miss`: what it is about is not there any more. The fields have been checked. */
  reduce(song: Draft<Song>, op: Op): "ok" | "miss";
}

/** A row whose fields are those of `T`; no others may be there. */
export function opRow<T extends object>(row: {
  readonly op: string;
  readonly title: string;
  readonly blurb: string;
  readonly role?: Role;
  readonly destructive?: boolean;
  readonly fields: Readonly<Record<keyof T & string, FieldSchema>>;
  readonly required: readonly (keyof T & string)[];
  readonly reduce: (song: Draft<Song>, op: T) => "ok" | "miss";
}): OpRow {
  const { op, title, blurb, role = "editor", destructive = false, fields, required, reduce } = row;
  return {
    op,
    title,
    blurb,
    role,
    destructive,
    fields: { type: "object", properties: fields, required, additionalProperties: false },
    reduce: (song, asked) => reduce(song, asked as unknown as T),
  };
}

// --- fields that many have ---

export const idField: FieldSchema = {
  type: "string",
  minLength: 3,
  maxLength: 40,
  pattern: "^[a-z]_[A-Za-z0-9_-]+$",
  description: "An id",
};
export const nameField: FieldSchema = { type: "string", minLength: 1, maxLength: 64, description: "A name" };
export const tickField: FieldSchema = {
  type: "integer",
  minimum: 0,
  maximum: 10_000_000,
  description: "A place, in ticks of 480 to the quarter",
};
export const ticksField: FieldSchema = {
  type: "integer",
  minimum: 1,
  maximum: 10_000_000,
  description: "A length, in ticks of 480 to the quarter",
};
export const decibelsField: FieldSchema = { type: "number", minimum: -150, maximum: 12, description: "Decibels; −150 is silence" };

/** What is given of `names` in `op`, for a merge. */
export function given<T extends object>(op: T, names: readonly (keyof T & string)[]): Partial<T> {
  return Object.fromEntries(names.filter((name) => op[name] !== undefined).map((name) => [name, op[name]])) as Partial<T>;
}
