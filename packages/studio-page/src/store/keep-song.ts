import type { Change, OpenSong, SampleData } from "@jackfield/studio";
import { type Shelf, ShelfProblem, type Write } from "./shelf.ts";
import { songCard } from "./song-card.ts";
import { type SongLine, lineKey, lineOfKey, logRecord, snapRecord, songPrefix } from "./song-record.ts";

/** How what is on the page stands to what is kept. */
export type Keeping = { readonly is: "kept" } | { readonly is: "keeping" } | { readonly is: "failing"; readonly problem: ShelfProblem };

export interface KeepOptions {
  readonly shelf: Shelf;
  /** What the song is kept by: not the song's own id, which a copy has too. */
  readonly id: string;
  readonly open: OpenSong;
  /** Where its log goes on, as `loadSong` says. */
  readonly line: number;
  readonly hash: string;
  /** Nothing is written before it: the song is still being put on the shelf. Resolves with where the log goes on then. */
  readonly after?: Promise<{ readonly line: number; readonly hash: string }>;
  /** Recordings by their hash: those that a change names are kept with it. */
  readonly samples: ReadonlyMap<string, SampleData>;
  /** See `SongsOptions`. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

/** Keeps a song in step with its shelf, a line for each change, as it happens. */
export interface SongKeeper {
  readonly state: Keeping;
  /** Resolves when all that has happened by now outlasts the page; rejects with `ShelfProblem` where it cannot be kept. */
  kept(): Promise<void>;
  /** Tries again what could not be kept: the person has made room. */
  retry(): void;
  /** Calls on every change of `state`. Returns what ends it. */
  follow(listener: () => void): () => void;
  /** Writes what is left, and ends. Twice does no harm. */
  close(): Promise<void>;
}

export function keepSong({ shelf, id, open, samples, alone, after, ...from }: KeepOptions): SongKeeper {
  let { line, hash } = from;
  let waiting: SongLine[] = [];
  let running: Promise<void> | undefined;
  let state: Keeping = { is: "kept" };
  let snapped = line;
  let closed = false;
  const listeners = new Set<() => void>();

  const begun = after?.then(
    (begins) => {
      ({ line, hash } = begins);
      snapped = line;
    },
    (error: unknown) => {
      become({ is: "failing", problem: asProblem(error) });
      throw error;
    },
  );
  // Whoever waits for it is told by `kept`.
  begun?.catch(() => undefined);

  function become(next: Keeping): void {
    if (state.is === next.is && next.is !== "failing") return;
    state = next;
    for (const listener of listeners) listener();
  }

  function put(one: SongLine): void {
    if (closed) return;
    waiting.push(one);
    run();
  }

  function run(): void {
    if (running !== undefined) return;
    become({ is: "keeping" });
    running = writeAll().finally(() => (running = undefined));
    // Whoever waits for it is told by `kept`.
    running.catch(() => undefined);
  }

  async function writeAll(): Promise<void> {
    await begun;
    do {
      // What comes in while a batch is written goes into the next: as many writes as the disk takes, and no more.
      while (waiting.length > 0) {
        const batch = waiting.slice(0, batchLines);
        try {
          await writeBatch(batch);
        } catch (error) {
          become({ is: "failing", problem: asProblem(error) });
          throw error;
        }
        waiting = waiting.slice(batch.length);
      }
      // A snapshot only saves time: where it does not fit, the lines are there.
      if (line - snapped >= snapLines) await snapshot().catch(() => undefined);
    } while (waiting.length > 0);
    become({ is: "kept" });
  }

  async function writeBatch(batch: readonly SongLine[]): Promise<void> {
    const writes: Write[] = [{ put: "songs", key: id, value: songCard(id, open.song, open.changes.at(-1)?.at) }];
    let before = hash;
    let at = line;
    for (const one of batch) {
      const record = await logRecord(before, one);
      before = record.hash;
      at += 1;
      writes.push({ put: "log", key: lineKey(id, at), value: record });
    }
    const used = new Set(batch.flatMap(samplesOf));
    for (const sha of used) {
      const sample = samples.get(sha);
      if (sample !== undefined) writes.push({ put: "samples", key: sha, value: sample });
    }
    await (used.size === 0 ? shelf.write(writes) : alone(() => shelf.write(writes)));
    line = at;
    hash = before;
  }

  /** The song as it is now, where all of its lines are written. Of the older ones the first and the last before it stay. */
  async function snapshot(): Promise<void> {
    const at = line;
    const record = await snapRecord({ song: open.song, review: open.review, line: at, hash });
    if (waiting.length > 0 || at !== line) return;
    const old = (await shelf.keys("snaps", songPrefix(id))).filter((key) => lineOfKey(key) > 0 && lineOfKey(key) < snapped);
    await shelf.write([{ put: "snaps", key: lineKey(id, at), value: record }, ...old.map((key) => ({ remove: "snaps", key }) as const)]);
    snapped = at;
  }

  const unfollow = open.follow((event) => {
    if (event.is !== "song") put(event);
  });

  return {
    get state() {
      return state;
    },
    async kept() {
      await begun?.catch(() => undefined);
      while (running !== undefined) await running;
      if (state.is === "failing") throw state.problem;
    },
    retry() {
      if (waiting.length > 0) run();
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      if (closed) return;
      unfollow();
      await begun?.catch(() => undefined);
      await running?.catch(() => undefined);
      if (waiting.length > 0) {
        run();
        await running?.catch(() => undefined);
      }
      closed = true;
      if (state.is === "kept" && line > snapped) await snapshot().catch(() => undefined);
    },
  };
}

function asProblem(error: unknown): ShelfProblem {
  return error instanceof ShelfProblem ? error : new ShelfProblem("broken", error);
}

/** Lines that are written at once. */
const batchLines = 64;
/** Lines after which the song is written down whole: so many are run through again, at most twice, when it is opened. */
const snapLines = 64;

function samplesOf(line: SongLine): readonly string[] {
  return line.is === "change" ? namedIn(line.change) : [];
}

function namedIn({ ops }: Change): readonly string[] {
  return ops.filter(({ op }) => op === "sample.add").map((op) => String(op["sha"]));
}
