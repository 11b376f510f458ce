import { Fault, type Json, type JsonObject } from "@jackfield/contract";
import { OpenSong } from "../open-song/open-song.ts";
import { Refusal } from "../open-song/refusal.ts";
import type { FieldSchema } from "../song/fields.ts";
import { nameField } from "../song/op-row.ts";
import type { Song } from "../song/song.ts";
import type { Studio } from "../studio.ts";
import type { SavedSession, SessionToSave, StoredSession } from "../studio-ports.ts";
import { type Command, command } from "./command.ts";
import { pathField, replaceField } from "./command-fields.ts";
import type { Desk } from "./desk.ts";
import { isTemplate, songOfTemplate, templates, withoutMusic } from "./templates.ts";

const discardField: FieldSchema = { type: "boolean", description: "Also where something has not been saved. Default false" };
const sessionPathField: FieldSchema = { ...pathField, description: "A session: a folder that ends in .studio" };

/** The File menu as far as it is about whole sessions. */
export const sessionCommands: readonly Command[] = [
  command<{ template?: string; id?: string; title?: string; discard?: boolean }>({
    id: "session.new",
    title: "New session",
    menu: "File",
    shortcut: "Alt+N",
    blurb: `A new song in place of the open one, empty or from a template: ${templates.join(", ")}, or a session that was saved as one.`,
    kind: "file",
    role: "owner",
    destructive: true,
    atomic: false,
    reads: ["template"],
    fields: {
      template: { type: "string", minLength: 1, maxLength: 1_024, description: `${templates.join(", ")}, or a path. Default empty` },
      id: {
        type: "string",
        minLength: 3,
        maxLength: 40,
        pattern: "^s_[A-Za-z0-9_-]+$",
        description: "The song's id. Default: one that follows from the open song",
      },
      title: nameField,
      discard: discardField,
    },
    async run(desk, { template = "empty", id = desk.newId("s"), title, discard = false }) {
      demandSaved(desk.studio, discard);
      const from = isTemplate(template) ? songOfTemplate(template, id) : await templateAt(desk, template, id);
      demandSaved(desk.studio, discard);
      const song = title === undefined ? from : { ...from, title };
      replace(desk.studio, { song, changes: [] }, undefined);
      return { session: id, title: song.title, tracks: Object.keys(song.tracks).length };
    },
  }),
  command<{ path: string; discard?: boolean }>({
    id: "session.open",
    title: "Open session",
    menu: "File",
    shortcut: "Mod+O",
    blurb: "Opens a session that was saved. Recordings that cannot be loaded are listed as missing, and are silent.",
    kind: "file",
    role: "owner",
    destructive: true,
    atomic: false,
    reads: ["path"],
    fields: { path: sessionPathField, discard: discardField },
    required: ["path"],
    async run(desk, { path, discard = false }) {
      demandSaved(desk.studio, discard);
      const stored = await desk.studio.ports.sessions.open(path, desk.call.signal);
      // Somebody may have gone on while it was read.
      demandSaved(desk.studio, discard);
      keepSamples(desk.studio, stored);
      replace(desk.studio, stored, path);
      const { song, changes, notes = [] } = stored;
      return {
        session: song.id,
        title: song.title,
        path,
        changes: changes.length,
        missing: missingOf(stored),
        ...(notes.length > 0 ? { notes } : {}),
      };
    },
  }),
  command<{ replace?: boolean }>({
    id: "session.save",
    title: "Save session",
    menu: "File",
    shortcut: "Mod+S",
    blurb: "Saves the session where it was opened from or saved to last.",
    kind: "file",
    atomic: false,
    fields: { replace: replaceField },
    blocked: ({ path }) => (path === undefined ? "It has no path yet: session.save_as gives it one" : undefined),
    // What is there is this session, unless another program has changed it since.
    run: (desk, { replace: over = false }) => save(desk, desk.studio.path, over, true),
  }),
  command<{ path: string; replace?: boolean }>({
    id: "session.save_as",
    title: "Save session as",
    menu: "File",
    shortcut: "Mod+Shift+S",
    blurb: "Saves the session under a path; from then on it is that one.",
    kind: "file",
    destructive: true,
    atomic: false,
    writes: ["path"],
    fields: { path: sessionPathField, replace: replaceField },
    required: ["path"],
    run: (desk, { path, replace: over = false }) => save(desk, path, over, true),
  }),
  command<{ path: string; replace?: boolean }>({
    id: "session.save_copy",
    title: "Save a copy",
    menu: "File",
    blurb: "Saves the session under a path, and goes on with the one that is open.",
    kind: "file",
    destructive: true,
    // A copy has the history as it is, and no half of a batch.
    atomic: false,
    writes: ["path"],
    fields: { path: sessionPathField, replace: replaceField },
    required: ["path"],
    run: (desk, { path, replace: over = false }) => save(desk, path, over, false),
  }),
  command<{ path: string; replace?: boolean }>({
    id: "session.save_template",
    title: "Save as template",
    menu: "File",
    blurb: "Saves tracks, devices and mixer without clips, as what session.new begins with.",
    kind: "file",
    destructive: true,
    writes: ["path"],
    fields: { path: sessionPathField, replace: replaceField },
    required: ["path"],
    async run(desk, { path, replace: over = false }) {
      const song = withoutMusic(desk.song);
      const { path: written } = await write(desk, path, { song, changes: [] }, { replace: over });
      return { path: written, tracks: Object.keys(song.tracks).length };
    },
  }),
];

