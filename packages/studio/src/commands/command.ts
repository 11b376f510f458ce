import type { Json } from "@jackfield/contract";
import type { ObjectSchema } from "../song/fields.ts";
import type { Role } from "../song/op-row.ts";
import type { Studio } from "../studio.ts";
import type { StudioCall } from "../tools/studio-tool.ts";

/** What a command does to the world beside the song. */
export type CommandKind = "edit" | "query" | "view" | "file";

/** Something that can be done in the studio, by menu, shortcut, palette, `execute` and `batch` alike. Most come from the table of ops. */
export interface Command {
  /** `track.add`, `edit.undo`, `file.bounce_mix`. */
  readonly id: string;
  readonly title: string;
  /** The menu that it stands in: `Track`, `Edit`, `File`. */
  readonly menu: string;
  /** As people press it, `Mod` for ⌘ or Ctrl: `Mod+Z`. */
  readonly shortcut?: string;
  readonly blurb: string;
  readonly role: Role;
  readonly kind: CommandKind;
  readonly destructive: boolean;
  /** `edit.undo` takes it back. */
  readonly undoable: boolean;
  /** Which params are paths, and for what. */
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly params: ObjectSchema;
  /** Why it cannot be done now, or undefined. */
  blocked?(studio: Studio): string | undefined;
  run(studio: Studio, params: Readonly<Record<string, unknown>>, call: StudioCall): Promise<Json> | Json;
}
