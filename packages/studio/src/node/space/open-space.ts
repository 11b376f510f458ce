import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Fault } from "@jackfield/contract";
import { openRoots } from "@jackfield/files";
import { OpenSong } from "../../open-song/open-song.ts";
import { emptySong } from "../../song/empty-song.ts";
import type { SampleData } from "../../kernel/modules/module.ts";
import type { Studio } from "../../studio.ts";
import type { StoredSession } from "../../studio-ports.ts";
import { nodeStudio } from "../node-studio.ts";
import { keepSession } from "../session/keep-session.ts";
import { SessionFolder } from "../session/session-folder.ts";
import { ownSession } from "../session/session-owner.ts";
import type { Unsaved } from "../session/unsaved-files.ts";

export interface OpenSpaceOptions {
  /** The space's folder, or a session's. It must be there; tools read and write in it and nowhere else. */
  readonly folder: string;
  readonly ffmpeg: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Hears of the first thing of a row that could not be written; of `undefined`, when it could again. */
  readonly told: (problem: unknown) => void;
}

/** A space's song, open, and kept in its folder. */
export interface OpenedSpace extends AsyncDisposable {
  readonly studio: Studio;
  /** The session's folder. */
  readonly path: string;
  /** There was none: it is a song of nothing. */
  readonly isNew: boolean;
  /** What could not be read of it, for the person. */
  readonly notes: readonly string[];
  /** Resolves when all that has happened is in the folder. Rejects with a Fault where it cannot be written. */
  kept(): Promise<void>;
  /** What is not in the folder. To be asked once it is closed and could not be saved. */
  unsaved(): Unsaved;
  /** Saves it, and lets it go. Twice does no harm. Rejects with a Fault where it cannot be saved; disposing after that does not say it again. */
  close(): Promise<void>;
}

/**
 * Opens the song of a space's folder, or begins one, in which agents propose. While it is open the folder is this process's. Throws a Fault where the folder is none,
 * another process has it open, or its song cannot be read.
 */
export async function openSpace({ folder, ffmpeg, now, told }: OpenSpaceOptions): Promise<OpenedSpace> {
  const studio = nodeStudio({ read: folder, write: folder, base: folder, ffmpeg, now });
  const path = folder.endsWith(".studio") ? folder : join(folder, sessionName);
  const roots = openRoots({ read: folder, write: folder, base: folder });
  const owner = await ownSession(roots, path);
  try {
    const files = new SessionFolder(path, { files: roots, now });
    const stored = await files.open().catch((error: unknown) => {
      if (Fault.is(error) && error.code === "file_missing") return undefined;
      throw error;
    });
    studio.replace(songOf(stored, now), path);
    for (const [sha, data] of stored?.samples ?? []) studio.ports.samples.add(sha, data);
    const { open } = studio;
    if (stored === undefined) {
      const session = { song: open.song, changes: open.changes, review: open.review, samples: new Map<string, SampleData>() };
      await files.save(session, { replace: false });
    }
    const kept = keepSession(open, files, { samples: () => studio.ports.samples.all, told });
    let closing: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      try {
        await kept.close();
      } finally {
        await owner.release();
      }
    };
    const close = (): Promise<void> => (closing ??= end());
    const missing = (stored?.missing ?? []).map(({ name, why }) => `The recording ${name} is missing: ${why}`);
    return {
      studio,
      path,
      isNew: stored === undefined,
      notes: [...(stored?.notes ?? []), ...missing],
      kept: () => kept.kept(),
      unsaved: () => files.unsaved(open),
      close,
      // Whoever closed it has heard whether it was saved.
      [Symbol.asyncDispose]: async () => await (closing === undefined ? close() : closing.catch(() => undefined)),
    };
  } catch (error) {
    await owner.release();
    throw error;
  }
}

const sessionName = "song.studio";

function songOf(stored: StoredSession | undefined, now: () => number): OpenSong {
  if (stored === undefined) return new OpenSong({ song: emptySong(`s_${randomBytes(5).toString("hex")}`), now, agents: "propose" });
  const { song, changes, review } = stored;
  return new OpenSong({ song, changes, now, ...(review === undefined ? { agents: "propose" } : { review }) });
}