async function save(desk: Desk, path: string | undefined, over: boolean, isOwn: boolean): Promise<Json> {
  const { studio, song } = desk;
  if (path === undefined) throw new Fault("arguments_invalid", "The session has no path yet", { hint: "Use session.save_as with a path" });
  const { open } = studio;
  const { changes, review } = open;
  const { path: written, missing = [] } = await write(desk, path, { song, changes, review }, { replace: over, own: path === studio.path });
  // Another song may have been opened meanwhile, or this one changed.
  if (isOwn && studio.open === open) studio.saved(written, song.rev);
  const lost = missing.map((sha) => ({ sha, name: song.samples[sha]?.name ?? "" }));
  return {
    path: written,
    session: song.id,
    rev: song.rev,
    saved: isOwn ? "session" : "copy",
    ...(lost.length > 0 ? { missing: lost } : {}),
  };
}

/** A session with the recordings that its song names. */
async function write(
  desk: Desk,
  path: string,
  session: Omit<SessionToSave, "samples">,
  how: { readonly replace: boolean; readonly own?: boolean },
): Promise<SavedSession> {
  const { sessions } = desk.studio.ports;
  const done = await sessions.save(
    path,
    { ...session, samples: samplesOf(desk.studio, session.song) },
    { ...how, signal: desk.call.signal },
  );
  desk.wrote(done.path);
  return done;
}

/** Those of the song's recordings that are here. */
export function samplesOf({ ports }: Studio, song: Song): StoredSession["samples"] {
  return new Map(
    Object.keys(song.samples).flatMap((sha) => {
      const data = ports.samples.get(sha);
      return data === undefined ? [] : [[sha, data] as const];
    }),
  );
}

export function keepSamples({ ports }: Studio, { samples }: Pick<StoredSession, "samples">): void {
  for (const [sha, data] of samples) ports.samples.add(sha, data);
}

export function missingOf({ missing }: StoredSession): readonly JsonObject[] {
  return missing.map(({ sha, name, why }) => ({ sha, name, why }));
}

async function templateAt(desk: Desk, path: string, id: string): Promise<Song> {
  const stored = await desk.studio.ports.sessions.open(path, desk.call.signal);
  keepSamples(desk.studio, stored);
  return { ...withoutMusic(stored.song), id, rev: 0, title: "Untitled" };
}

/** Nobody's work is dropped unless they say so. */
function demandSaved({ dirty, open }: Studio, discard: boolean): void {
  if (!dirty || discard) return;
  throw new Refusal(
    "stale",
    `"${open.song.title.slice(0, 40)}" has changes that have not been saved`,
    "Save it with save_session, or pass discard: true",
  );
}

function replace(studio: Studio, { song, changes, review }: Omit<StoredSession, "samples" | "missing">, path: string | undefined): void {
  const { now, samples } = studio.ports;
  samples.keepOnly?.(new Set(Object.keys(song.samples)));
  studio.replace(new OpenSong({ song, now, changes, ...(review === undefined ? { agents: studio.open.agents } : { review }) }), path);
}
