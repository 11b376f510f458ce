import type { FieldSchema } from "../../song/fields.ts";
import { Fault, type Json } from "@jackfield/contract";
import { runCommand } from "../../commands/run-command.ts";
import { nameField } from "../../song/op-row.ts";
import { type StudioTool, studioTool } from "../studio-tool.ts";

const pathField: FieldSchema = { type: "string", minLength: 1, maxLength: 1_024, description: "A session: a folder that ends in .studio" };
const discardField: FieldSchema = { type: "boolean", description: "Also where something has not been saved. Default false" };

/** A session as a whole: begun, opened, saved. */
export const sessionTools: readonly StudioTool[] = [
  studioTool<{ template?: string; id?: string; title?: string; discard?: boolean }>({
    name: "new_session",
    title: "New session",
    description:
      "Puts a new song in place of the open one: empty, or from the template beat (3 tracks), band (6 tracks), or a path to a session saved as a template. With an id, the same commands make the same song, to the bit. Refuses where something has not been saved, unless discard is true.",
    effect: "destructive-write",
    foreign: true,
    places: ["tab", "headless"],
    fields: {
      template: { type: "string", minLength: 1, maxLength: 1_024, description: "empty, beat, band or a path. Default empty" },
      id: { type: "string", minLength: 3, maxLength: 40, pattern: "^s_[A-Za-z0-9_-]+$", description: "Default: one that is made" },
      title: nameField,
      discard: discardField,
    },
    run: (studio, input, call) => runCommand(studio, "session.new", input, call),
  }),
  studioTool<{ path: string; discard?: boolean }>({
    name: "open_session",
    title: "Open session",
    description:
      "Opens a saved session in place of the open one. Returns missing: the recordings that could not be loaded and why (empty when all are there). Refuses where something has not been saved, unless discard is true.",
    effect: "destructive-write",
    foreign: true,
    timeoutMs: 120_000,
    places: ["tab", "headless"],
    fields: { path: pathField, discard: discardField },
    required: ["path"],
    run: (studio, input, call) => runCommand(studio, "session.open", input, call),
  }),
  studioTool<{ path?: string; replace?: boolean }>({
    name: "save_session",
    title: "Save session",
    description:
      "Saves the session with its history and recordings: to the path given, or where it was opened from or saved to last. Does not save over another session that is there, unless replace is true.",
    effect: "destructive-write",
    idempotent: true,
    timeoutMs: 120_000,
    places: ["tab", "headless"],
    fields: { path: pathField, replace: { type: "boolean", description: "Over another session. Default false" } },
    async run(studio, { path, replace }, call): Promise<Json> {
      if (path === undefined && studio.path === undefined)
        throw new Fault("arguments_invalid", "The session has no path yet", {
          hint: "Call save_session with path: a folder that ends in .studio",
        });
      if (path === undefined) return await runCommand(studio, "session.save", {}, call);
      return await runCommand(studio, "session.save_as", { path, ...(replace === undefined ? {} : { replace }) }, call);
    },
  }),
];
