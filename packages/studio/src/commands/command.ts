import type { Json } from "@jackfield/contract";
import type { FieldSchema, ObjectSchema } from "../song/fields.ts";
import type { Role } from "../song/op-row.ts";
import type { Studio } from "../studio.ts";
import type { Desk } from "./desk.ts";

/** What a command does to the world beside the song. */
export type CommandKind = "edit" | "query" | "view" | "file";

/** The menus, in the order of a menu bar. */
export const menus = ["File", "Edit", "Select", "Track", "Clip", "Notes", "Mix", "Timeline", "Transport"] as const;
export type Menu = (typeof menus)[number];

/** Something that can be done in the studio, by menu, shortcut, palette, `execute` and `batch` alike. Most come from the table of ops. */
export interface Command {
  /** `track.add`, `edit.undo`, `file.bounce_mix`. */
  readonly id: string;
  readonly title: string;
  readonly menu: Menu;
  /** As people press it, `Mod` for ⌘ or Ctrl: `Mod+Z`. */
  readonly shortcut?: string;
  readonly blurb: string;
  readonly role: Role;
  readonly kind: CommandKind;
  readonly destructive: boolean;
  /** `edit.undo` takes it back. */
  readonly undoable: boolean;
  /** It can stand in a batch that is all or nothing. What reaches for the history or puts another song in place cannot. */
  readonly atomic: boolean;
  /** It moves the person's page, and can do nothing without one. */
  readonly needsRoom?: boolean;
  /** Which params are paths, and for what. */
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly params: ObjectSchema;
  /** Why it cannot be done now, or undefined. */
  blocked?(studio: Studio): string | undefined;
  /** Params have been checked. Throws `Refusal` or `Fault`. */
  run(desk: Desk, params: Readonly<Record<string, unknown>>): Promise<Json> | Json;
}

/** A command whose params are those of `T`; no others may be there. Edits can be undone and stand in any batch unless they say otherwise. */
export function command<T extends object>(row: {
  readonly id: string;
  readonly title: string;
  readonly menu: Menu;
  readonly shortcut?: string;
  readonly blurb: string;
  readonly role?: Role;
  readonly kind?: CommandKind;
  readonly destructive?: boolean;
  readonly undoable?: boolean;
  readonly atomic?: boolean;
  readonly needsRoom?: boolean;
  readonly reads?: readonly (keyof T & string)[];
  readonly writes?: readonly (keyof T & string)[];
  readonly fields: Readonly<Record<keyof T & string, FieldSchema>>;
  readonly required?: readonly (keyof T & string)[];
  readonly blocked?: (studio: Studio) => string | undefined;
  readonly run: (desk: Desk, params: T) => Promise<Json> | Json;
}): Command {
  const { kind = "edit", fields, required = [], run, ...rest } = row;
  return {
    role: kind === "edit" || kind === "file" ? "editor" : "viewer",
    destructive: false,
    undoable: kind === "edit",
    atomic: true,
    ...rest,
    kind,
    params: { type: "object", properties: fields, required, additionalProperties: false },
    run: (desk, params) => run(desk, params as T),
  };
}
