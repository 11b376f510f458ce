import type { SampleData } from "../../kernel/modules/module.ts";
import type { OpenSong } from "../../open-song/open-song.ts";
import type { SongEvent } from "../../open-song/song-event.ts";
import type { SessionFolder } from "./session-folder.ts";
import { LogIsFull } from "./session-log.ts";

export interface KeepOptions {
  /** The recordings that the song names, as far as they are here. */
  readonly samples: () => ReadonlyMap<string, SampleData>;
  /** Hears of the first failure of a row, and of its end. Whoever waits for `kept` hears of each. */
  readonly told?: (problem: unknown) => void;
}

/** A song that is kept in its folder as it changes. Close it; twice does no harm. */
export interface KeptSession extends AsyncDisposable {
  /** Resolves once all that has happened so far is on the disk; rejects where it could not be written. It is tried again with the next change, and by this. */
  kept(): Promise<void>;
  /** Writes what is not written yet, and follows the song no more. */
  close(): Promise<void>;
}

/** Changes after which the song's file is written anew, so that a log that is read back is short. */
const changesASave = 500;

/**
 * Keeps an open song in a folder that it was opened from or saved to: each change goes to the log, several at once where they come faster than the disk;
 * proposals and comments, and recordings that come in, are saved with the song. It has no queue of its own: what is to be written is in the song.
 */
export function keepSession(open: OpenSong, folder: SessionFolder, { samples, told = () => undefined }: KeepOptions): KeptSession {
  let logged = 0;
  let sinceSave = 0;
  let needsSave = false;
  let isFailing = false;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let closing: Promise<void> | undefined;

  const unfollow = open.follow((event) => {
    needsSave ||= savesWith(event);
    // Whoever has to know waits for `kept`; the others are told of the first failure.
    run().catch(() => undefined);
  });

  function run(): Promise<void> {
    isAsked = true;
    running ??= write().finally(() => (running = undefined));
    return running;
  }

  /** Until nothing has happened since it began to write. */
  async function write(): Promise<void> {
    // What else happens in this turn goes with it.
    await Promise.resolve();
    try {
      while (isAsked) {
        isAsked = false;
        await writeOnce();
      }
      if (isFailing) told(undefined);
      isFailing = false;
    } catch (error) {
      needsSave = true;
      if (!isFailing) told(error);
      isFailing = true;
      throw error;
    }
  }

  async function writeOnce(): Promise<void> {
    const { changes } = open;
    const last = changes.at(-1)?.seq ?? 0;
    if (needsSave || sinceSave >= changesASave || !folder.hasLog) return await save();
    if (last <= logged) return;
    try {
      await folder.append(changes);
    } catch (error) {
      if (!(error instanceof LogIsFull)) throw error;
      return await save();
    }
    sinceSave += logged === 0 ? 1 : last - logged;
    logged = last;
  }

  async function save(): Promise<void> {
    const { song, changes, review } = open;
    needsSave = false;
    await folder.save({ song, changes, review, samples: samples() }, { replace: false, own: true });
    logged = changes.at(-1)?.seq ?? 0;
    sinceSave = 0;
  }

  const close = async (): Promise<void> => {
    closing ??= (async () => {
      unfollow();
      needsSave = true;
      await run();
    })();
    await closing;
  };
  return { kept: () => closing ?? run(), close, [Symbol.asyncDispose]: close };
}

/** What is not in the log, and recordings: a log that names one must not be there before it. */
function savesWith(event: SongEvent): boolean {
  return event.is !== "change" || event.change.ops.some(({ op }) => op === "sample.add");
}
