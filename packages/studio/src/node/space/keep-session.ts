import type { OpenSong } from "../../open-song/open-song.ts";
import type { Change } from "../../song/change.ts";
import type { SampleStore } from "../../studio-ports.ts";
import type { SessionFolder } from "../session/session-folder.ts";

export interface KeepOptions {
  readonly open: OpenSong;
  readonly samples: SampleStore;
  readonly folder: SessionFolder;
  /** Hears of what could not be written. The next write has it too. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds of quiet after which all of it is saved, and the most that it is put off for. */
  readonly quietMs?: number;
  readonly lateMs?: number;
}

/** What keeps a session. */
export interface SessionKeeper {
  /** Once it returns, all that has happened is on the disk. Rejects with what kept it from being. */
  save(): Promise<void>;
  /** The same, and keeps it no more. Twice does no harm. */
  close(): Promise<void>;
}

/**
 * Keeps an open song in its folder while it is worked on: each change goes into the log at once, several that come meanwhile together; the song's own
 * file, and what was proposed and said, follow when there is a moment's quiet.
 */
export function keepSession({ open, samples, folder, failed, quietMs = 1_500, lateMs = 20_000 }: KeepOptions): SessionKeeper {
  let waiting: Change[] = [];
  let turn: Promise<void> = Promise.resolve();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;

  function writeLog(): void {
    turn = turn.then(async () => {
      const changes = waiting;
      waiting = [];
      // What cannot be added now is in the next save, which has them all.
      if (changes.length > 0) await folder.append(changes).catch(failed);
    });
  }

  async function saveAll(): Promise<void> {
    clearTimeout(quiet);
    clearTimeout(late);
    late = undefined;
    waiting = [];
    await folder.save({ song: open.song, changes: open.changes, review: open.review, samples: samples.all }, { replace: false, own: true });
  }

  function save(): Promise<void> {
    const saved = turn.then(saveAll);
    turn = saved.catch(() => undefined);
    return saved;
  }

  function saveSoon(): void {
    clearTimeout(quiet);
    quiet = setTimeout(() => void save().catch(failed), quietMs);
    late ??= setTimeout(() => void save().catch(failed), lateMs);
  }

  const unfollow = open.follow((event) => {
    if (event.is === "change") {
      waiting.push(event.change);
      // One that is about to be written takes this along.
      if (waiting.length === 1) writeLog();
    }
    saveSoon();
  });
  let closed: Promise<void> | undefined;
  return {
    save,
    close: () => {
      unfollow();
      return (closed ??= save());
    },
  };
}
